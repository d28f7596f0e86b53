/* positions.h - the positions of playouts, for tests of what is derived from them.
 * Use: visit_variants(12, 1, look, NULL);     every position, of every variant
 *      tells_apart(12, hash, add_word);
 */
#ifndef TESTS_POSITIONS_H
#define TESTS_POSITIONS_H

#include "core/base/text.h"
#include "core/game/game.h"

/* Fails the test, with the position. */
void fails_at(const game_t *game, const state_t *state, const char *what);

/* Visits every stride-th position, of those in which the game is not over. */
typedef void visit_t(const game_t *game, const state_t *state, void *context);
void visit_positions(const game_t *game, int games, int stride, visit_t *visit,
                     void *context);
void visit_variants(int games, int stride, visit_t *visit, void *context);

/* Fails the test if two positions of one variant have the same hash but different texts.
 * add_word: adds a word of the position's text, without what the hash may leave out. */
void tells_apart(int games, uint64_t (*hash)(const game_t *game, const state_t *state),
                 void (*add_word)(const game_t *game, const char *word, text_t *out));

#endif
