#include "eval/report/report_replay.h"

#include "core/base/json.h"
#include "eval/report/report_games.h"
#include "selfplay/store/record.h"

#include <cjson/cJSON.h>
#include <math.h>

static void add_number(cJSON *list, double number) {
    cJSON_AddItemToArray(list, json_number(number));
}

static void add_text(cJSON *list, const game_t *game, action_t action) {
    char text[GAME_ACTION_TEXT];
    game_write_action(game, action, text);
    cJSON_AddItemToArray(list, cJSON_CreateString(text));
}

static void add_cells(cJSON *list, const game_t *game, action_t action) {
    uint8_t cells[GAME_ACTION_CELLS];
    int count = game_action_cells(game, action, cells);
    for (int i = 0; i < count; i++)
        add_number(list, cells[i]);
}

/* The cells of `now` that look different from `before`. */
static cJSON *changes(const cell_drawing_t *before, const cell_drawing_t *now,
                      int cells) {
    cJSON *list = cJSON_CreateArray();
    for (int cell = 0; cell < cells; cell++) {
        if (memcmp(&before[cell], &now[cell], sizeof now[cell]) == 0)
            continue;
        cJSON *item = cJSON_CreateArray();
        add_number(item, cell);
        add_number(item, now[cell].piece);
        add_number(item, now[cell].ground);
        add_number(item, now[cell].number);
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

/* The index of the most visited action not taken yet, or the count. */
static size_t most_visited(const uint32_t *visits, size_t count, const bool *taken) {
    size_t best = count;
    for (size_t i = 0; i < count; i++)
        if (!taken[i] && visits[i] > 0 && (best == count || visits[i] > visits[best]))
            best = i;
    return best;
}

static void add_searched(cJSON *list, const game_t *game, action_t action,
                         uint32_t visits) {
    cJSON *item = cJSON_CreateArray();
    add_text(item, game, action);
    add_number(item, visits);
    add_cells(item, game, action);
    cJSON_AddItemToArray(list, item);
}

/* The most visited actions, and the one that was chosen, whatever its rank. */
static cJSON *searched(const game_t *game, const record_t *record, size_t position,
                       action_t chosen) {
    size_t first = record_first_legal(record, position);
    size_t count = record_u32(record, POSITIONS_LEGAL)[position];
    const uint32_t *visits = record_u32(record, LEGAL_VISITS) + first;
    const uint16_t *actions = record_u16(record, LEGAL_ACTION) + first;
    bool taken[GAME_MAX_LEGAL] = {false};
    cJSON *list = cJSON_CreateArray();
    for (int shown = 0; shown < REPLAY_SHOWN; shown++) {
        size_t best = most_visited(visits, count, taken);
        if (best == count)
            break;
        taken[best] = true;
        add_searched(list, game, actions[best], visits[best]);
    }
    int place = game_find_action(actions, (int)count, chosen);
    if (place >= 0 && !taken[place] && visits[place] > 0)
        add_searched(list, game, chosen, visits[place]);
    return list;
}

static void add_position(cJSON *json, const game_t *game, const state_t *state) {
    char text[GAME_POSITION_TEXT];
    game_write_position(game, state, POSITION_FULL, text);
    cJSON_AddStringToObject(json, "x", text);
}

static cJSON *step_json(const game_t *game, const record_t *record, size_t position,
                        const state_t *state, action_t chosen) {
    char text[GAME_ACTION_TEXT];
    cJSON *json = cJSON_CreateObject();
    double value = record_value(record, position);
    game_write_action(game, chosen, text);
    cJSON_AddStringToObject(json, "t", text);
    json_add_number(json, "p", game_player(game, state));
    json_add_number(json, "s", game_side(game, state));
    if (isnan(value))
        cJSON_AddNullToObject(json, "v");
    else
        json_add_number(json, "v", round(1000 * value) / 1000);
    json_add_number(json, "n", record_u32(record, POSITIONS_VISITS)[position]);
    cJSON_AddItemToObject(json, "m", searched(game, record, position, chosen));
    add_cells(cJSON_AddArrayToObject(json, "c"), game, chosen);
    add_position(json, game, state);
    return json;
}

bool report_replay_of(report_replay_t *replay, const game_t *game, const record_t *record,
                      size_t row, failure_t *error) {
    size_t first = record_first_position(record, row);
    cell_drawing_t before[GAME_MAX_CELLS] = {{0, 0, 0}};
    state_t state;
    *replay = (report_replay_t){.json = cJSON_CreateObject(),
                                .turns = record_u32(record, GAMES_TURNS)[row],
                                .num_actions = record_u32(record, GAMES_DECISIONS)[row],
                                .winner = record_u8(record, GAMES_WINNER)[row],
                                .winner_side = record_u8(record, GAMES_WINNER_SIDE)[row],
                                .reason = record_u8(record, GAMES_REASON)[row]};
    game_start(game, &state);
    board_draw_cells(game, &state, replay->last);
    cJSON_AddItemToObject(replay->json, "start",
                          changes(before, replay->last, game->cells));
    cJSON *steps = cJSON_AddArrayToObject(replay->json, "steps");
    for (size_t i = first; i < first + replay->num_actions; i++) {
        action_t chosen = record_u16(record, POSITIONS_CHOSEN)[i];
        if (!game_is_legal(game, &state, chosen)) {
            cJSON_Delete(replay->json);
            replay->json = NULL;
            return error_set(error, "game %lld: action %zu is not legal",
                             (long long)record_i64(record, GAMES_ID)[row], i - first + 1);
        }
        cJSON *step = step_json(game, record, i, &state, chosen);
        memcpy(before, replay->last, sizeof before);
        game_apply(game, &state, chosen);
        board_draw_cells(game, &state, replay->last);
        cJSON_AddItemToObject(step, "d", changes(before, replay->last, game->cells));
        cJSON_AddItemToArray(steps, step);
    }
    add_position(replay->json, game, &state);
    return true;
}
