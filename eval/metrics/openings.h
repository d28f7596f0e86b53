/* openings.h - how games begin: frequency and results of each first action.
 * Use: openings_t openings; openings_init(&openings, game);
 *      openings_add(&openings, &trace);                       each game
 *      opening_t *best = &openings.actions[action];
 *      openings_clear(&openings);
 * By action, and by cell: the last cell that the action names, where a piece is placed.
 * The value is player 1's in the first searched position after it.
 * Owns: one entry per action and per cell.   Threads: one struct, one thread.
 */
#ifndef EVAL_OPENINGS_H
#define EVAL_OPENINGS_H

#include "core/game/game.h"
#include "core/stats/outcome_counts.h"
#include "eval/stats/sample.h"

#include <stdint.h>

typedef struct game_trace game_trace_t; /* eval/metrics/game_trace.h */

typedef struct opening {
    uint64_t games;
    sample_t value;          /* of player 1, if a later position was searched */
    outcome_counts_t scores; /* of player 1 */
} opening_t;

typedef struct openings {
    const game_t *game;
    opening_t *actions; /* game->num_actions */
    opening_t *cells;   /* game->cells */
} openings_t;

void openings_init(openings_t *openings, const game_t *game);
void openings_clear(openings_t *openings);
void openings_add(openings_t *openings, const game_trace_t *trace);

/* At most `most` first actions, the most frequent first, ties by number. Returns their
 * number. */
int openings_by_frequency(const openings_t *openings, action_t *actions, int most);

#endif
