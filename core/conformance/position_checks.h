/* position_checks.h - checks of one position: texts, packed states, actions, symmetries,
 * planes and features.
 * Use: only by conformance_games.c:
 *      conformance_position(&walk, &state, actions, count, number);
 * Errors: a failed check is thrown (error_throw), with the position.
 */
#ifndef CORE_POSITION_CHECKS_H
#define CORE_POSITION_CHECKS_H

#include "core/base/pcg.h"
#include "core/game/game.h"

enum { MOST_SYMMETRIES = 16, CELL_UNKNOWN = -1 };

typedef struct walk {
    const game_t *game;
    const char *name; /* of game and variant, for messages */
    /* The cell that each symmetry maps a cell to, as far as known from actions. */
    int (*images)[GAME_MAX_CELLS];
} walk_t;

/* All checks, slow ones only now and then, by the number of actions played. */
void conformance_position(const walk_t *walk, const state_t *state,
                          const action_t *actions, int count, int number);

/* The checks that every position gets; the game may be over. */
void conformance_state(const walk_t *walk, const state_t *state, const action_t *actions,
                       int count);

/* Changes the packed position at random: it must be rejected, or pass conformance_state,
 * as must positions after it. */
void conformance_changed(const walk_t *walk, const state_t *state, pcg32_t *rng);

/* Checks that `text` is one printable line of fewer than `size` bytes. what: its name. */
void conformance_line(const walk_t *walk, const char *what, const char *text,
                      size_t size);

/* Throws an error: `what` is wrong, at this position. */
_Noreturn void conformance_is_wrong(const walk_t *walk, const state_t *state,
                                    const char *what);

/* Arbitrary bytes, for calls that must overwrite them. */
state_t conformance_unset_state(void);

#endif
