/* variant_grid.h - lists of values of a game's rules, and questions in such words.
 * Use: variant_grid_t grid = {.class = class};
 *      if (variant_grid_has(&grid, word)) value_lists_add(&grid.lists, word, ...) ...
 * "size=4,6" is a list (value_lists.h), and every combination a variant; `swap` is a rule
 * of every game.
 */
#ifndef EVAL_VARIANT_GRID_H
#define EVAL_VARIANT_GRID_H

#include "core/base/error.h"
#include "core/config/keys.h"
#include "core/config/value_lists.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct game_class game_class_t; /* core/game/game.h */

typedef struct variant_grid {
    const game_class_t *class;
    value_lists_t lists;
} variant_grid_t;

/* A question in words: lists of rules' values, "simulations=25,100", other keys. */
typedef struct grid_words {
    variant_grid_t grid;
    value_lists_t simulations; /* at most one */
    char **others;             /* words, borrowed */
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

/* Whether "key=..." or "key" is a rule of the game. */
bool variant_grid_has(const variant_grid_t *grid, const char *word);

/* "Name of the game: size 4, 6; swap false, true", as far as there is room. */
void variant_grid_title(const variant_grid_t *grid, char *title, size_t size);

#endif
