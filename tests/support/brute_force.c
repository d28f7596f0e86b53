#include "tests/support/brute_force.h"

#include "tests/support/unit.h"

#include <stdlib.h>

void brute_force_init(brute_force_t *solver, const game_t *game) {
    *solver = (brute_force_t){.game = game};
    state_set_init(&solver->known, game);
}

void brute_force_clear(brute_force_t *solver) {
    state_set_clear(&solver->known);
    free(solver->values);
    *solver = (brute_force_t){0};
}

enum { UNKNOWN = 3 };

/* The index of a state's value; new states are unknown. */
static size_t index_of(brute_force_t *solver, const state_t *state) {
    size_t index = state_set_index(&solver->known, state);
    if (index >= solver->capacity) {
        size_t doubled = 2 * solver->capacity + 1024;
        solver->values = memory_resize(solver->values, doubled, 1);
        memset(solver->values + solver->capacity, UNKNOWN, doubled - solver->capacity);
        solver->capacity = doubled;
    }
    return index;
}

int brute_force_value(brute_force_t *solver, const state_t *state) {
    const game_t *game = solver->game;
    outcome_t outcome = game_outcome(game, state);
    if (outcome.over)
        return outcome.winner == NOBODY ? 1 : outcome.winner == 0 ? 2 : 0;
    size_t index = index_of(solver, state);
    if (solver->values[index] != UNKNOWN)
        return solver->values[index];
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(game, state, actions), player = game_player(game, state);
    int best = player == 0 ? 0 : 2;
    for (int i = 0; i < count; i++) {
        state_t next = *state;
        game_apply(game, &next, actions[i]);
        int value = brute_force_value(solver, &next);
        if (player == 0 ? value > best : value < best)
            best = value;
    }
    solver->values[index] = (uint8_t)best;
    return best;
}

/* Bounds are from the player's point of view. */
static void check_bounds(brute_force_t *solver, const state_t *state, int player,
                         bounds_t bounds) {
    if (bounds == BOUNDS_NONE)
        return;
    int value = brute_force_value(solver, state);
    value = player == 0 ? value : 2 - value;
    assert_in_range(value, bounds_pessimistic(bounds), bounds_optimistic(bounds));
}

void brute_force_check(brute_force_t *solver, const state_t *state,
                       const search_result_t *result) {
    int player = game_player(solver->game, state);
    check_bounds(solver, state, player, bounds_of_proof((proof_t)result->root_proof));
    for (int i = 0; i < result->count; i++) {
        state_t next = *state;
        game_apply(solver->game, &next, result->actions[i]);
        check_bounds(solver, &next, player, result->bounds[i]);
    }
}
