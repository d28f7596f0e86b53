#include "selfplay/cli/show_game.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/game/perft.h"
#include "core/game/source/recorded_game.h"
#include "core/terminal/terminal.h"
#include "mcts/play/saved_game.h"
#include "selfplay/store/record.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

/* --- A recorded game ---------------------------------------------------------------- */

static void print_heading(const record_t *record) {
    const game_t *game = record->game;
    uint8_t winner = record_u8(record, GAMES_WINNER)[0];
    uint8_t side = record_u8(record, GAMES_WINNER_SIDE)[0];
    uint32_t turns = record_u32(record, GAMES_TURNS)[0];
    uint32_t num_actions = record_u32(record, GAMES_DECISIONS)[0];
    printf("game %" PRId64 " of %s %s\n", record_i64(record, GAMES_ID)[0],
           game->class->name, game->variant_text);
    printf("%u turn%s, %u action%s; ", turns, TEXT_PLURAL(turns), num_actions,
           TEXT_PLURAL(num_actions));
    if (winner != NOBODY && side != NOBODY)
        printf("%s (player %d) won", game->class->side_names[side], winner + 1);
    else
        printf("drawn");
    printf(": %s\n%s\n", reason_names[record_u8(record, GAMES_REASON)[0] % REASON_COUNT],
           recorded_game_is(game->class)
               ? "actions by their numbers: the rules are missing\n"
               : "");
}

