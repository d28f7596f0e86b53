/* json.h - reads JSON files and key=value arguments, with helpful error messages; prints
 * JSON.
 * Use: cJSON *json = json_load("run.json", &error);  ...  cJSON_Delete(json);
 *      cJSON *json = json_from_arguments(argv, count, &error);
 * Owns: the caller owns the result.   Threads: independent calls may run concurrently.
 * Errors: cannot read; malformed (line and column); duplicate key in an object; an
 *      argument that is not key=value, or that repeats a key.
 */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include "core/base/error.h"

#include <stdint.h>
#include <stdio.h>

typedef struct cJSON cJSON;         /* cjson/cJSON.h */
typedef struct estimate estimate_t; /* core/base/interval.h */

#define COMMAND_LINE "command line" /* the `where` of messages about key=value */

/* Parses a text, which must be one JSON object; `where` names it in messages. */
cJSON *json_parse(const char *text, const char *where, failure_t *error);

/* Parses a file; `where` is its path. */
cJSON *json_load(const char *path, failure_t *error);

/* {"search": {"simulations": 64}} from "search.simulations=64". Values that are JSON
 * numbers, true or false become those, all others strings. */
cJSON *json_from_arguments(char *const *arguments, int count, failure_t *error);

/* Prints an object on one line and deletes it, for --json. */
void json_print_line(cJSON *json, FILE *file);

/* Returns the JSON as indented text with a final newline; the caller frees it. */
char *json_text(const cJSON *json);

/* Adds a number, or null if it is not finite: JSON has no infinity. */
void json_add_number(cJSON *json, const char *key, double number);

/* Adds a whole number with all of its digits; cJSON's own numbers are exact up to 2^53.
 */
void json_add_count(cJSON *json, const char *key, uint64_t count);

/* {"value": 0.5, "low": 0.4, "high": 0.6} */
void json_add_estimate(cJSON *json, const char *key, const estimate_t *estimate);

/* Returns the object that holds the last part of a dotted path, creating missing objects,
 * and the last part in *name; NULL if a part of the path is not an object. */
cJSON *json_object_at(cJSON *json, const char *path, const char **name);

#endif
