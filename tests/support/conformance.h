/* conformance.h - what every game has to keep, whatever its rules.
 * Use: conformance_random_games(game);   conformance_playouts(game);    each variant
 *      conformance_coverage(class, variants, count);                    each class
 *      conformance_class(class);      the three for variants made from the class's keys
 * Errors: what does not hold fails the test and shows the variant and the position.
 */
#ifndef TESTS_CONFORMANCE_H
#define TESTS_CONFORMANCE_H

#include "tests/support/variants.h"

/* Plays playouts. In every position: invariants, text and packed round trips, numbers
 * and texts of actions, the picture; in some of them, that symmetries commute with
 * actions, and what networks are shown. Games end within game->max_game_length. */
void conformance_random_games(const game_t *game);

/* The game's own playout draws from the same distribution as the generic one, and ends
 * within game->max_game_length actions. */
void conformance_playouts(const game_t *game);

/* The variants that name the class have every value of every key of it: every choice,
 * true and false, and all numbers of a range up to 16 that the class takes. */
void conformance_coverage(const game_class_t *class, const test_variant_t *variants,
                          int count);

/* Both on the default variant, on it with the pie rule, and on every variant that has one
 * key at another value: every choice, true and false, up to 16 numbers from the smallest
 * and the largest. */
void conformance_class(const game_class_t *class);

#endif
