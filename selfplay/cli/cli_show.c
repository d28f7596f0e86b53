/* fulcrum show: prints one game of a file or run, as actions or as boards with their
 * searches. */
#include "core/base/files/file.h"
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "core/game/source/recorded_game.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/cli/show_game.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/game_ranges.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>

typedef struct call {
    cli_words_t words;
    long game; /* negative: not given */
    bool boards, json;
} call_t;

static const option_t options[] = {
    OPTION_WHOLE("game", 0, "I", call_t, game, 0, 1000000000,
                 "Show game number I of the run (default: the first that exists)"),
    OPTION_FLAG("boards", 'b', call_t, boards,
                "Draw each position, with the five most visited actions of its search"),
    CLI_OPTION_JSON(call_t, json,
                    "Print one JSON object: the result, and every position with its "
                    "search"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    return !(call->json && call->boards) ||
           error_set(error, "--json and --boards exclude each other");
}

/* --- The file ----------------------------------------------------------------------- */

/* Sets the error that a run does not have the game, with those that it has. */
static bool not_there(const run_t *run, const run_folder_t *list, uint64_t game,
                      failure_t *error) {
    game_ranges_t ranges;
    game_ranges_init(&ranges);
    for (size_t i = 0; i < list->num_shards; i++) {
        uint64_t first = run_shard_first(run, list->shards[i]);
        game_ranges_add(&ranges, first, first + run_shard_held(run, list->shards[i]));
    }
    return error_set(error, "%s: holds the games %.300s, not %" PRIu64, run->folder,
                     game_ranges_text(&ranges), game);
}

/* The file of a run that holds the game, or the first. */
static bool find_shard(const call_t *call, const char *folder, char path[FILE_PATH],
                       failure_t *error) {
    run_folder_t list;
    run_t run;
    if (!run_view_stored(&run, folder, error))
        return false;
    bool ok = run_folder_list(&list, folder, error);
    if (ok) {
        uint64_t size = (uint64_t)run.config->shard_games;
        uint64_t game = (uint64_t)call->game;
        uint64_t shard = call->game >= 0       ? game / size
                         : list.num_shards > 0 ? list.shards[0]
                                               : 0;
        if (list.num_shards == 0)
            ok = error_set(error, "%s: holds no games yet", folder);
        else if (call->game >= 0 && game % size >= run_shard_held(&run, shard))
            ok = not_there(&run, &list, game, error);
        else
            run_shard_path(folder, shard, path);
        run_folder_clear(&list);
    }
    run_close(&run);
    return ok;
}

static bool find_file(const call_t *call, char path[FILE_PATH], failure_t *error) {
    const char *word = call->words.words[0];
    return file_is_folder(word) ? find_shard(call, word, path, error)
                                : file_path(path, error, "%s", word);
}

/* --- The game ----------------------------------------------------------------------- */

static bool find_row(games_file_t *file, const call_t *call, uint64_t *row,
                     failure_t *error) {
    int64_t first, last;
    *row = 0;
    if (file->rows[TABLE_GAMES] == 0)
        return error_set(error, "%s: holds no games", file->path);
    game_found_t found = call->game >= 0
                             ? games_file_find(file, (uint64_t)call->game, row, error)
                             : GAME_FOUND;
    if (found != GAME_NOT_THERE)
        return found == GAME_FOUND;
    return games_file_id(file, 0, &first, error) &&
           games_file_id(file, file->rows[TABLE_GAMES] - 1, &last, error) &&
           error_set(error, "%s: holds games %" PRId64 " to %" PRId64 "%s%s, not %ld",
                     file->path, first, last, file->present ? ", these: " : "",
                     file->present ? file->present : "", call->game);
}

/* Reads the game, and only the part of the file that it needs. */
static bool show(const call_t *call, games_file_t *file, record_t *record,
                 failure_t *error) {
    uint64_t row;
    const game_class_t *class = file->header.game->class;
    if ((call->boards && !recorded_game_has_rules(class, error)) ||
        !find_row(file, call, &row, error) ||
        !games_file_read(file, row, 1, GAMES_FILE_BATCH, record, error))
        return false;
    if (!call->json)
        return show_game(record, call->boards, error) ||
               error_prefix(error, "%s: game %" PRId64, file->path,
                            record_i64(record, GAMES_ID)[0]);
    cJSON *json = show_game_json(record, error);
    if (json)
        json_print_line(json, stdout);
    return json != NULL;
}

static bool show_one_saved(const call_t *call, failure_t *error) {
    const char *path = call->words.words[0];
    if (call->json)
        return error_set(error, "%s: is a saved game, which is JSON itself", path);
    return call->game > 0 ? error_set(error, "%s: is a saved game, number 0, not %ld",
                                      path, call->game)
                          : show_saved(path, call->boards, error);
}

static int run(void *data) {
    const call_t *call = data;
    failure_t error;
    if (show_is_saved(call->words.words[0]))
        return show_one_saved(call, &error) ? cli_finish_output() : cli_fail(&error);
    games_file_t file;
    record_t record;
    char path[FILE_PATH];
    if (!find_file(call, path, &error) ||
        !run_file_open(&file, path, NULL, GAMES_FILE_PART, &error))
        return cli_fail(&error);
    record_init(&record, file.header.game);
    bool ok = show(call, &file, &record, &error);
    record_clear(&record);
    games_file_close(&file);
    return ok ? cli_finish_output() : cli_fail(&error);
}

static const call_t defaults = {.game = -1};

const command_t show_command = {
    .name = "show",
    .summary = "show one recorded game, as actions or as boards",
    .description = "Show a recorded game of a file or a run, or one saved by `fulcrum "
                   "play` or a play page.",
    .arguments = {ARGUMENT("FILE|RUN", WORD_FILE, 1, 1, call_t, words,
                           "no file or run given")},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .without_rules = true,
    .call_bytes = sizeof(call_t),
    .defaults = &defaults,
    .check = check,
    .run = run,
};
