/* integer_rows.h - which rows of a network's weights the features and the actions of each
 * of its variants use.
 * Use: integer_rows_t *rows = integer_rows_new(games, 2, &error);
 *      int at = integer_rows_find(rows, game);
 *      weights + rows->variants[at].features[side][feature] * units
 * Variants share the rows of features with the same meaning, and of actions with the same
 * text. Rows are numbered in order of first appearance, so with one variant each is its
 * own number. A rule feature follows for every key=value that some variants have and
 * others do not; it is on in all positions of those that have it.
 * Errors: no planes; variants of different boards; too many features.
 * Source: mcts/evaluate/integer/INTEGER.md.
 */
#ifndef MCTS_INTEGER_ROWS_H
#define MCTS_INTEGER_ROWS_H

#include "core/base/error.h"
#include "core/game/game.h"

enum { INTEGER_VARIANTS = 64, INTEGER_VARIANTS_TEXT = 16384 };

typedef struct variant_rows {
    char text[GAME_VARIANT_TEXT];
    char apart[GAME_VARIANT_TEXT]; /* those words of it that not all variants have */
    /* Rows, by the side that sees a feature, or plays an action. */
    uint16_t *features[2];
    action_t *actions[2];
    int num_rules;
    uint16_t *rules; /* rows that are always on */
} variant_rows_t;

typedef struct integer_rows {
    const game_class_t *game;
    int features_version, planes_version;
    char *text; /* of the variants, separated by WEIGHTS_SEPARATOR */
    int count;
    variant_rows_t *variants;
    int features, actions; /* rows of each kind */
    int most;              /* features on at once, in any position */
} integer_rows_t;

/* games: at least one, of one class. */
integer_rows_t *integer_rows_new(const game_t *const *games, int count, failure_t *error);
/* Whether one network can play both variants of a class. */
bool integer_rows_shared(const game_t *a, const game_t *b, failure_t *error);
/* From the text of the variants, as in a weights file. */
integer_rows_t *integer_rows_read(const char *game, const char *variants,
                                  failure_t *error);
void integer_rows_free(integer_rows_t *rows); /* NULL is fine */

/* The number of a game's variant, or -1. */
int integer_rows_find(const integer_rows_t *rows, const game_t *game);

#endif
