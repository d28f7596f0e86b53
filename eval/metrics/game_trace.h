/* game_trace.h - one recorded game, replayed by the rules: the input of all metrics.
 * Use: game_trace_t trace; game_trace_init(&trace, game);
 *      if (!game_trace_read(&trace, &record, row, &error)) ...     each game
 *      game_trace_clear(&trace);
 * A step is an action. Values are expected scores of player 1 (index 0), whoever is to
 * move and whichever side that is; steps without a search (the actions of a random
 * opening) have none.
 * Owns: the steps, which grow and are reused for the next game.
 * Threads: one trace, one thread.
 * Errors: illegal actions, a number of legal actions or an end that differs from the
 *      record: one message with the game and the action.
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
    uint32_t turn;        /* completed turns before it */
    uint32_t legal;       /* actions to choose from */
    double value;         /* of player 1, 0 to 1; 1/2 without a search */
    double entropy;       /* of the shares of visits, in nats; 0 without a search */
    uint32_t outstanding; /* that stand out (METRIC_STANDS_OUT); 0 without a search */
} trace_step_t;

typedef struct game_trace {
    const game_t *game;
    trace_step_t *steps;
    size_t num_actions, capacity;
    uint32_t turns;
    outcome_t outcome;
    /* Cells occupied in at least one position; and the number of occupied cells, summed
     * over all positions including the first and the last. */
    int cells_used;
    uint64_t cells_occupied;
    uint64_t hash; /* equal for a game and its mirror images */
} game_trace_t;

void game_trace_init(game_trace_t *trace, const game_t *game);
void game_trace_clear(game_trace_t *trace);

/* Reads the game in a row of the record. */
bool game_trace_read(game_trace_t *trace, const record_t *record, size_t row,
                     failure_t *error);

#endif
