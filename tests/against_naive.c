#include "tests/unit.h"

#include "tests/against_naive.h"
#include "tests/variants.h"

#include <stdlib.h>

typedef struct pair {
    const naive_game_t *naive;
    const game_t *game;
    const char *variant;
    naive_decision_t *naive_list;
    naive_decision_t *fast_list;
} pair_t;

static int compare_decisions(const void *a, const void *b) {
    return strcmp(a, b);
}

static void compare_positions(const pair_t *pair, const state_t *state, void *position) {
    char fast[GAME_POSITION_TEXT], slow[NAIVE_TEXT];
    game_write_position(pair->game, state, POSITION_FULL, fast);
    pair->naive->print(position, slow);
    if (strcmp(fast, slow) != 0)
        fail_msg("%s %s\nfast:  %s\nnaive: %s", pair->naive->name, pair->variant, fast,
                 slow);
}

static naive_result_t fast_result(const pair_t *pair, const state_t *state) {
    outcome_t outcome = game_outcome(pair->game, state);
    if (!outcome.over)
        return NAIVE_GOES_ON;
    if (outcome.reason == REASON_CUT_OFF)
        return NAIVE_CUT_OFF;
    return outcome.winner == 0   ? NAIVE_SIDE0_WON
           : outcome.winner == 1 ? NAIVE_SIDE1_WON
                                 : NAIVE_DRAW;
}

/* Both lists of decisions, sorted; returns their number. */
static int compare_decision_sets(const pair_t *pair, const state_t *state,
                                 void *position) {
    action_t actions[GAME_MAX_LEGAL];
    int fast = game_legal(pair->game, state, actions);
    int slow = pair->naive->decisions(position, pair->naive_list);
    for (int i = 0; i < fast; i++)
        game_write_decision(pair->game, actions[i], pair->fast_list[i]);
    qsort(pair->fast_list, (size_t)fast, sizeof *pair->fast_list, compare_decisions);
    qsort(pair->naive_list, (size_t)slow, sizeof *pair->naive_list, compare_decisions);
    for (int i = 0; i < fast || i < slow; i++) {
        const char *a = i < fast ? pair->fast_list[i] : "(none)";
        const char *b = i < slow ? pair->naive_list[i] : "(none)";
        if (strcmp(a, b) != 0) {
            char text[GAME_POSITION_TEXT];
            game_write_position(pair->game, state, POSITION_FULL, text);
            fail_msg("%s %s\nat %s\nfast has %s, naive has %s", pair->naive->name,
                     pair->variant, text, a, b);
        }
    }
    return fast;
}

static void apply_text(const pair_t *pair, state_t *state, void *position,
                       const char *decision) {
    action_t action;
    failure_t error;
    if (!game_read_decision(pair->game, state, decision, &action, &error))
        fail_msg("%s", error.message);
    game_apply(pair->game, state, action);
    pair->naive->apply(position, decision);
}

/* A finished game's text may say less of how it ended than the state does. */
static void compare_ends(const pair_t *pair, const state_t *state, void *position) {
    assert_int_equal(fast_result(pair, state), pair->naive->result(position));
    if (game_outcome(pair->game, state).reason != REASON_BOTH_STUCK)
        compare_positions(pair, state, position);
}

static void compare_successors(const pair_t *pair, const state_t *state,
                               const void *position, int count) {
    for (int i = 0; i < count; i++) {
        state_t next = *state;
        void *copy = pair->naive->copy(position);
        apply_text(pair, &next, copy, pair->fast_list[i]);
        compare_ends(pair, &next, copy);
        pair->naive->free(copy);
    }
}

static void walk_game(const pair_t *pair, const char *start, uint64_t number) {
    pcg32_t rng = pcg32_for(2, number, 0, PCG_FOR_TEST);
    failure_t error;
    state_t state;
    void *position = pair->naive->parse(pair->variant, start);
    if (!position)
        fail_msg("naive %s %s refuses %s", pair->naive->name, pair->variant,
                 start ? start : "the start");
    if (!game_read_position(pair->game, start, &state, &error))
        fail_msg("%s", error.message);
    for (uint64_t ply = number;; ply++) {
        compare_ends(pair, &state, position);
        int count = compare_decision_sets(pair, &state, position);
        assert_true((count == 0) == game_outcome(pair->game, &state).over);
        if (count == 0)
            break;
        assert_int_equal(game_side(pair->game, &state), pair->naive->mover(position));
        if (ply % 16 == 0)
            compare_successors(pair, &state, position, count);
        apply_text(pair, &state, position,
                   pair->fast_list[pcg32_below(&rng, (uint32_t)count)]);
    }
    pair->naive->free(position);
}

void against_naive_from(const naive_game_t *naive, const char *variant,
                        const char *position, int games) {
    test_variant_t test_variant = {naive->name, variant};
    game_t *game = test_variant_game(&test_variant);
    pair_t pair = {naive, game, variant,
                   memory_new(NAIVE_DECISIONS, sizeof(naive_decision_t)),
                   memory_new(NAIVE_DECISIONS, sizeof(naive_decision_t))};
    for (int i = 0; i < games; i++)
        walk_game(&pair, position, (uint64_t)i);
    free(pair.naive_list);
    free(pair.fast_list);
    game_free(game);
}

void against_naive(const naive_game_t *naive, const char *variant, int games) {
    against_naive_from(naive, variant, NULL, games);
}
