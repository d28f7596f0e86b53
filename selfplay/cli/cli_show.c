/* fulcrum show: prints one game of a file or run, as actions or as boards with their
 * searches. */
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "core/game/perft.h"
#include "core/terminal/terminal.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/cli/show_json.h"
#include "selfplay/cli/show_saved.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/shard_files.h"
#include "selfplay/store/game_ranges.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

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

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

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
static bool find_shard(const call_t *call, const char *folder, char path[RUN_PATH],
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

static bool find_file(const call_t *call, char path[RUN_PATH], failure_t *error) {
    const char *word = call->words.words[0];
    if (is_folder(word))
        return find_shard(call, word, path, error);
    return snprintf(path, RUN_PATH, "%s", word) < RUN_PATH ||
           error_set(error, "%.100s...: the path is too long", word);
}

/* --- The game ----------------------------------------------------------------------- */

/* The rows of a game: its own, and those of its positions. */
typedef struct rows {
    size_t game, first, end;
} rows_t;

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
static bool find_game(games_file_t *file, const call_t *call, record_t *record,
                      rows_t *rows, failure_t *error) {
    uint64_t row;
    if (!find_row(file, call, &row, error) ||
        !games_file_read(file, row, 1, GAMES_FILE_BATCH, record, error))
        return false;
    *rows = (rows_t){.end = record->rows[TABLE_POSITIONS]};
    return true;
}

static void print_heading(const record_t *record, const rows_t *rows) {
    const game_t *game = record->game;
    uint8_t winner = record_u8(record, GAMES_WINNER)[rows->game];
    uint8_t side = record_u8(record, GAMES_WINNER_SIDE)[rows->game];
    uint32_t turns = record_u32(record, GAMES_TURNS)[rows->game];
    uint32_t num_actions = record_u32(record, GAMES_DECISIONS)[rows->game];
    printf("game %" PRId64 " of %s %s\n", record_i64(record, GAMES_ID)[rows->game],
           game->class->name, game->variant_text);
    printf("%u turn%s, %u action%s; ", turns, TEXT_PLURAL(turns), num_actions,
           TEXT_PLURAL(num_actions));
    if (winner != NOBODY && side != NOBODY)
        printf("%s (player %d) won", game->class->side_names[side], winner + 1);
    else
        printf("drawn");
    printf(": %s\n\n",
           reason_names[record_u8(record, GAMES_REASON)[rows->game] % REASON_COUNT]);
}

/* Turns, two per line, as "  3. d4xe5-f4  c2-c4". */
static void print_turns(const record_t *record, const rows_t *rows) {
    const uint32_t *turns = record_u32(record, POSITIONS_TURN);
    char buffer[TURN_TEXT];
    text_t turn = text_into(buffer, sizeof buffer);
    for (size_t row = rows->first; row < rows->end; row++) {
        turn_text_add(record->game, record_u16(record, POSITIONS_CHOSEN)[row], &turn);
        if (row + 1 < rows->end && turns[row + 1] == turns[row])
            continue;
        if (turns[row] % 2 == 0)
            printf("%4u. %-24s", turns[row] / 2 + 1, buffer);
        else
            printf(" %s\n", buffer);
        turn = text_into(buffer, sizeof buffer);
    }
    if (turns[rows->end - 1] % 2 == 0)
        printf("\n");
}

/* The most visited action that has not been shown, or -1. */
static long next_most_visited(const uint32_t *visits, size_t count, const bool *shown) {
    long best = -1;
    for (size_t i = 0; i < count; i++)
        if (!shown[i] && (best < 0 || visits[i] > visits[best]))
            best = (long)i;
    return best;
}

static void print_visits(const record_t *record, size_t row, size_t legal_row) {
    char action_text[GAME_ACTION_TEXT];
    uint16_t action = record_u16(record, LEGAL_ACTION)[legal_row];
    game_write_action(record->game, action, action_text);
    printf("  %-12s %8u%s\n", action_text, record_u32(record, LEGAL_VISITS)[legal_row],
           action == record_u16(record, POSITIONS_CHOSEN)[row] ? "  played" : "");
}

/* The most visited actions and, when it is not among them, the one that was played. */
static void print_search(const record_t *record, size_t row) {
    enum { MOST = 5 };
    static const char *const proofs[] = {"", ", proven lost", ", proven drawn",
                                         ", proven won"};
    size_t first = record_first_legal(record, row), shown = 0;
    size_t count = record_u32(record, POSITIONS_LEGAL)[row];
    const uint32_t *visits = record_u32(record, LEGAL_VISITS) + first;
    uint32_t all = record_u32(record, POSITIONS_VISITS)[row];
    bool is_shown[GAME_MAX_LEGAL] = {false};
    printf("search: %u visit%s, value %.3f for the mover%s\n", all, TEXT_PLURAL(all),
           (double)record_f32(record, POSITIONS_ROOT_VALUE)[row],
           proofs[record_u8(record, POSITIONS_ROOT_PROOF)[row] & 3]);
    for (; shown < MOST && shown < count && count <= GAME_MAX_LEGAL; shown++) {
        size_t best = (size_t)next_most_visited(visits, count, is_shown);
        is_shown[best] = true;
        print_visits(record, row, first + best);
    }
    for (size_t i = 0; i < count && count <= GAME_MAX_LEGAL; i++)
        if (!is_shown[i] && record_u16(record, LEGAL_ACTION)[first + i] ==
                                record_u16(record, POSITIONS_CHOSEN)[row]) {
            print_visits(record, row, first + i);
            shown++;
        }
    if (count > shown)
        printf("  and %zu more\n", count - shown);
}

static bool print_boards(const record_t *record, const rows_t *rows, failure_t *error) {
    const game_t *game = record->game;
    bool colour = terminal_has_colour();
    char picture[GAME_PICTURE_TEXT];
    state_t state = {0};
    for (size_t row = rows->first; row < rows->end; row++) {
        const uint8_t *packed =
            record_u8(record, POSITIONS_STATE) + row * (size_t)game->packed_bytes;
        uint16_t chosen = record_u16(record, POSITIONS_CHOSEN)[row];
        if (!game_unpack(game, packed, &state, error))
            return false;
        if (!game_is_legal(game, &state, chosen))
            return error_set(error, "the action played is not legal");
        text_t out = text_into(picture, sizeof picture);
        game_picture(game, &state, colour, &out);
        printf("--- turn %u, action %u\n%s", record_u32(record, POSITIONS_TURN)[row] + 1,
               record_u32(record, POSITIONS_PLY)[row] + 1, picture);
        print_search(record, row);
        printf("\n");
        game_apply(game, &state, chosen);
    }
    text_t out = text_into(picture, sizeof picture);
    game_picture(game, &state, colour, &out);
    printf("--- end\n%s", picture);
    return true;
}

static bool show(const call_t *call, games_file_t *file, record_t *record,
                 failure_t *error) {
    rows_t rows;
    if (!find_game(file, call, record, &rows, error))
        return false;
    if (call->json) {
        cJSON *json = show_json(record, rows.game, error);
        if (json)
            json_print_line(json, stdout);
        return json != NULL;
    }
    print_heading(record, &rows);
    print_turns(record, &rows);
    if (!call->boards)
        return true;
    printf("\n");
    return print_boards(record, &rows, error) ||
           error_prefix(error, "%s: game %" PRId64, file->path,
                        record_i64(record, GAMES_ID)[rows.game]);
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
    if (show_saved_is_one(call->words.words[0]))
        return show_one_saved(call, &error) ? cli_finish_output() : cli_fail(&error);
    games_file_t file;
    record_t record;
    char path[RUN_PATH];
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
    .call_bytes = sizeof(call_t),
    .defaults = &defaults,
    .check = check,
    .run = run,
};
