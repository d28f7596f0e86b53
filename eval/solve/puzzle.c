#include "eval/solve/puzzle.h"

#include <stdlib.h>

struct puzzle_finder {
    const game_t *game;
    action_limits_t limits;
    solver_t *solver;
    uint64_t nodes; /* of all positions solved before */
};

/* The solver counts nodes over all positions. */
static bool go_on(void *context, const solver_progress_t *progress) {
    const puzzle_finder_t *finder = context;
    return progress->nodes - finder->nodes < finder->limits.nodes &&
           (!finder->limits.go_on || finder->limits.go_on(finder->limits.context));
}

/* Proof search only: retrograde analysis solves a complete region at once, and drops
 * earlier proofs. */
puzzle_finder_t *puzzle_finder_new(const game_t *game, const action_limits_t *limits) {
    puzzle_finder_t *finder = memory_new(1, sizeof *finder);
    *finder = (puzzle_finder_t){.game = game, .limits = *limits};
    const solver_limits_t solving = {.method = SOLVER_PROOF,
                                     .table_mb = limits->table_mb,
                                     .report = go_on,
                                     .context = finder};
    finder->solver = solver_new(game, &solving);
    return finder;
}

void puzzle_finder_free(puzzle_finder_t *finder) {
    if (!finder)
        return;
    solver_free(finder->solver);
    free(finder);
}

static solution_t *solve(puzzle_finder_t *finder, const state_t *state,
                         puzzle_t *puzzle) {
    solution_t *solution = solver_solve(finder->solver, state);
    finder->nodes += solution->nodes;
    puzzle->nodes += solution->nodes;
    return solution;
}

/* The value of an action to the player who plays it. */
static solver_value_t value_of(puzzle_finder_t *finder, const state_t *state,
                               action_t action, puzzle_t *puzzle) {
    state_t next;
    game_copy(finder->game, &next, state);
    game_apply(finder->game, &next, action);
    solution_t *solution = solve(finder, &next, puzzle);
    solver_value_t value =
        solver_value_to(solution->value, game_player(finder->game, state));
    solution_free(solution);
    return value;
}

/* Whether exactly one action keeps the value. */
static puzzle_answer_t look_at_actions(puzzle_finder_t *finder, const state_t *state,
                                       puzzle_t *puzzle) {
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(finder->game, state, actions), kept = 0;
    bool open = false;
    puzzle->legal = count;
    for (int i = 0; i < count && kept < 2; i++) {
        solver_value_t value = value_of(finder, state, actions[i], puzzle);
        open |= value == VALUE_OPEN;
        puzzle->drawn += value == VALUE_DRAWN && puzzle->value == VALUE_WON;
        if (value != puzzle->value)
            continue;
        kept++;
        puzzle->action = actions[i];
    }
    return kept > 1 ? PUZZLE_NONE : open || kept == 0 ? PUZZLE_OPEN : PUZZLE_FOUND;
}

static bool ends_game(const game_t *game, const state_t *state, action_t action) {
    state_t next;
    game_copy(game, &next, state);
    game_apply(game, &next, action);
    return game_outcome(game, &next).over;
}

puzzle_answer_t puzzle_find(puzzle_finder_t *finder, const state_t *state,
                            puzzle_t *puzzle) {
    const game_t *game = finder->game;
    action_t actions[GAME_MAX_LEGAL];
    *puzzle = (puzzle_t){.value = VALUE_OPEN};
    if (game_outcome(game, state).over || game_legal(game, state, actions) < 2)
        return PUZZLE_NONE;
    solution_t *solution = solve(finder, state, puzzle);
    puzzle->value = solver_value_to(solution->value, game_player(game, state));
    puzzle->solution = *solution;
    solution_free(solution);
    if (puzzle->value == VALUE_OPEN)
        return PUZZLE_OPEN;
    if (puzzle->value == VALUE_LOST)
        return PUZZLE_NONE;
    puzzle_answer_t answer = look_at_actions(finder, state, puzzle);
    if (answer == PUZZLE_FOUND)
        puzzle->ends_game = ends_game(game, state, puzzle->action);
    return answer;
}
