#include "eval/solve/action_values.h"

#include <stdlib.h>

struct action_solver {
    const game_t *game;
    action_limits_t limits;
    solver_t *solver;
    bool backwards;
    uint64_t nodes, before; /* of proof search: so far, and at the start of an action */
};

/* Without a node limit for retrograde analysis, which gives no values until it has
 * finished. */
static bool go_on(void *context, const solver_progress_t *progress) {
    action_solver_t *solver = context;
    solver->nodes = progress->nodes;
    bool within =
        solver->backwards ||
        progress->nodes - solver->before + progress->members < solver->limits.nodes;
    return within &&
           (!solver->limits.go_on || solver->limits.go_on(solver->limits.context));
}

action_solver_t *action_solver_new(const game_t *game, const state_t *start,
                                   const action_limits_t *limits) {
    action_solver_t *solver = memory_new(1, sizeof *solver);
    size_t needed_mb;
    *solver = (action_solver_t){.game = game, .limits = *limits};
    solver->backwards = solver_fits(game, start, limits->table_mb, &needed_mb);
    const solver_limits_t solving = {.method = solver->backwards ? SOLVER_RETROGRADE
                                                                 : SOLVER_PROOF,
                                     .threads = limits->threads,
                                     .table_mb = limits->table_mb,
                                     .report = go_on,
                                     .context = solver};
    solver->solver = solver_new(game, &solving);
    return solver;
}

void action_solver_free(action_solver_t *solver) {
    if (!solver)
        return;
    solver_free(solver->solver);
    free(solver);
}

static solver_value_t value_of(action_solver_t *solver, const state_t *state,
                               action_t action) {
    state_t next;
    game_copy(solver->game, &next, state);
    game_apply(solver->game, &next, action);
    solver->before = solver->nodes;
    return solver_value_to(solver_value(solver->solver, &next),
                           game_player(solver->game, state));
}

bool action_solver_find(action_solver_t *solver, const state_t *state,
                        action_values_t *values) {
    REQUIRE(!game_outcome(solver->game, state).over);
    values->count = game_legal(solver->game, state, values->actions);
    values->best = VALUE_LOST;
    values->keeping = 0;
    for (int i = 0; i < values->count; i++) {
        solver_value_t value = value_of(solver, state, values->actions[i]);
        if (value == VALUE_OPEN)
            return false;
        values->of[i] = (uint8_t)value;
        if (value > values->best) {
            values->best = value;
            values->keeping = 0;
        }
        values->keeping += value == values->best;
    }
    return true;
}
