#include "mcts/engine/engine_messages.h"

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
    cJSON_AddNumberToObject(planes, "version", shape.version);
    cJSON_AddItemToObject(
        planes, "shape",
        cJSON_CreateIntArray((const int[]){shape.planes, shape.height, shape.width}, 3));
    cJSON *scales = cJSON_AddArrayToObject(planes, "scales");
    for (int p = 0; p < shape.planes; p++)
        cJSON_AddItemToArray(scales, cJSON_CreateNumber((double)planes_scale(game, p)));
    cJSON_AddNumberToObject(planes, "cell_heads", shape.cell_heads);
    cJSON_AddNumberToObject(planes, "pair_heads", shape.pair_heads);
    cJSON_AddNumberToObject(planes, "whole_heads", shape.whole_heads);
}

cJSON *engine_request_game(const game_t *game) {
    cJSON *json = engine_request("game");
    cJSON_AddStringToObject(json, "game", game->class->name);
    game_write_variant(game, cJSON_AddObjectToObject(json, "variant"));
    cJSON_AddNumberToObject(json, "rules_version", game->class->rules_version);
    cJSON_AddNumberToObject(json, "num_actions", game->num_actions);
    cJSON_AddNumberToObject(json, "max_legal", game->max_legal);
    if (game->class->networks.planes)
        add_planes(game, json);
    return json;
}

cJSON *engine_action_list(const game_t *game, const action_t *actions, int count) {
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < count; i++) {
        char text[GAME_ACTION_TEXT];
        game_write_action(game, actions[i], text);
        cJSON_AddItemToArray(list, cJSON_CreateString(text));
    }
    return list;
}

cJSON *engine_request_position(const game_t *game, const state_t *state,
                               const action_t *played, int num_played) {
    char text[GAME_POSITION_TEXT];
    action_t legal[GAME_MAX_LEGAL];
    int count = game_legal(game, state, legal);
    cJSON *json = engine_request("position");
    game_write_position(game, state, POSITION_FULL, text);
    cJSON_AddStringToObject(json, "position", text);
    if (played)
        cJSON_AddItemToObject(json, "played",
                              engine_action_list(game, played, num_played));
    cJSON_AddNumberToObject(json, "player", game_player(game, state) + 1);
    cJSON_AddItemToObject(json, "legal", engine_action_list(game, legal, count));
    return json;
}
