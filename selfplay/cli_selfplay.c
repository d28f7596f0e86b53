/* fulcrum selfplay: plays a run, or what is missing of it. fulcrum keys: what to say. */
#include "core/cli.h"
#include "selfplay/cli.h"
#include "selfplay/run.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct call {
    cli_words_t words; /* the first is the configuration file */
    const char *folder, *games;
    int threads;
    bool quiet;
} call_t;

enum { KEY_GAMES = 'g' };

static const struct argp_option options[] = {
    {"out", 'o', "DIR", 0,
     "Folder of the run (default: runs/ and the configuration's name)", 0},
    {"games", KEY_GAMES, "FIRST:END", 0,
     "Play only games FIRST ... END-1 of the run; bounds are multiples of shard_games",
     0},
    {"threads", 't', "N", 0, "Threads (default: as many as the machine offers)", 0},
    {"quiet", 'q', NULL, 0, "No progress, no closing table", 0},
    {0}};

static int parse(int key, char *word, struct argp_state *state) {
    call_t *call = state->input;
    const char *end = word;
    long number;
    switch (key) {
    case 'o':
        call->folder = word;
        return 0;
    case KEY_GAMES:
        call->games = word;
        return 0;
    case 't':
        if (!text_read_number(&end, 1024, &number) || *end || number < 1)
            argp_error(state, "--threads is a number from 1 to 1024, not \"%s\"", word);
        call->threads = (int)number;
        return 0;
    case 'q':
        call->quiet = true;
        return 0;
    case ARGP_KEY_END:
        if (call->words.count == 0)
            argp_error(state, "which configuration? Say CONFIG.json; examples are in "
                              "configs/");
        return 0;
    default:
        return cli_take_word(&call->words, CLI_MAX_WORDS, key, word, state);
    }
}

static const struct argp parser = {
    .options = options,
    .parser = parse,
    .args_doc = "CONFIG.json [key=value ...]",
    .doc = "Play the games of a configuration against itself and write them, with every "
           "search's visit counts, to HDF5 files in the run's folder."
           "\v"
           "key=value changes a key by its dotted path: games=24 search.simulations=64 "
           "variant.size=5; `fulcrum keys` lists them. A run that was cut is finished by "
           "the same command; files that are there are not made again.",
};

/* "FIRST:END" */
static bool read_range(const char *text, uint64_t *first, uint64_t *end,
                       failure_t *error) {
    const char *p = text;
    long from, to;
    if (!text_read_number(&p, 1000000000, &from) || *p++ != ':' ||
        !text_read_number(&p, 1000000000, &to) || *p)
        return error_set(error, "--games is FIRST:END, as in 0:100, not \"%s\"", text);
    *first = (uint64_t)from;
    *end = (uint64_t)to;
    return true;
}

/* runs/quickstart for configs/quickstart.json */
static void default_folder(const char *config, char folder[RUN_PATH]) {
    const char *slash = strrchr(config, '/'), *name = slash ? slash + 1 : config;
    size_t length = strlen(name);
    if (length > 5 && strcmp(name + length - 5, ".json") == 0)
        length -= 5;
    snprintf(folder, RUN_PATH, "runs/%.*s", (int)length, name);
}

static void print_closing(const run_t *run, run_call_t *call) {
    summary_t *summary = &call->summary;
    summary_print(summary, stdout);
    printf("  %-22s %.2f games, %.0f decisions, %.0f simulations a second, %d threads\n",
           "rates", (double)summary->games / call->seconds,
           (double)summary->positions / call->seconds,
           (double)summary->simulations / call->seconds, call->threads);
    printf("  %-22s %s: %llu files made, %llu were there\n", "folder", run->folder,
           (unsigned long long)call->shards_made, (unsigned long long)call->shards_found);
}

static bool play(const call_t *call, const run_config_t *config, failure_t *error) {
    char folder[RUN_PATH];
    uint64_t first = 0, end = (uint64_t)config->games;
    run_t run;
    run_call_t done;
    if (call->games && !read_range(call->games, &first, &end, error))
        return false;
    default_folder(call->words.words[0], folder);
    if (!run_open(&run, config, call->folder ? call->folder : folder, error))
        return false;
    bool right = run_play(&run, first, end, call->quiet, &done, error);
    if (right && !call->quiet) {
        if (done.summary.games > 0)
            print_closing(&run, &done);
        else
            printf("%s: all %llu files of these games are there already\n", run.folder,
                   (unsigned long long)done.shards_found);
    }
    summary_clear(&done.summary);
    run_close(&run);
    return right;
}

int command_selfplay(int argc, char **argv) {
    call_t call = {0};
    run_config_t config;
    failure_t error;
    argp_parse(&parser, argc, argv, 0, NULL, &call);
    if (!run_config_load(&config, call.words.words[0], call.words.words + 1,
                         call.words.count - 1, &error))
        return cli_fail(&error);
    if (call.threads > 0)
        config.threads = call.threads;
    bool right = play(&call, &config, &error);
    run_config_clear(&config);
    return right ? cli_finish_output() : cli_fail(&error);
}

int command_keys(int argc, char **argv) {
    static const struct argp keys_parser = {
        .doc = "List the keys of a configuration: default, meaning, allowed values."};
    argp_parse(&keys_parser, argc, argv, 0, NULL, NULL);
    run_config_document(stdout);
    return cli_finish_output();
}
