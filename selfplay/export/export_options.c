#include "selfplay/export/export_options.h"

#include "core/base/json.h"

#include <cjson/cJSON.h>

static const char *const policy_form_names[POLICY_COUNT] = {"sparse", "padded", "dense"};
static const char *const symmetries_names[SYMMETRIES_COUNT] = {"none", "random", "all",
                                                               "maps"};

cJSON *export_options_json(const export_options_t *options) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "policy", policy_form_names[options->policy]);
    cJSON *values = cJSON_AddArrayToObject(json, "value");
    if (options->value_result)
        cJSON_AddItemToArray(values, cJSON_CreateString("result"));
    if (options->value_root)
        cJSON_AddItemToArray(values, cJSON_CreateString("root"));
    if (options->value_mix) {
        cJSON_AddItemToArray(values, cJSON_CreateString("mix"));
        json_add_number(json, "mix", options->mix);
    }
    if (options->value_later) {
        cJSON_AddItemToArray(values, cJSON_CreateString("later"));
        json_add_number(json, "later", options->later);
    }
    cJSON_AddStringToObject(json, "symmetries", symmetries_names[options->symmetries]);
    cJSON_AddBoolToObject(json, "planes", options->planes);
    cJSON_AddBoolToObject(json, "features", options->features);
    cJSON_AddBoolToObject(json, "final_board", options->final_board);
    json_add_number(json, "first_turn", options->first_turn);
    if (options->end_turn == UINT32_MAX)
        cJSON_AddNullToObject(json, "end_turn");
    else
        json_add_number(json, "end_turn", options->end_turn);
    json_add_number(json, "per_game", options->per_game);
    json_add_number(json, "min_visits", options->min_visits);
    cJSON_AddBoolToObject(json, "without_forced", options->without_forced);
    cJSON_AddBoolToObject(json, "without_proven", options->without_proven);
    cJSON_AddBoolToObject(json, "without_cut_off", options->without_cut_off);
    cJSON_AddBoolToObject(json, "without_fast", options->without_fast);
    json_add_number(json, "validation", options->validation);
    json_add_number(json, "shuffle", options->seed);
    json_add_number(json, "deflate", options->deflate);
    return json;
}
