/* action_values.h - the exact value of each legal action of a position.
 * Use: action_solver_t *solver = action_solver_new(game, &start, &limits);
 *      action_values_t values;
 *      if (action_solver_find(solver, &state, &values)) ... values.of[i] ...
 *      action_solver_free(solver);
 * An action's value is that of the position it leads to (solver.h), to the player who
 * chooses. Positions are solved by retrograde analysis where they are numbered and fit
 * into memory, and by proof search elsewhere; results are cached for later positions.
 * Owns: its solver; the game is borrowed.   Threads: one solver, one caller; retrograde
 * analysis uses limits.threads.   Errors: false where a value is not found within
 * the limits.
 */
#ifndef EVAL_ACTION_VALUES_H
#define EVAL_ACTION_VALUES_H

#include "core/game/game.h"
#include "eval/solve/solver.h"

typedef struct action_limits {
    int threads; /* of retrograde analysis */
    size_t table_mb;
    uint64_t nodes; /* of proof search per action of a position, approximately */
    /* May be NULL; called from time to time; false gives up. */
    bool (*go_on)(void *context);
    void *context;
} action_limits_t;

typedef struct action_values {
    int count;
    action_t actions[GAME_MAX_LEGAL]; /* ascending */
    uint8_t of[GAME_MAX_LEGAL];       /* solver_value_t to the mover; never open */
    solver_value_t best;              /* of the position, to the mover */
    int keeping;                      /* actions with the best value */
} action_values_t;

typedef struct action_solver action_solver_t;

/* start: of the games whose positions will be queried; decides whether they fit. */
action_solver_t *action_solver_new(const game_t *game, const state_t *start,
                                   const action_limits_t *limits);
void action_solver_free(action_solver_t *solver); /* NULL is fine */

/* For a position that is not over. */
bool action_solver_find(action_solver_t *solver, const state_t *state,
                        action_values_t *values);

/* Whether some action is worth less than another. */
static inline bool action_values_differ(const action_values_t *values) {
    return values->keeping < values->count;
}

#endif
