#include "eval/stats/estimate_json.h"

#include <cjson/cJSON.h>
#include <math.h>

void number_add_json(cJSON *json, const char *key, double number) {
    if (isfinite(number))
        cJSON_AddNumberToObject(json, key, number);
    else
        cJSON_AddNullToObject(json, key);
}

void estimate_add_json(cJSON *json, const char *key, const estimate_t *estimate) {
    cJSON *object = cJSON_AddObjectToObject(json, key);
    number_add_json(object, "value", estimate->value);
    number_add_json(object, "low", estimate->low);
    number_add_json(object, "high", estimate->high);
}
