/* json.h - JSON in: files and the command line's key=value, with errors a person can use.
 * Use: cJSON *json = json_load("run.json", &error);  ...  cJSON_Delete(json);
 *      cJSON *json = json_from_arguments(argv, count, &error);
 * Owns: the caller owns what is returned.   Threads: independent calls may run together.
 * Errors: cannot read; malformed (line and column); the same key twice in an object; an
 *      argument that is not key=value, or that names a key given before.
 */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include "core/base/error.h"

#include <stdio.h>

typedef struct cJSON cJSON;         /* cjson/cJSON.h */
typedef struct estimate estimate_t; /* core/base/interval.h */

#define COMMAND_LINE "command line" /* the `where` of messages about key=value */

/* Parses a whole text, which has to be one JSON object; `where` names it in messages. */
cJSON *json_parse(const char *text, const char *where, failure_t *error);

/* Parses a file; its path is the `where`. */
cJSON *json_load(const char *path, failure_t *error);

/* {"search": {"simulations": 64}} from "search.simulations=64": values that are JSON
 * numbers, true or false are taken as such, all others as strings. */
cJSON *json_from_arguments(char *const *arguments, int count, failure_t *error);

/* Prints an object on one line and deletes it: what --json is. */
void json_print_line(cJSON *json, FILE *file);

/* A whole text, indented, with a line end at the end; the caller frees it. */
char *json_text(const cJSON *json);

/* Adds a number, or null for one that is not finite: JSON has no infinity. */
void json_add_number(cJSON *json, const char *key, double number);

/* {"value": 0.5, "low": 0.4, "high": 0.6} */
void json_add_estimate(cJSON *json, const char *key, const estimate_t *estimate);

/* The object in which a dotted path ends, made where it is missing, and *name, the path's
 * last part; NULL when something that is no object stands on the way. */
cJSON *json_object_at(cJSON *json, const char *path, const char **name);

#endif
