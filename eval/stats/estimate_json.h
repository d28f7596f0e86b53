/* estimate_json.h - numbers with their intervals as JSON.
 * Use: estimate_add_json(json, "score", &score);    {"value": .5, "low": .4, "high": .6}
 * JSON has no infinity: what is not finite is null.
 * Threads: as cJSON.   Errors: none.
 */
#ifndef EVAL_ESTIMATE_JSON_H
#define EVAL_ESTIMATE_JSON_H

#include "eval/stats/outcome_counts.h"

typedef struct cJSON cJSON; /* cjson/cJSON.h */

void number_add_json(cJSON *json, const char *key, double number);
void estimate_add_json(cJSON *json, const char *key, const estimate_t *estimate);

#endif
