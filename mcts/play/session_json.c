#include "mcts/play/session_json.h"

#include "core/base/json.h"
#include "core/base/memory_stream.h"
#include "core/game/board_drawing.h"
#include "mcts/engine/engine_messages.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

game_t *session_read_game(const cJSON *request, failure_t *error) {
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(request, "game");
    if (!cJSON_IsString(name)) {
        error_set(error, "\"game\" must be the name of a game");
        return NULL;
    }
    const game_class_t *class = game_class_find(name->valuestring, error);
    return class ? game_new_overridden(
                       class, cJSON_GetObjectItemCaseSensitive(request, "variant"),
                       "game", "variant.", NULL, error)
                 : NULL;
}

/* --- Positions ---------------------------------------------------------------------- */

void session_add_outcome(const session_t *session, cJSON *answer) {
    outcome_t outcome = session_outcome(session);
    cJSON_AddBoolToObject(answer, "over", outcome.over);
    if (!outcome.over) {
        json_add_number(answer, "player", session_player(session) + 1);
        return;
    }
    json_add_number(answer, "winner", outcome.winner == NOBODY ? 0 : outcome.winner + 1);
    cJSON_AddStringToObject(answer, "reason", reason_names[outcome.reason]);
}

static bool read_position(const game_t *game, const cJSON *request, const char *key,
                          state_t *state, failure_t *error) {
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(request, key);
    if (text && !cJSON_IsString(text))
        return error_set(error, "\"%s\" must be a text", key);
    *state = (state_t){0};
    return game_read_position(game, text ? text->valuestring : NULL, state, error) ||
           error_prefix(error, "\"%s\"", key);
}

/* Reads the actions of "played"; *state: where they begin, then where they lead. */
static bool read_played(const game_t *game, const cJSON *list, state_t *state,
                        action_t *actions, failure_t *error) {
    const cJSON *item;
    int count = 0;
    cJSON_ArrayForEach(item, list) {
        if (!cJSON_IsString(item))
            return error_set(error, "\"played\" must be a list of texts");
        if (game_outcome_at(game, state, (uint32_t)count).over)
            return error_set(error, "\"played\" continues after the end of the game");
        if (!game_read_action(game, state, item->valuestring, &actions[count], error))
            return error_prefix(error, "action %d of \"played\"", count + 1);
        game_apply(game, state, actions[count++]);
    }
    return true;
}

/* Takes the session to the position after these actions: forwards, so that the searches
 * can follow, if they begin with those in effect. */
static void go_to(session_t *session, const state_t *start, const action_t *actions,
                  uint32_t count) {
    if (count < session->count || !game_equal(session->game, &session->start, start) ||
        (session->count > 0 &&
         memcmp(actions, session->actions, session->count * sizeof *actions) != 0))
        session_begin(session, start);
    while (session->count < count)
        session_play(session, actions[session->count]);
}

bool session_read_position(session_t *session, const cJSON *request, failure_t *error) {
    const game_t *game = session->game;
    const cJSON *played = cJSON_GetObjectItemCaseSensitive(request, "played");
    bool has_position = json_has(request, "position");
    state_t start, given, end;
    if (played && !cJSON_IsArray(played))
        return error_set(error, "\"played\" must be a list of texts");
    if (!read_position(game, request, "start", &start, error) ||
        !read_position(game, request, "position", &given, error))
        return false;
    if (has_position && !played) {
        session_begin(session, &given);
        return true;
    }
    uint32_t count = (uint32_t)cJSON_GetArraySize(played);
    action_t *actions = memory_new((size_t)count + 1, sizeof *actions);
    end = start;
    bool ok = read_played(game, played, &end, actions, error) &&
              (!has_position || game_equal(game, &given, &end) ||
               error_set(error, "\"played\" does not lead to \"position\""));
    if (ok)
        go_to(session, &start, actions, count);
    free(actions);
    return ok;
}

/* --- For a display ------------------------------------------------------------------ */

/* Each action's text, and the cells that it names. */
static cJSON *legal_json(const session_t *session) {
    action_t actions[GAME_MAX_LEGAL];
    uint8_t cells[GAME_ACTION_CELLS];
    int count = session_legal(session, actions);
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < count; i++) {
        cJSON *item = engine_action_list(session->game, &actions[i], 1);
        int named = game_action_cells(session->game, actions[i], cells);
        for (int k = 0; k < named; k++)
            cJSON_AddItemToArray(item, json_number(cells[k]));
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

static cJSON *cells_json(const session_t *session) {
    cell_drawing_t cells[GAME_MAX_CELLS];
    cJSON *list = cJSON_CreateArray();
    board_draw_cells(session->game, &session->state, cells);
    for (int i = 0; i < session->game->cells; i++) {
        const int drawn[] = {cells[i].piece, cells[i].ground, cells[i].number};
        cJSON_AddItemToArray(list, cJSON_CreateIntArray(drawn, 3));
    }
    return list;
}

void session_add_display(const session_t *session, cJSON *answer) {
    char text[GAME_POSITION_TEXT], *turns;
    text_t result = text_into(text, sizeof text);
    size_t size;
    cJSON_AddBoolToObject(answer, "over", session_outcome(session).over);
    json_add_number(answer, "player", session_player(session) + 1);
    json_add_number(answer, "side", game_side(session->game, &session->state) + 1);
    session_write_result(session, &result);
    cJSON_AddStringToObject(answer, "result", text);
    game_write_position(session->game, &session->state, POSITION_FULL, text);
    cJSON_AddStringToObject(answer, "position", text);
    FILE *file = memory_stream_open(&turns, &size);
    session_write_turns(session, file);
    memory_stream_close(file);
    cJSON_AddStringToObject(answer, "turns", turns);
    free(turns);
    cJSON_AddItemToObject(answer, "legal", legal_json(session));
    cJSON_AddItemToObject(answer, "cells", cells_json(session));
}

/* --- What a search has found -------------------------------------------------------- */

void session_add_found(const session_t *session, cJSON *answer) {
    static const char *const proofs[] = {"none", "lost", "drawn", "won"};
    session_found_t found;
    char text[GAME_ACTION_TEXT];
    session_decide(session, &found);
    const search_result_t *result = &found.result;
    game_write_action(session->game, result->actions[found.chosen], text);
    cJSON_AddStringToObject(answer, "action", text);
    json_add_number(answer, "value", (double)result->root_value);
    cJSON_AddStringToObject(answer, "proof",
                            proofs[bounds_proof(result->bounds[found.chosen])]);
    json_add_number(answer, "simulations", result->simulations);
    json_add_number(answer, "seconds", found.seconds);
    cJSON_AddItemToObject(
        answer, "line", engine_action_list(session->game, found.line, found.line_length));
    cJSON *list = cJSON_AddArrayToObject(answer, "actions");
    for (int i = 0; i < result->count; i++) {
        cJSON *row = cJSON_CreateObject();
        game_write_action(session->game, result->actions[i], text);
        cJSON_AddStringToObject(row, "action", text);
        json_add_number(row, "visits", result->visits[i]);
        json_add_number(row, "value", (double)result->values[i]);
        cJSON_AddItemToArray(list, row);
    }
}
