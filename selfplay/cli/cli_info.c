/* fulcrum info: summarizes files of games and runs. */
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/call_log.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_tree.h"
#include "selfplay/run/summary.h"

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
    games_reader_t reader;
    summary_t summary;
    double games_per_second; /* of all processes together; 0: not known */
} gathered_t;

static void clear(gathered_t *gathered) {
    summary_clear(&gathered->summary);
    games_reader_close(&gathered->reader);
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
    char numbers[TEXT_THOUSANDS];
    games_reader_t *reader = &gathered->reader;
    summary_t *summary = &gathered->summary;
    uint64_t wanted = read_wanted(path);
    int64_t count = -1;
    *gathered = (gathered_t){.games_per_second = read_rate(path)};
    if (games_reader_open(reader, path, GAMES_FILE_WHOLE, error)) {
        summary_init(summary, reader->header.game);
        summary_know(summary, &reader->config);
        while ((count = games_reader_next(reader, error)) > 0)
            summary_add(summary, &reader->record, 0);
    } else if (reader->files.count == 0 && wanted > 0) {
        error_set(error, "%s: 0 of %s games are finished; see: fulcrum status", path,
                  text_thousands(wanted, numbers));
    }
    summary->wanted = wanted;
    summary->file_bytes = reader->bytes;
    if (count < 0)
        clear(gathered);
    return count == 0;
}

static void print_long(gathered_t *gathered, const char *path) {
    const games_header_t *header = &gathered->reader.header;
    size_t files = gathered->reader.files.count;
    printf("%s: %zu file%s, made by %s, %s, %s; rules version %d\n", path, files,
           TEXT_PLURAL(files), header->maker.program, header->maker.compiler,
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
    const games_header_t *header = &gathered->reader.header;
    estimate_t score = summary_score(summary);
    duplicates_t duplicates = summary_duplicates(summary);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "path", path);
    json_add_number(json, "files", gathered->reader.files.count);
    cJSON_AddStringToObject(json, "program", header->maker.program);
    cJSON_AddStringToObject(json, "game", header->game->class->name);
    json_add_number(json, "rules_version", header->rules_version);
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
    cJSON_AddItemToObject(json, "config", json_read(header->config, "config", NULL));
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
