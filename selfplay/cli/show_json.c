#include "selfplay/cli/show_json.h"

#include "core/base/json.h"
#include "selfplay/store/record.h"

#include <cjson/cJSON.h>
#include <stdio.h>

static void add_action(cJSON *json, const game_t *game, action_t action) {
    char text[GAME_ACTION_TEXT];
    game_write_action(game, action, text);
    cJSON_AddStringToObject(json, "action", text);
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
    char text[GAME_POSITION_TEXT];
    state_t state = {0};
    if (!game_unpack(
            game, record_u8(record, POSITIONS_STATE) + row * (size_t)game->packed_bytes,
            &state, error))
        return false;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToArray(positions, json);
    game_write_position(game, &state, POSITION_FULL, text);
    json_add_number(json, "ply", record_u32(record, POSITIONS_PLY)[row]);
    json_add_number(json, "turn", record_u32(record, POSITIONS_TURN)[row]);
    json_add_number(json, "player", record_u8(record, POSITIONS_PLAYER)[row] + 1);
    cJSON_AddStringToObject(json, "position", text);
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

static void add_result(cJSON *json, const record_t *record, size_t game) {
    uint8_t winner = record_u8(record, GAMES_WINNER)[game];
    uint8_t side = record_u8(record, GAMES_WINNER_SIDE)[game];
    bool won = winner < NOBODY && side < NOBODY;
    cJSON_AddItemToObject(json, "winner",
                          won ? json_number(winner + 1) : cJSON_CreateNull());
    cJSON_AddItemToObject(json, "winner_side",
                          won ? cJSON_CreateString(record->game->class->side_names[side])
                              : cJSON_CreateNull());
    cJSON_AddStringToObject(
        json, "reason",
        reason_names[record_u8(record, GAMES_REASON)[game] % REASON_COUNT]);
}

cJSON *show_json(const record_t *record, size_t game, failure_t *error) {
    cJSON *json = cJSON_CreateObject();
    uint32_t count = record_u32(record, GAMES_DECISIONS)[game];
    cJSON_AddStringToObject(json, "game", record->game->class->name);
    cJSON_AddStringToObject(json, "variant", record->game->variant_text);
    json_add_number(json, "id", record_i64(record, GAMES_ID)[game]);
    json_add_number(json, "turns", record_u32(record, GAMES_TURNS)[game]);
    json_add_number(json, "actions", count);
    add_result(json, record, game);
    cJSON *positions = cJSON_AddArrayToObject(json, "positions");
    size_t first = record_first_position(record, game);
    for (size_t row = first; row < first + count; row++)
        if (!add_position(positions, record, row, error)) {
            cJSON_Delete(json);
            return NULL;
        }
    return json;
}
