/* win_query.h - the question of the exact solver: can this player force a win from here?
 * Use: win_query_t question = {.attacker = player}; game_copy(game, &question.state, s);
 *      int left = win_query_normalise(game, WIN_QUERY_ENDLESS, 0, &question);
 * A game with draws is two such questions, one for each player, each answered yes or no.
 * Equivalent questions are normalised to the same bytes, so that each is answered once:
 * of all images under the symmetries of the game, the first in memcmp order is used. A
 * symmetry that exchanges the sides exchanges the players, and so the attacker. In games
 * with more than WIN_QUERY_FEW_IMAGES symmetries this is done only for the first
 * WIN_QUERY_IMAGE_DEPTH actions: that is where games and their images diverge, and later
 * on computing all images costs more than it saves (eight symmetries, a board of 16
 * nodes: 5 to 12 s with the images of the first 4, 6 or 8 actions, unfinished after 20 s
 * with all).
 * Kinds. ENDLESS: without the turn counter (game_forget_turns), as if no cut-off were
 * ever near. COUNTED: with it, the state as is. FIXED: ENDLESS, but the attacker is not
 * exchanged, for sets of states of one attacker.
 */
#ifndef EVAL_WIN_QUERY_H
#define EVAL_WIN_QUERY_H

#include "core/game/game.h"

typedef enum { WIN_QUERY_ENDLESS, WIN_QUERY_COUNTED, WIN_QUERY_FIXED } win_query_kind_t;

enum { WIN_QUERY_FEW_IMAGES = 4, WIN_QUERY_IMAGE_DEPTH = 6 };

typedef struct win_query {
    state_t state;
    uint8_t attacker; /* player 0 or 1 */
    uint8_t kind;     /* win_query_kind_t */
} win_query_t;

/* depth: actions since the position being solved. Returns the turns left until the
 * cut-off, or INT_MAX. */
int win_query_normalise(const game_t *game, win_query_kind_t kind, int depth,
                        win_query_t *question);

uint64_t win_query_hash(const game_t *game, const win_query_t *question);

static inline bool win_query_equal(const game_t *game, const win_query_t *a,
                                   const win_query_t *b) {
    return a->attacker == b->attacker && a->kind == b->kind &&
           game_equal(game, &a->state, &b->state);
}

static inline void win_query_copy(const game_t *game, win_query_t *to,
                                  const win_query_t *from) {
    game_copy(game, &to->state, &from->state);
    to->attacker = from->attacker;
    to->kind = from->kind;
}

#endif
