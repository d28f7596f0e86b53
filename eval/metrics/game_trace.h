/* game_trace.h - one recorded game, played again by the rules: all that metrics look at.
 * Use: game_trace_t trace; game_trace_init(&trace, game);
 *      if (!game_trace_read(&trace, &record, row, &error)) ...     each game
 *      game_trace_clear(&trace);
 * A step is an action. Values are expected scores of player 1 (index 0), whoever is to
 * move and whichever side that is; steps that nobody searched (the actions of a random
 * opening) have none.
 * Owns: the steps, which grow and are used again for the next game.
 * Threads: one trace, one thread.
 * Errors: actions that are not legal, another number of legal actions than recorded,
 *      or another end: one message with the game and the action.
 */
#ifndef EVAL_GAME_TRACE_H
#define EVAL_GAME_TRACE_H

#include "core/base/error.h"
#include "core/game/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct record record_t; /* selfplay/store/record.h */

typedef struct trace_step {
    action_t chosen;
    uint8_t player; /* to move */
    bool is_searched;
    uint32_t turn;        /* whole turns before it */
    uint32_t legal;       /* actions to choose from */
    double value;         /* of player 1, 0 to 1; 1/2 where nobody searched */
    double entropy;       /* of the visits' shares, in nats; 0 where nobody searched */
    uint32_t outstanding; /* actions that stand out (METRIC_STANDS_OUT); 0: likewise */
} trace_step_t;

typedef struct game_trace {
    const game_t *game;
    trace_step_t *steps;
    size_t num_actions, capacity;
    uint32_t turns;
    outcome_t outcome;
    /* Cells that something stood on in some position; and, summed over all positions with
     * the start and the last one, how many something stood on. */
    int cells_used;
    uint64_t cells_occupied;
    uint64_t hash; /* the same for the same game and its mirror images */
} game_trace_t;

void game_trace_init(game_trace_t *trace, const game_t *game);
void game_trace_clear(game_trace_t *trace);

/* The game in a row of the record. */
bool game_trace_read(game_trace_t *trace, const record_t *record, size_t row,
                     failure_t *error);

#endif
