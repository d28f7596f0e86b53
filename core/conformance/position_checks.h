/* position_checks.h - checks of one position: texts, packed states, actions, symmetries,
 * planes and features.
 * Use: only by conformance_games.c:
 *      conformance_position(&walk, &state, actions, count, number);
 * Errors: what does not hold is thrown (error_throw), with the position.
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

/* Checks of a position, of which some are made only every so often; number: of actions
 * played. */
void conformance_position(const walk_t *walk, const state_t *state,
                          const action_t *actions, int count, int number);

/* Those that are made in every position, also at the end of a game. */
void conformance_state(const walk_t *walk, const state_t *state, const action_t *actions,
                       int count);

/* Whether the packed position, changed at random, is refused or one that is checked. */
void conformance_changed(const walk_t *walk, const state_t *state, pcg32_t *rng);

/* Checks a text of the game that is displayed on one line, in fewer than `size` bytes. */
void conformance_line(const walk_t *walk, const char *what, const char *text,
                      size_t size);

_Noreturn void conformance_is_wrong(const walk_t *walk, const state_t *state,
                                    const char *what);

/* Bytes that the game must not rely on. */
state_t conformance_unset_state(void);

#endif
