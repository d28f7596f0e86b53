/* fulcrum info: summarizes files of games and runs. */
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/call_log.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_file.h"
#include "selfplay/run/run_tree.h"
#include "selfplay/run/shard_files.h"
#include "selfplay/run/summary.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>

typedef struct call {
    cli_words_t words;
    bool json;
} call_t;

static const option_t options[] = {
    CLI_OPTION_JSON(call_t, json, "Print JSON, one object per path, each on a line"),
};

/* The summary of all files of a path. */
typedef struct gathered {
    games_header_t header; /* of the first file; the summary is about it */
    summary_t summary;
    int files;
    double games_per_second; /* of all processes together; 0: not known */
} gathered_t;

static void clear(gathered_t *gathered) {
    if (gathered->files > 0)
        summary_clear(&gathered->summary);
    games_header_clear(&gathered->header);
    *gathered = (gathered_t){0};
}

/* Adds the games, batch by batch. */
static bool add_games(gathered_t *gathered, games_file_t *file, failure_t *error) {
    record_t record;
    int64_t count;
    record_init(&record, file->header.game);
    while ((count = games_file_next(file, &record, error)) > 0)
        summary_add(&gathered->summary, &record, 0);
    record_clear(&record);
    gathered->summary.file_bytes += file->bytes;
    return count == 0;
}

/* Sets the run's configuration in the summary. */
static bool know(summary_t *summary, const char *text, const char *path,
                 failure_t *error) {
    run_config_t config;
    if (!run_config_parse(&config, text, path, NULL, 0, error))
        return false;
    summary_know(summary, &config);
    run_config_clear(&config);
    return true;
}

/* Adds a file; the header of the first is kept. */
static bool add_file(gathered_t *gathered, const char *path, failure_t *error) {
    games_file_t file;
    const games_header_t *expected = gathered->files > 0 ? &gathered->header : NULL;
    if (!run_file_open(&file, path, expected, GAMES_FILE_WHOLE, error))
        return false;
    if (gathered->files++ == 0) {
        summary_init(&gathered->summary, file.header.game);
        gathered->header = file.header;
        file.header.borrowed = true; /* by the file, from now on */
    } else {
        producer_add(&gathered->header.maker, &file.header.maker);
    }
    bool ok = (gathered->files > 1 ||
               know(&gathered->summary, gathered->header.config, path, error)) &&
              add_games(gathered, &file, error);
    games_file_close(&file);
    return ok;
}

/* Games per second of all processes, weighted by their time. */
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

/* The length of the run in a folder; 0: it is not a run. */
static uint64_t read_wanted(const char *folder) {
    failure_t ignored;
    run_config_t config;
    run_t run;
    if (!run_view_stored(&run, &config, folder, &ignored))
        return 0;
    uint64_t games = run.games;
    run_close(&run);
    run_config_clear(&config);
    return games;
}

static bool gather(gathered_t *gathered, const char *path, failure_t *error) {
    shard_files_t files = {0};
    char numbers[TEXT_THOUSANDS];
    *gathered = (gathered_t){0};
    bool ok = shard_files_add(&files, path, error);
    uint64_t wanted = read_wanted(path);
    if (!ok && wanted > 0)
        error_set(error, "%s: 0 of %s games are finished; see: fulcrum status", path,
                  text_thousands(wanted, numbers));
    for (size_t i = 0; ok && i < files.count; i++)
        ok = add_file(gathered, files.paths[i], error);
    shard_files_clear(&files);
    gathered->summary.wanted = wanted;
    if (ok)
        gathered->games_per_second = read_rate(path);
    else
        clear(gathered);
    return ok;
}

static void print_long(gathered_t *gathered, const char *path) {
    const games_header_t *header = &gathered->header;
    printf("%s: %d file%s, made by %s, %s, %s; rules version %d\n", path, gathered->files,
           TEXT_PLURAL(gathered->files), header->maker.program, header->maker.compiler,
           header->maker.instructions, header->rules_version);
    summary_print(&gathered->summary, stdout);
    printf("configuration:\n%s", header->config);
}

