/* region_solver.h - exact values in games whose positions are numbered: the few actions
 * before a region by exhaustive search, the rest by retrograde.h.
 * Use: region_solver_t *solver = region_solver_new(game, &limits);
 *      region_verdict_t verdict;
 *      if (region_solver_value(solver, &state, &verdict)) { ... }
 *      int best = region_solver_choose(solver, &state, actions, count);
 *      region_solver_free(solver);
 * A position outside all regions (position_numbering.h) has the value of its best action;
 * once one is a win, no more regions are solved. Positions that are images of each other
 * are searched once, and only one region, the last, is in memory at a time. A region that
 * is needed again, for a line of actions, is solved again. Lengths are actions to the end
 * of the game with best play: exact within a region, and also before it unless regions
 * were skipped; then they are upper bounds.
 * Owns: its tables, not the game.   Threads: one call at a time; a region is solved by
 * limits.threads.   Errors: false or -1 at the caller's stop.
 */
#ifndef EVAL_REGION_SOLVER_H
#define EVAL_REGION_SOLVER_H

#include "core/game/game.h"
#include "eval/solve/retrograde.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct region_verdict {
    mover_value_t value;
    int length; /* 0 where it is drawn */
} region_verdict_t;

typedef struct region_solver region_solver_t;

/* Maximum memory for a position; 0: positions are not numbered, or too many. */
uint64_t region_solver_bytes(const game_t *game, const state_t *state);

region_solver_t *region_solver_new(const game_t *game, const retrograde_limits_t *limits);
void region_solver_free(region_solver_t *solver);

/* The value to the mover of a position that is not over. */
bool region_solver_value(region_solver_t *solver, const state_t *state,
                         region_verdict_t *verdict);

/* The best of the legal actions of a position whose value was queried: the shortest win
 * or the longest loss. */
int region_solver_choose(region_solver_t *solver, const state_t *state,
                         const action_t *actions, int count);

/* Regions solved, and positions in them. */
int region_solver_regions(const region_solver_t *solver);
uint64_t region_solver_positions(const region_solver_t *solver);

#endif
