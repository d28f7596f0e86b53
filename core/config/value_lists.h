/* value_lists.h - lists of values of keys, "size=4,6", and all their combinations.
 * Use: value_lists_t lists = {0};
 *      if (value_lists_add(&lists, "size=4,6", COMMAND_LINE, &error)) ...
 *      for (int i = 0; i < value_lists_count(&lists, MOST); i++)
 *          cJSON *values = value_lists_at(&lists, i, &error);              {"size": 4}
 *      value_lists_clear(&lists);
 * The values of the last list change fastest. Without lists there is one combination.
 * Owns: its texts; value_lists_at belongs to the caller.
 * Errors: an empty value; a value or a key that is given twice.
 */
#ifndef CORE_VALUE_LISTS_H
#define CORE_VALUE_LISTS_H

#include "core/base/error.h"

#include <stdbool.h>

typedef struct cJSON cJSON; /* cjson/cJSON.h */

typedef struct value_list {
    char *key;
    char **values; /* as a command line has them */
    int count;
} value_list_t;

typedef struct value_lists {
    value_list_t *of;
    int count;
} value_lists_t;

/* Adds the list of a word. where, below: what messages begin with, the command line or a
 * file. */
bool value_lists_add(value_lists_t *lists, const char *word, const char *where,
                     failure_t *error);

/* Adds the list of a key as JSON: [4, 6]. Values other than texts count as JSON text. */
bool value_lists_add_json(value_lists_t *lists, const char *key, const cJSON *values,
                          const char *where, failure_t *error);
void value_lists_clear(value_lists_t *lists);

/* The number of combinations; above `most`: any number above it. */
int value_lists_count(const value_lists_t *lists, int most);

/* The value of a list in combination `number`. */
const char *value_lists_value(const value_lists_t *lists, int number, int list);

/* "KEY=VALUE" of it, for the caller to free. */
char *value_lists_word(const value_lists_t *lists, int number, int list);

/* Combination `number` as an object, nested by the dots in keys; NULL: an error. */
cJSON *value_lists_at(const value_lists_t *lists, int number, failure_t *error);

/* The values of a list: numbers, true, false and texts. */
cJSON *value_list_json(const value_list_t *list);

#endif
