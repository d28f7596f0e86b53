/* json.h - reads JSON files and key=value arguments, with helpful error messages; prints
 * JSON.
 * Use: cJSON *json = json_load("run.json", &error);  ...  cJSON_Delete(json);
 *      cJSON *json = json_from_arguments(argv, count, &error);
 *      json_add_number(json, "seed", seed);   json_print_line(json, stdout);
 * JSON enters and leaves the program only here, not by the functions of cJSON, which
 * accept what is not JSON and change integers of more than 15 digits. What has been read
 * is printed with the same numbers, whatever their size.
 * Owns: the caller owns the result.   Threads: independent calls may run concurrently.
 * Errors: cannot read; malformed (line and column); duplicate key in an object; an
 *      argument that is not key=value, or that repeats a key.
 */
#ifndef CORE_JSON_H
#define CORE_JSON_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cJSON cJSON;         /* cjson/cJSON.h */
typedef struct estimate estimate_t; /* core/base/interval.h */

#define COMMAND_LINE "command line" /* the `where` of messages about key=value */

/* --- Reading ------------------------------------------------------------------------ */

/* Parses a text, which must be one JSON value (json_parse: an object); `where` names it
 * in messages. */
cJSON *json_read(const char *text, const char *where, failure_t *error);
cJSON *json_parse(const char *text, const char *where, failure_t *error);

/* Parses a file, which must hold an object; `where` is its path. */
cJSON *json_load(const char *path, failure_t *error);

/* A value as a command line has it: a JSON number, true or false, or else a string. */
cJSON *json_from_word(const char *word);

/* The reverse: a text without quotes, all else as JSON; for the caller to free. */
char *json_to_word(const cJSON *json);

/* {"search": {"simulations": 64}} from "search.simulations=64". */
cJSON *json_from_arguments(char *const *arguments, int count, failure_t *error);

/* Whether an item (or NULL) is an integer from min to max; *integer is exactly that. */
bool json_integer(const cJSON *item, int64_t min, int64_t max, int64_t *integer);

/* Whether two values are the same, whatever the order of keys; numbers to the last digit.
 */
bool json_equal(const cJSON *a, const cJSON *b);

/* Whether an object (or NULL) has a key. */
bool json_has(const cJSON *json, const char *key);

/* Sets copies of the members of an object in another one, at any depth. */
void json_merge(cJSON *into, const cJSON *from);

/* Returns the object that holds the last part of a dotted path, creating missing objects,
 * and the last part in *name; NULL if a part of the path is not an object. */
cJSON *json_object_at(cJSON *json, const char *path, const char **name);

/* --- Writing ------------------------------------------------------------------------ */

/* A number of any type: an integer with all of its digits, a double with as many as it
 * takes to read it back, null if it is not finite, since JSON has no infinity. */
#define json_number(number)                                                              \
    _Generic((number), double                                                            \
             : json_of_double, unsigned long                                             \
             : json_of_unsigned, unsigned long long                                      \
             : json_of_unsigned, default                                                 \
             : json_of_integer)(number)
cJSON *json_of_double(double number);
cJSON *json_of_unsigned(uint64_t number);
cJSON *json_of_integer(int64_t number);

/* A number that is written as these digits. */
cJSON *json_of_digits(double number, const char *digits);

/* Adds such a number to an object. */
#define json_add_number(json, key, number) json_add_item(json, key, json_number(number))
void json_add_item(cJSON *json, const char *key, cJSON *item);

/* Adds a number with this many significant digits, or null if it is not finite. */
void json_add_rounded(cJSON *json, const char *key, double number, int digits);

/* Adds the value that a valid JSON text holds. */
void json_add_value(cJSON *json, const char *key, const char *text);

/* {"value": 0.5, "low": 0.4, "high": 0.6} */
void json_add_estimate(cJSON *json, const char *key, const estimate_t *estimate);

/* Returns the JSON as text and deletes it; the caller frees the text: on one line,
 * without its end; indented, with a final newline. */
char *json_line(cJSON *json);
char *json_lines(cJSON *json);

/* Prints an object on one line and deletes it, for --json. */
void json_print_line(cJSON *json, FILE *file);

#endif
