/* variant_grid.h - lists of values of a game's rules, and all combinations of them as
 * variants.
 * Use: variant_grid_t grid = {.class = class};
 *      if (variant_grid_has(&grid, word)) variant_grid_add(&grid, word, &error) ...
 *      for (int i = 0; i < variant_grid_count(&grid, MOST); i++)
 *          cJSON *variant = variant_grid_at(&grid, i, &error);
 * "size=4,6" is a list; `swap` is a rule of every game. The values of the last list
 * change fastest.
 * Owns: nothing but the result of variant_grid_at, which the caller deletes.
 * Errors: too many lists or values; an empty value; a duplicate key.
 */
#ifndef EVAL_VARIANT_GRID_H
#define EVAL_VARIANT_GRID_H

#include "core/base/error.h"
#include "core/config/keys.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct cJSON cJSON;             /* cjson/cJSON.h */
typedef struct game_class game_class_t; /* core/game/game.h */

enum { GRID_LISTS = 16, GRID_VALUES = 24, GRID_TEXT = 64 };

typedef struct variant_list {
    char key[GRID_TEXT];
    char values[GRID_VALUES][GRID_TEXT];
    int count;
} variant_list_t;

typedef struct variant_grid {
    const game_class_t *class;
    variant_list_t lists[GRID_LISTS];
    int num_lists;
} variant_grid_t;

/* A question in words: lists of rules' values, "simulations=25,100", other keys. */
typedef struct grid_words {
    variant_grid_t grid;
    variant_list_t simulations;
    char **others; /* words, borrowed */
    int num_others;
} grid_words_t;

/* own: the other keys that are known. The words have to outlive the result; _clear, also
 * after an error. */
bool grid_words_read(grid_words_t *question, const char *game, char *const *words,
                     int count, const keyset_t *own, failure_t *error);
void grid_words_clear(grid_words_t *question);

/* Number i of the list of simulations. */
bool grid_words_simulations(const grid_words_t *question, int i, long *simulations,
                            failure_t *error);

/* Whether a word is one of the lists. */
bool grid_words_is_list(const grid_words_t *question, const char *word);

/* Whether "key=..." sets a rule of the game. where, below: what messages begin with, the
 * command line or a file. */
bool variant_grid_has(const variant_grid_t *grid, const char *word);

bool variant_grid_add(variant_grid_t *grid, const char *word, const char *where,
                      failure_t *error);

/* The number of variants; above `most`: any number above it. */
int variant_grid_count(const variant_grid_t *grid, int most);

/* Variant number i as a JSON object; NULL: an error. */
cJSON *variant_grid_at(const variant_grid_t *grid, int number, failure_t *error);

/* The values of variant number i: the index in each list. */
void variant_grid_values(const variant_grid_t *grid, int number, int values[GRID_LISTS]);

/* "Name of the game: size 4, 6; swap false, true", as far as there is room. */
void variant_grid_title(const variant_grid_t *grid, char *title, size_t size);

#endif
