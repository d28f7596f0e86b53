#include "mcts/engine/engine_player.h"

#include "core/base/json.h"
#include "core/base/plain_text.h"
#include "mcts/engine/engine_messages.h"
#include "mcts/engine/engine_pool.h"
#include "mcts/engine/engine_program.h"
#include "mcts/search/search_result.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

struct engine_player {
    const engine_choice_t *choice;
    const game_t *game;
    engine_session_t *session; /* NULL: not started */
};

bool engine_player_start(engine_choice_t *choice, const game_t *game, const char *where,
                         failure_t *error) {
    return engine_pool_try(&choice->program, game, "go", "does not play", where, error);
}

engine_player_t *engine_player_new(const engine_choice_t *choice, const game_t *game) {
    engine_player_t *player = memory_new(1, sizeof *player);
    player->choice = choice;
    player->game = game;
    return player;
}

void engine_player_free(engine_player_t *player) {
    if (player)
        engine_pool_give_back(player->session);
    free(player);
}

static bool make_ready(engine_player_t *player, const engine_patience_t *patience,
                       engine_problem_t *problem) {
    if (player->session && engine_session_is_broken(player->session)) {
        engine_pool_give_back(player->session);
        player->session = NULL;
    }
    if (!player->session)
        player->session = engine_pool_get(&player->choice->program, patience, problem);
    return player->session &&
           engine_session_game(player->session, player->game, patience, problem);
}

/* A 53-bit seed specific to the action, for programs that use random numbers. */
static uint64_t seed_of(const engine_turn_t *turn) {
    uint64_t mixed = mix64(mix64(mix64(turn->seed) ^ turn->game) ^ turn->ply);
    return mixed >> 11;
}

static cJSON *go_request(const engine_choice_t *choice, const engine_turn_t *turn) {
    cJSON *json = engine_request("go");
    if (choice->simulations > 0)
        json_add_number(json, "simulations", choice->simulations);
    if (choice->time_ms > 0)
        json_add_number(json, "time_ms", choice->time_ms);
    json_add_number(json, "seed", seed_of(turn));
    cJSON *moment = cJSON_AddObjectToObject(json, "moment");
    json_add_number(moment, "seed", turn->seed);
    json_add_number(moment, "game", turn->game);
    json_add_number(moment, "ply", turn->ply);
    json_add_number(moment, "turn", turn->turn);
    return json;
}

/* Reads {"action": "...", "value": 0.5}: the legal action's index, and the value. */
static bool read_choice(engine_player_t *player, const engine_turn_t *turn,
                        const cJSON *answer, search_result_t *result, int *chosen,
                        engine_problem_t *problem) {
    const cJSON *action = cJSON_GetObjectItemCaseSensitive(answer, "action");
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(answer, "value");
    action_t number;
    failure_t wrong;
    if (!cJSON_IsString(action))
        return engine_session_blame(player->session, ENGINE_GARBLED, problem,
                                    "answered go without a text as \"action\"");
    if (value &&
        !(cJSON_IsNumber(value) && value->valuedouble >= 0 && value->valuedouble <= 1))
        return engine_session_blame(player->session, ENGINE_GARBLED, problem,
                                    "answered go with a \"value\" that is no number from "
                                    "0 to 1");
    if (!game_read_action(player->game, turn->state, action->valuestring, &number,
                          &wrong)) {
        char position[GAME_POSITION_TEXT], shown[GAME_ACTION_TEXT + 24];
        game_write_position(player->game, turn->state, POSITION_FULL, position);
        plain_text_copy(shown, sizeof shown, action->valuestring,
                        strlen(action->valuestring));
        return engine_session_blame(player->session, ENGINE_ILLEGAL, problem,
                                    "chose \"%s\", which is not legal in %.600s", shown,
                                    position);
    }
    *chosen = game_find_action(result->actions, result->count, number);
    if (value)
        result->root_value = (float)value->valuedouble;
    return true;
}

bool engine_player_choose(engine_player_t *player, const engine_turn_t *turn,
                          const engine_patience_t *patience, search_result_t *result,
                          int *chosen, engine_problem_t *problem) {
    if (!make_ready(player, patience, problem))
        return false;
    memset(result, 0, sizeof *result);
    result->root_value = 0.5f;
    result->planned = -1;
    result->count = game_legal(player->game, turn->state, result->actions);
    cJSON *position = engine_request_position(player->game, turn->state, turn->played,
                                              turn->num_played);
    cJSON *seen = engine_session_ask(player->session, position, patience, problem);
    cJSON *answer =
        seen ? engine_session_ask(player->session, go_request(player->choice, turn),
                                  patience, problem)
             : NULL;
    bool ok = answer && read_choice(player, turn, answer, result, chosen, problem);
    cJSON_Delete(seen);
    cJSON_Delete(answer);
    return ok;
}
