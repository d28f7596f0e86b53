/* fulcrum info: what files of games and folders of runs hold. */
#include "core/cli.h"
#include "core/json.h"
#include "selfplay/call_log.h"
#include "selfplay/cli.h"
#include "selfplay/run.h"
#include "selfplay/shard.h"
#include "selfplay/shard_files.h"
#include "selfplay/summary.h"

#include <argp.h>
#include <stdlib.h>

static const struct argp_option options[] = {
    {"json", 'j', NULL, 0, "Print JSON, one object a line for each path", 0}, {0}};

typedef struct call {
    cli_words_t words;
    bool json;
} call_t;

static int parse(int key, char *word, struct argp_state *state) {
    call_t *call = state->input;
    switch (key) {
    case 'j':
        call->json = true;
        return 0;
    case ARGP_KEY_END:
        if (call->words.count == 0)
            argp_error(state, "which file or folder?");
        return 0;
    default:
        return cli_take_word(&call->words, CLI_MAX_WORDS, key, word, state);
    }
}

static const struct argp parser = {
    .options = options,
    .parser = parse,
    .args_doc = "PATH ...",
    .doc = "Show what a file of games, or the folder of a run, holds and what made it. "
           "Several paths are compared in a table.",
};

/* The shards of a path, gathered. */
typedef struct gathered {
    game_t *game; /* of the first shard; the summary is about it */
    summary_t summary;
    char *config, program[64], compiler[64], instructions[32];
    int files, rules_version;
    double games_per_second; /* of all calls together; 0: not known */
} gathered_t;

static void clear(gathered_t *gathered) {
    if (gathered->game)
        summary_clear(&gathered->summary);
    game_free(gathered->game);
    free(gathered->config);
    *gathered = (gathered_t){0};
}

/* Adds a file; the first gives its game and descriptions away. */
static bool add_file(gathered_t *gathered, const char *path, failure_t *error) {
    shard_t shard;
    if (!shard_read(&shard, path, error))
        return false;
    if (gathered->files > 0 && strcmp(shard.config, gathered->config) != 0) {
        shard_clear(&shard);
        return error_set(
            error, "%s: is of another configuration than the files beside it", path);
    }
    if (gathered->files++ == 0) {
        summary_init(&gathered->summary, shard.game);
        gathered->config = shard.config;
        shard.config = NULL;
        memcpy(gathered->program, shard.program, sizeof shard.program);
        memcpy(gathered->compiler, shard.compiler, sizeof shard.compiler);
        memcpy(gathered->instructions, shard.instructions, sizeof shard.instructions);
        gathered->rules_version = shard.rules_version;
        summary_add(&gathered->summary, &shard.record, (uint64_t)shard.file_bytes);
        gathered->game = shard.game;
        record_clear(&shard.record);
        return true;
    }
    summary_add(&gathered->summary, &shard.record, (uint64_t)shard.file_bytes);
    shard_clear(&shard);
    return true;
}

/* Games a second of all calls, each weighed by its time. */
static double read_rate(const char *folder) {
    double games = 0, seconds = 0;
    size_t count;
    call_entry_t *calls = call_log_read(folder, &count);
    for (size_t i = 0; i < count; i++) {
        games += (double)calls[i].counts.games;
        seconds += calls[i].counts.seconds;
    }
    free(calls);
    return seconds > 0 ? games / seconds : 0;
}

static bool gather(gathered_t *gathered, const char *path, failure_t *error) {
    shard_files_t files = {0};
    *gathered = (gathered_t){0};
    bool right = shard_files_add(&files, path, error);
    for (size_t i = 0; right && i < files.count; i++)
        right = add_file(gathered, files.paths[i], error);
    shard_files_clear(&files);
    if (right)
        gathered->games_per_second = read_rate(path);
    else
        clear(gathered);
    return right;
}

static void print_long(gathered_t *gathered, const char *path) {
    printf("%s: %d file%s, made by %s, %s, %s; rules version %d\n", path, gathered->files,
           gathered->files == 1 ? "" : "s", gathered->program, gathered->compiler,
           gathered->instructions, gathered->rules_version);
    summary_print(&gathered->summary, stdout);
    printf("configuration:\n%s", gathered->config);
}

static void print_json(gathered_t *gathered, const char *path) {
    const summary_t *summary = &gathered->summary;
    interval_t interval = summary_score_interval(summary);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "path", path);
    cJSON_AddNumberToObject(json, "files", gathered->files);
    cJSON_AddStringToObject(json, "program", gathered->program);
    cJSON_AddStringToObject(json, "game", gathered->game->class->name);
    cJSON_AddNumberToObject(json, "rules_version", gathered->rules_version);
    cJSON_AddNumberToObject(json, "games", (double)summary->games);
    cJSON_AddNumberToObject(json, "positions", (double)summary->positions);
    cJSON_AddNumberToObject(json, "simulations", (double)summary->simulations);
    cJSON_AddNumberToObject(json, "player1_score", summary_score(summary));
    cJSON_AddNumberToObject(json, "player1_score_low", interval.low);
    cJSON_AddNumberToObject(json, "player1_score_high", interval.high);
    cJSON_AddNumberToObject(json, "player1_wins", (double)summary->wins_of_player[0]);
    cJSON_AddNumberToObject(json, "player2_wins", (double)summary->wins_of_player[1]);
    cJSON_AddNumberToObject(json, "draws", (double)summary->wins_of_player[NOBODY]);
    cJSON *reasons = cJSON_AddObjectToObject(json, "reasons");
    for (int reason = 1; reason < REASON_COUNT; reason++)
        cJSON_AddNumberToObject(reasons, reason_names[reason],
                                (double)summary->reasons[reason]);
    cJSON_AddNumberToObject(json, "turns_median",
                            summary_quantile(summary->turns, summary->games, 0.5));
    cJSON_AddNumberToObject(json, "file_bytes", (double)summary->file_bytes);
    cJSON_AddItemToObject(json, "config", cJSON_Parse(gathered->config));
    char *text = cJSON_PrintUnformatted(json);
    printf("%s\n", text);
    cJSON_free(text);
    cJSON_Delete(json);
}

int command_info(int argc, char **argv) {
    call_t call = {0};
    failure_t error;
    argp_parse(&parser, argc, argv, 0, NULL, &call);
    if (call.words.count > 1 && !call.json)
        summary_print_heading(stdout);
    for (int i = 0; i < call.words.count; i++) {
        const char *path = call.words.words[i];
        gathered_t gathered;
        if (!gather(&gathered, path, &error))
            return cli_fail(&error);
        if (call.json)
            print_json(&gathered, path);
        else if (call.words.count > 1)
            summary_print_line(&gathered.summary, path, gathered.games_per_second,
                               stdout);
        else
            print_long(&gathered, path);
        clear(&gathered);
    }
    return cli_finish_output();
}