/* The share of wrong resignations; nothing if resignation is off. */
static void add_resignations(cJSON *json, const summary_t *summary) {
    double games;
    estimate_t share = summary_resigned_wrongly(summary, &games);
    if (!resignation_is_on(&summary->learning))
        return;
    json_add_number(json, "resignations_played_out", games);
    json_add_number(json, "resignations_won", summary->resignations.won);
    json_add_number(json, "resignations_drawn", summary->resignations.drawn);
    json_add_number(json, "resigned_wrongly", share.value);
    json_add_number(json, "resigned_wrongly_low", share.low);
    json_add_number(json, "resigned_wrongly_high", share.high);
}

static void print_json(gathered_t *gathered, const char *path) {
    const summary_t *summary = &gathered->summary;
    REQUIRE(gathered->header.game); /* gather has read a file, or has failed */
    estimate_t score = summary_score(summary);
    duplicates_t duplicates = summary_duplicates(summary);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "path", path);
    json_add_number(json, "files", gathered->files);
    cJSON_AddStringToObject(json, "program", gathered->header.maker.program);
    cJSON_AddStringToObject(json, "game", gathered->header.game->class->name);
    json_add_number(json, "rules_version", gathered->header.rules_version);
    json_add_number(json, "games", summary->games);
    if (summary->wanted > 0)
        json_add_number(json, "games_wanted", summary->wanted);
    json_add_number(json, "positions", summary->positions);
    json_add_number(json, "simulations", summary->simulations);
    json_add_number(json, "full_searches", summary->full);
    json_add_number(json, "player1_score", score.value);
    json_add_number(json, "player1_score_low", score.low);
    json_add_number(json, "player1_score_high", score.high);
    json_add_number(json, "distinct_games", duplicates.distinct);
    json_add_number(json, "effective_games", duplicates.effective);
    json_add_number(json, "player1_wins", summary->wins_of_player[0]);
    json_add_number(json, "player2_wins", summary->wins_of_player[1]);
    json_add_number(json, "draws", summary->wins_of_player[NOBODY]);
    cJSON *reasons = cJSON_AddObjectToObject(json, "reasons");
    for (int reason = 1; reason < REASON_COUNT; reason++)
        json_add_number(reasons, reason_names[reason], summary->reasons[reason]);
    json_add_number(json, "turns_median",
                    summary->measured > 0
                        ? summary_quantile(summary->turns, summary->measured, 0.5)
                        : nan(""));
    json_add_number(json, "turns_median_games", summary->measured);
    add_resignations(json, summary);
    json_add_number(json, "file_bytes", summary->file_bytes);
    cJSON_AddItemToObject(json, "config",
                          json_read(gathered->header.config, "config", NULL));
    json_print_line(json, stdout);
}

static bool print_path(const call_t *call, const char *path, bool is_one,
                       failure_t *error) {
    gathered_t gathered;
    if (!gather(&gathered, path, error))
        return false;
    if (call->json)
        print_json(&gathered, path);
    else if (is_one)
        print_long(&gathered, path);
    else
        summary_print_line(&gathered.summary, path, gathered.games_per_second, stdout);
    clear(&gathered);
    return true;
}

static int run(void *data) {
    const call_t *call = data;
    run_tree_t tree = {0};
    failure_t error;
    bool ok = true;
    for (int i = 0; ok && i < call->words.count; i++)
        ok = run_tree_add(&tree, call->words.words[i], &error);
    if (ok && tree.count > 1 && !call->json)
        summary_print_heading(stdout);
    for (size_t i = 0; ok && i < tree.count; i++)
        ok = print_path(call, tree.paths[i], tree.count == 1, &error);
    run_tree_clear(&tree);
    return ok ? cli_finish_output() : cli_fail(&error);
}

const command_t info_command = {
    .name = "info",
    .summary = "summarize runs or files of games",
    .description =
        "Summarize a run or a file of games: results, lengths, configuration, program "
        "version. Several paths are compared in a table, and so are the runs of a study.",
    .arguments = {ARGUMENT("PATH", WORD_FILE, 1, 0, call_t, words,
                           "no file or folder given")},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
