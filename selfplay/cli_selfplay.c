/* fulcrum selfplay: plays a run, or what is missing of it. fulcrum keys: what to say. */
#include "core/cli.h"
#include "core/duration.h"
#include "selfplay/cli.h"
#include "selfplay/factory.h"
#include "selfplay/stop.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct call {
    cli_words_t words; /* the first is the configuration file */
    const char *folder, *games, *task;
    double limit_s; /* 0: none */
    int threads;
    bool quiet;
} call_t;

enum { KEY_GAMES = 'g', KEY_TASK = 256, KEY_TIME_LIMIT };

static const struct argp_option options[] = {
    {"out", 'o', "DIR", 0,
     "Folder of the run (default: runs/ and the configuration's name)", 0},
    {"games", KEY_GAMES, "FIRST:END", 0,
     "Play only games FIRST ... END-1 of the run; bounds are multiples of shard_games",
     0},
    {"task", KEY_TASK, "I/N", 0,
     "Play only the share of task I of N, counted from 0 (default: the task of Slurm's "
     "array, or all; 0/1: all)",
     0},
    {"threads", 't', "N", 0,
     "Threads (default: OMP_NUM_THREADS, SLURM_CPUS_PER_TASK, or as many as the machine "
     "offers)",
     0},
    {"time-limit", KEY_TIME_LIMIT, "TIME", 0,
     "Stop in time to have ended when TIME is over: " DURATION_FORMS, 0},
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
    case KEY_TASK:
        call->task = word;
        return 0;
    case KEY_TIME_LIMIT:
        if (!duration_read(word, &call->limit_s))
            argp_error(state,
                       "--time-limit is a time such as " DURATION_FORMS ", not \"%s\"",
                       word);
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
           "the same command, with the same games; what is there is not made again. "
           "SIGTERM, SIGINT, SIGHUP and SIGUSR1 stop it within seconds, with the games "
           "in flight kept as far as they are played.",
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

static void print_closing(const run_t *run, factory_result_t *result) {
    const call_counts_t *counts = &result->counts;
    if (result->summary.games > 0)
        summary_print(&result->summary, stdout);
    printf("  %-22s %.2f games, %.0f decisions, %.0f simulations a second, %d threads\n",
           "rates", (double)counts->games / counts->seconds,
           (double)counts->decisions / counts->seconds,
           (double)counts->simulations / counts->seconds, result->threads);
    printf("  %-22s %s: %llu files made, %llu were there\n", "folder", run->folder,
           (unsigned long long)counts->shards_made,
           (unsigned long long)result->shards_found);
    if (result->games_kept > 0)
        printf("  %-22s %llu games were in the journal\n", "",
               (unsigned long long)result->games_kept);
}

static void print_result(const call_t *call, const run_t *run, factory_result_t *result) {
    if (result->stopped)
        fprintf(stderr,
                "fulcrum: stopped by %s after %llu games; all that was played is kept in "
                "%s, and the same command goes on\n",
                result->stopped, (unsigned long long)result->counts.games, run->folder);
    if (call->quiet)
        return;
    if (result->counts.seconds > 0)
        print_closing(run, result);
    else
        printf("%s: all %llu files of these games are there already\n", run->folder,
               (unsigned long long)result->shards_found);
}

static bool read_order(const call_t *call, const run_config_t *config,
                       factory_order_t *order, failure_t *error) {
    *order = (factory_order_t){.end = (uint64_t)config->games, .quiet = call->quiet};
    return (!call->games || read_range(call->games, &order->first, &order->end, error)) &&
           (call->task ? share_read(call->task, &order->share, error)
                       : share_of_environment(&order->share, error));
}

/* The exit status. */
static int play(const call_t *call, const run_config_t *config) {
    char folder[RUN_PATH];
    factory_order_t order;
    factory_result_t result;
    failure_t error;
    run_t run;
    stop_on_signals();
    if (call->limit_s > 0)
        stop_after(stop_usable_time(call->limit_s));
    default_folder(call->words.words[0], folder);
    if (!read_order(call, config, &order, &error) ||
        !run_open(&run, config, call->folder ? call->folder : folder, &error))
        return cli_fail(&error);
    bool right = factory_play(&run, &order, &result, &error);
    bool stopped = result.stopped != NULL;
    if (right)
        print_result(call, &run, &result);
    factory_result_clear(&result);
    run_close(&run);
    if (!right)
        return cli_fail(&error);
    return stopped ? EXIT_STOPPED : cli_finish_output();
}

/* What a batch system has given, where nobody said more. */
static int64_t threads_of_environment(void) {
    const char *text = getenv("SLURM_CPUS_PER_TASK");
    long number;
    return !getenv("OMP_NUM_THREADS") && text && text_read_number(&text, 1024, &number) &&
                   *text == 0
               ? number
               : 0;
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
    else if (config.threads == 0)
        config.threads = threads_of_environment();
    int status = play(&call, &config);
    run_config_clear(&config);
    return status;
}

int command_keys(int argc, char **argv) {
    static const struct argp keys_parser = {
        .doc = "List the keys of a configuration: default, meaning, allowed values."};
    argp_parse(&keys_parser, argc, argv, 0, NULL, NULL);
    run_config_document(stdout);
    return cli_finish_output();
}
