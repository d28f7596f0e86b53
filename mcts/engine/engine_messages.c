#include "mcts/engine/engine_messages.h"

#include "core/base/json.h"
#include "core/game/planes.h"

#include <cjson/cJSON.h>

cJSON *engine_request(const char *what) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "request", what);
    return json;
}

static void add_planes(const game_t *game, cJSON *json) {
    planes_shape_t shape = planes_shape(game);
    cJSON *planes = cJSON_AddObjectToObject(json, "planes");
    json_add_number(planes, "version", shape.version);
    cJSON_AddItemToObject(
        planes, "shape",
        cJSON_CreateIntArray((const int[]){shape.planes, shape.height, shape.width}, 3));
    cJSON *scales = cJSON_AddArrayToObject(planes, "scales");
    for (int p = 0; p < shape.planes; p++)
        cJSON_AddItemToArray(scales, json_number((double)planes_scale(game, p)));
    json_add_number(planes, "cell_heads", shape.cell_heads);
    json_add_number(planes, "pair_heads", shape.pair_heads);
    json_add_number(planes, "whole_heads", shape.whole_heads);
}

cJSON *engine_request_game(const game_t *game) {
    cJSON *json = engine_request("game");
    cJSON_AddStringToObject(json, "game", game->class->name);
    game_write_variant(game, cJSON_AddObjectToObject(json, "variant"));
    json_add_number(json, "rules_version", game->class->rules_version);
    json_add_number(json, "num_actions", game->num_actions);
    json_add_number(json, "max_legal", game->max_legal);
    if (game->class->networks.planes)
        add_planes(game, json);
    return json;
}

cJSON *engine_action_list(const game_t *game, const action_t *actions, int count) {
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < count; i++) {
        cJSON_AddItemToArray(list,
                             cJSON_CreateString(game_action_text(game, actions[i]).text));
    }
    return list;
}

cJSON *engine_request_position(const game_t *game, const state_t *state,
                               const action_t *played, int num_played) {
    action_t legal[GAME_MAX_LEGAL];
    int count = game_legal(game, state, legal);
    cJSON *json = engine_request("position");
    cJSON_AddStringToObject(json, "position", game_position_text(game, state).text);
    if (played)
        cJSON_AddItemToObject(json, "played",
                              engine_action_list(game, played, num_played));
    json_add_number(json, "player", game_player(game, state) + 1);
    cJSON_AddItemToObject(json, "legal", engine_action_list(game, legal, count));
    return json;
}