/* Turns, two per line, as "  3. d4xe5-f4  c2-c4". */
static void print_turns(const record_t *record) {
    const uint32_t *turns = record_u32(record, POSITIONS_TURN);
    size_t end = record->rows[TABLE_POSITIONS];
    char buffer[TURN_TEXT];
    text_t turn = text_into(buffer, sizeof buffer);
    for (size_t row = 0; row < end; row++) {
        turn_text_add(record->game, record_u16(record, POSITIONS_CHOSEN)[row], &turn);
        if (row + 1 < end && turns[row + 1] == turns[row])
            continue;
        if (turns[row] % 2 == 0)
            printf("%4u. %-24s", turns[row] / 2 + 1, buffer);
        else
            printf(" %s\n", buffer);
        turn = text_into(buffer, sizeof buffer);
    }
    if (turns[end - 1] % 2 == 0)
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
    uint16_t action = record_u16(record, LEGAL_ACTION)[legal_row];
    printf("  %-12s %8u%s\n", game_action_text(record->game, action).text,
           record_u32(record, LEGAL_VISITS)[legal_row],
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

static bool print_boards(const record_t *record, failure_t *error) {
    const game_t *game = record->game;
    bool colour = terminal_has_colour();
    char picture[GAME_PICTURE_TEXT];
    state_t state = {0};
    for (size_t row = 0; row < record->rows[TABLE_POSITIONS]; row++) {
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

bool show_game(const record_t *record, bool boards, failure_t *error) {
    print_heading(record);
    print_turns(record);
    if (boards)
        printf("\n");
    return !boards || print_boards(record, error);
}

/* --- As JSON ------------------------------------------------------------------------ */

static void add_action(cJSON *json, const game_t *game, action_t action) {
    cJSON_AddStringToObject(json, "action", game_action_text(game, action).text);
}

static void add_legal(cJSON *json, const record_t *record, size_t row) {
    size_t first = record_first_legal(record, row);
    cJSON *legal = cJSON_AddArrayToObject(json, "legal");
    for (size_t i = 0; i < record_u32(record, POSITIONS_LEGAL)[row]; i++) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddItemToArray(legal, one);
        add_action(one, record->game, record_u16(record, LEGAL_ACTION)[first + i]);
        json_add_number(one, "visits", record_u32(record, LEGAL_VISITS)[first + i]);
    }
}

static bool add_position(cJSON *positions, const record_t *record, size_t row,
                         failure_t *error) {
    static const char *const proofs[] = {NULL, "lost", "drawn", "won"};
    const game_t *game = record->game;
    state_t state = {0};
    if (!game_unpack(
            game, record_u8(record, POSITIONS_STATE) + row * (size_t)game->packed_bytes,
            &state, error))
        return false;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToArray(positions, json);
    json_add_number(json, "ply", record_u32(record, POSITIONS_PLY)[row]);
    json_add_number(json, "turn", record_u32(record, POSITIONS_TURN)[row]);
    json_add_number(json, "player", record_u8(record, POSITIONS_PLAYER)[row] + 1);
    cJSON_AddStringToObject(json, "position", game_position_text(game, &state).text);
    add_action(json, game, record_u16(record, POSITIONS_CHOSEN)[row]);
    json_add_number(json, "visits", record_u32(record, POSITIONS_VISITS)[row]);
    json_add_rounded(json, "value", (double)record_f32(record, POSITIONS_ROOT_VALUE)[row],
                     7); /* the digits of a float; null without a search */
    const char *proof = proofs[record_u8(record, POSITIONS_ROOT_PROOF)[row] & 3];
    cJSON_AddItemToObject(json, "proof",
                          proof ? cJSON_CreateString(proof) : cJSON_CreateNull());
    add_legal(json, record, row);
    return true;
}

static void add_result(cJSON *json, const record_t *record) {
    uint8_t winner = record_u8(record, GAMES_WINNER)[0];
    uint8_t side = record_u8(record, GAMES_WINNER_SIDE)[0];
    bool won = winner < NOBODY && side < NOBODY;
    cJSON_AddItemToObject(json, "winner",
                          won ? json_number(winner + 1) : cJSON_CreateNull());
    cJSON_AddItemToObject(json, "winner_side",
                          won ? cJSON_CreateString(record->game->class->side_names[side])
                              : cJSON_CreateNull());
    cJSON_AddStringToObject(
        json, "reason", reason_names[record_u8(record, GAMES_REASON)[0] % REASON_COUNT]);
}

cJSON *show_game_json(const record_t *record, failure_t *error) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "game", record->game->class->name);
    cJSON_AddStringToObject(json, "variant", record->game->variant_text);
    json_add_number(json, "id", record_i64(record, GAMES_ID)[0]);
    json_add_number(json, "turns", record_u32(record, GAMES_TURNS)[0]);
    json_add_number(json, "actions", record_u32(record, GAMES_DECISIONS)[0]);
    add_result(json, record);
    cJSON *positions = cJSON_AddArrayToObject(json, "positions");
    for (size_t row = 0; row < record->rows[TABLE_POSITIONS]; row++)
        if (!add_position(positions, record, row, error)) {
            cJSON_Delete(json);
            return NULL;
        }
    return json;
}

/* --- A saved game ------------------------------------------------------------------- */

bool show_is_saved(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    int c = fgetc(file);
    while (c != EOF && isspace(c))
        c = fgetc(file);
    fclose(file);
    return c == '{';
}

static const char *player_name(const saved_game_t *saved, int player) {
    const cJSON *who = cJSON_GetArrayItem(saved->players, player);
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(who, "name");
    return cJSON_IsString(who)    ? who->valuestring
           : cJSON_IsString(name) ? name->valuestring
                                  : "an agent";
}

static void print_saved_heading(const saved_game_t *saved) {
    const session_t *session = &saved->session;
    const game_t *game = saved->game;
    char result[256];
    text_t out = text_into(result, sizeof result);
    session_write_result(session, &out);
    printf("%s %s\n", game->class->name, game->variant_text);
    for (int player = 0; player < 2; player++)
        printf("player %d: %s\n", player + 1, player_name(saved, player));
    printf("%u turn%s, %u action%s; %s\n\n", session->turn, TEXT_PLURAL(session->turn),
           session->count, TEXT_PLURAL(session->count), result);
}

static void print_saved_board(const saved_game_t *saved, const char *action) {
    char picture[GAME_PICTURE_TEXT];
    text_t out = text_into(picture, sizeof picture);
    game_picture(saved->game, &saved->session.state, terminal_has_colour(), &out);
    printf("--- turn %u, action %u%s%s\n%s\n", saved->session.turn + 1,
           saved->session.count + 1, *action ? ": " : "", action, picture);
}

static void print_saved_boards(saved_game_t *saved) {
    session_t *session = &saved->session;
    for (uint32_t count = 0; count <= session->length; count++) {
        char action[GAME_ACTION_TEXT] = "";
        session_go_to(session, count);
        if (count < session->length)
            game_write_action(saved->game, session->actions[count], action);
        print_saved_board(saved, action);
    }
}

bool show_saved(const char *path, bool boards, failure_t *error) {
    saved_game_t saved;
    if (!saved_game_read(&saved, path, error))
        return false;
    print_saved_heading(&saved);
    session_write_turns(&saved.session, stdout);
    if (boards) {
        printf("\n");
        print_saved_boards(&saved);
    }
    saved_game_clear(&saved);
    return true;
}
