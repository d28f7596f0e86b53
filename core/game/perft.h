/* perft.h - perft: counts the sequences that can follow a position, the standard test of
 * a move generator.
 * Use: uint64_t n = perft_actions(game, &state, 4);
 *      turn_list_t turns; turn_list_init(&turns, game, &state, SIZE_MAX);
 *      ...
 *      turn_list_clear(&turns);
 * A turn is all actions until another player is to move or the game is over. Action
 * sequences that lead to the same position at the end of a turn count as one turn.
 * Owns: a turn list owns its memory.   Threads: independent calls may run concurrently.
 * Source: core/games/RULES.md §5.
 */
#ifndef CORE_PERFT_H
#define CORE_PERFT_H

#include "core/base/text.h"
#include "core/game/game.h"
#include "core/game/state_set.h"

enum { TURN_TEXT = 1024 };

/* Counts sequences of `depth` actions; a finished game has no successors. */
uint64_t perft_actions(const game_t *game, const state_t *state, int depth);

/* Counts sequences of `depth` complete turns. */
uint64_t perft_turns(const game_t *game, const state_t *state, int depth);

/* The distinct positions at the end of the current turn (which may have begun), each with
 * the first action sequence that leads to it, in order of action numbers. */
typedef struct turn_list {
    state_set_t ends;
    char (*texts)[TURN_TEXT]; /* the turn's actions joined, for each of ends */
    bool whole;               /* complete: all turns are listed */
} turn_list_t;

/* most: limit on the positions examined, in the middle of a turn or at its end; a turn of
 * many captures can have too many to wait for. SIZE_MAX: no limit. */
void turn_list_init(turn_list_t *turns, const game_t *game, const state_t *state,
                    size_t most);
void turn_list_clear(turn_list_t *turns);

/* Appends an action to the text of a turn; the cell where the last action ended is not
 * repeated: "d4xe5" and "e5-f6" give "d4xe5-f6". */
void turn_text_add(const game_t *game, action_t action, text_t *turn);

#endif
