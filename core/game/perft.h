/* perft.h - counting what can follow a position: the classical test of a move generator.
 * Use: uint64_t n = perft_actions(game, &state, 4);
 *      turn_list_t turns; turn_list_init(&turns, game, &state);
 *      ...
 *      turn_list_clear(&turns);
 * A turn is all actions up to the one after which another player is to move, or the
 * game is over. All ways to one position at the end of a turn are one turn.
 * Owns: a turn list owns its memory.   Threads: independent calls run side by side.
 * Source: core/games/RULES.md §5.
 */
#ifndef CORE_PERFT_H
#define CORE_PERFT_H

#include "core/base/text.h"
#include "core/game/game.h"
#include "core/game/state_set.h"

enum { TURN_TEXT = 1024 };

/* Sequences of `depth` actions; a finished game has no successors. */
uint64_t perft_actions(const game_t *game, const state_t *state, int depth);

/* Sequences of `depth` whole turns. */
uint64_t perft_turns(const game_t *game, const state_t *state, int depth);

/* The distinct positions at the end of the turn that is to be played (or, in the middle
 * of a turn, gone on with), each with the first way to it in order of action numbers. */
typedef struct turn_list {
    state_set_t ends;
    char (*texts)[TURN_TEXT]; /* the turn's actions joined, for each of ends */
    bool whole;               /* all turns are there */
} turn_list_t;

/* most: positions in the middle of a turn or at its end that are looked at; a turn of
 * many captures can have more than anybody waits for. SIZE_MAX: no limit. */
void turn_list_init(turn_list_t *turns, const game_t *game, const state_t *state,
                    size_t most);
void turn_list_clear(turn_list_t *turns);

/* Appends an action to the text of a turn; a cell that the turn has just come to is not
 * written again: "d4xe5" and "e5-f6" give "d4xe5-f6". */
void turn_text_add(const game_t *game, action_t action, text_t *turn);

#endif
