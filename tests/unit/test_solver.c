/* The exact solver checked against exhaustive search, backward induction and the table of
 * recorded solutions. */
#include "eval/solve/win_query.h"
#include "tests/support/unit.h"

#include "eval/solve/fortress.h"
#include "eval/solve/solver.h"
#include "mcts/search/search.h"
#include "tests/support/brute_force.h"
#include "tests/support/variants.h"

#include <stdlib.h>

static game_t *make_game(const char *name, const char *variant) {
    test_variant_t test = {name, variant};
    return test_variant_game(&test);
}

static solver_t *make_solver(const game_t *game, size_t megabytes) {
    solver_limits_t limits = {.table_mb = megabytes};
    return solver_new(game, &limits);
}

static bool random_position(const game_t *game, uint64_t seed, int num_actions,
                            state_t *state) {
    return test_random_position(game, 9, seed, num_actions, state);
}

static void fail_at(const game_t *game, const state_t *state, const char *what, int got,
                    int expected) {
    char text[GAME_POSITION_TEXT];
    game_write_position(game, state, POSITION_FULL, text);
    fail_msg("%s %s at %s: %s %d instead of %d", game->class->name, game->variant_text,
             text, what, got, expected);
}

/* The line is legal and leads to the value. */
static void check_line(const game_t *game, const state_t *start,
                       const solution_t *solution) {
    state_t state = *start;
    for (int i = 0; i < solution->length; i++) {
        assert_true(game_is_legal(game, &state, solution->line[i]));
        game_apply(game, &state, solution->line[i]);
    }
    outcome_t outcome = game_outcome(game, &state);
    assert_int_equal(outcome.over, solution->line_ends);
    if (outcome.over) {
        int value = outcome.winner == NOBODY ? 1 : outcome.winner == 0 ? 2 : 0;
        if (value != (int)solution->value)
            fail_at(game, start, "the line ends in", value, (int)solution->value);
    } else if (solution->value != VALUE_DRAWN) {
        fail_at(game, start, "the line does not end", solution->length, 0);
    }
}

static solver_value_t solved_value(solver_t *solver, const game_t *game,
                                   const state_t *state) {
    solution_t *solution = solver_solve(solver, state);
    solver_value_t value = solution->value;
    if (value == VALUE_OPEN)
        fail_at(game, state, "is open", 0, 0);
    check_line(game, state, solution);
    solution_free(solution);
    return value;
}

/* --- Against looking at everything -------------------------------------------------- */

static void test_equals_brute_force(void **unused) {
    (void)unused;
    const test_variant_t variants[] = {
        {"seesaw", "size=2 max_turns=9"},
        {"seesaw", "size=2 max_turns=12 stuck=loss"},
        {"seesaw", "size=2 max_turns=8 capture=optional recapture=optional"},
        {"seesaw", "size=2 max_turns=2"},
        {"seesaw", "size=2 max_turns=3 swap=true"},
        {"seesaw", "size=2 max_turns=6 swap=true"},
        {"seesaw", "size=2 max_turns=9 swap=true first_turn=glide"},
        {"seesaw", "size=2 max_turns=10 first_turn=deploy capture=optional"},
        {"seesaw", "size=3 max_turns=6 recapture=optional"},
        {"seesaw", "size=3 max_turns=5 capture=optional swap=true"},
        {"cascade", "size=2 direction=down"},
        {"cascade", "size=2 direction=both swap=true"},
        {"cascade", "size=3 direction=both"},
    };
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        game_t *game = test_variant_game(&variants[v]);
        brute_force_t brute_force;
        brute_force_init(&brute_force, game);
        solver_t *solver = make_solver(game, 64);
        for (int i = 0; i < 1 + test_effort(100); i++) {
            state_t state;
            if (!random_position(game, (uint64_t)i, i % 6, &state))
                continue;
            int exact = brute_force_value(&brute_force, &state);
            int value = (int)solved_value(solver, game, &state);
            if (value != exact)
                fail_at(game, &state, "value", value, exact);
        }
        solver_free(solver);
        brute_force_clear(&brute_force);
        game_free(game);
    }
}

/* --- Against backward induction ----------------------------------------------------- */

enum { MAX_REACHABLE = 20000 };

/* All reachable states, including the first; false if there are too many. */
static bool find_reachable(const game_t *game, const state_t *state, state_set_t *set) {
    state_set_add(set, state);
    for (size_t i = 0; i < set->count; i++) {
        action_t actions[GAME_MAX_LEGAL];
        state_t from;
        state_set_at(set, i, &from);
        int count = game_legal(game, &from, actions);
        for (int a = 0; a < count; a++) {
            state_t next = from;
            game_apply(game, &next, actions[a]);
            state_set_add(set, &next);
        }
        if (set->count > MAX_REACHABLE)
            return false;
    }
    return true;
}

/* One round of "the attacker wins where they have ended the game well, can reach such a
 * position, or the other cannot avoid it"; true when something was new. */
static bool induce(const game_t *game, state_set_t *set, int attacker, bool *wins) {
    bool changed = false;
    for (size_t i = set->count; i-- > 0;) {
        action_t actions[GAME_MAX_LEGAL];
        state_t from;
        if (wins[i])
            continue;
        state_set_at(set, i, &from);
        int count = game_legal(game, &from, actions), winning = 0;
        for (int a = 0; a < count; a++) {
            state_t next = from;
            game_apply(game, &next, actions[a]);
            winning += wins[state_set_index(set, &next)];
        }
        bool decides = count > 0 && game_player(game, &from) == attacker;
        wins[i] = count == 0 ? game_outcome(game, &from).winner == attacker
                  : decides  ? winning > 0
                             : winning == count;
        changed |= wins[i];
    }
    return changed;
}

/* The least fixed point: 2, 1, 0 for player 1, or -1 if there are too many states. */
static int induced_value(const game_t *game, const state_t *state) {
    state_set_t set;
    int value = -1;
    state_set_init(&set, game);
    if (find_reachable(game, state, &set)) {
        value = 1;
        for (int attacker = 0; attacker < 2; attacker++) {
            bool *wins = memory_new(set.count, sizeof *wins);
            while (induce(game, &set, attacker, wins))
                continue;
            if (wins[0])
                value = attacker == 0 ? 2 : 0;
            free(wins);
        }
    }
    state_set_clear(&set);
    return value;
}

typedef struct late {
    test_variant_t variant;
    int num_actions; /* played at random before; the position must be small enough */
} late_t;

/* Late positions of games that are too long from the start, or that can cycle. */
static void test_equals_backward_induction(void **unused) {
    (void)unused;
    const late_t lates[] = {
        {{"situ", "grid=square order=2 surplus=1 cut=0"}, 13},
        {{"situ", "grid=square order=2 surplus=2 cut=0"}, 12},
        {{"situ", "grid=diagonal order=2 surplus=3 cut=1"}, 12},
        {{"situ", "order=2 surplus=2 cut=2"}, 14},
        {{"situ", "order=2 surplus=1 cut=2 swap=true"}, 13},
        {{"situ", "order=2 surplus=4 cut=0"}, 14},
        {{"seega", "size=5 no_capture_limit=1 end_at=1"}, 24},
        {{"seega", "size=5 no_capture_limit=1 blocked=pass opening=free"}, 24},
        {{"seega", "size=5 no_capture_limit=1 blocked=loss swap=true"}, 24},
        {{"cascade", "size=4 direction=down"}, 7},
        {{"cascade", "size=4 direction=both swap=true"}, 7},
        {{"seesaw", "size=2 max_turns=40"}, 3},
        {{"seesaw", "size=2 max_turns=30 capture=optional swap=true"}, 6},
    };
    int values[3] = {0};
    for (size_t v = 0; v < sizeof lates / sizeof lates[0]; v++) {
        game_t *game = test_variant_game(&lates[v].variant);
        solver_t *solver = make_solver(game, 64);
        int compared = 0;
        for (int i = 0; i < 1 + test_effort(60); i++) {
            state_t state;
            if (!random_position(game, (uint64_t)i, lates[v].num_actions, &state))
                continue;
            int exact = induced_value(game, &state);
            if (exact < 0)
                continue;
            int value = (int)solved_value(solver, game, &state);
            if (value != exact)
                fail_at(game, &state, "value", value, exact);
            values[value]++;
            compared++;
        }
        print_message("%s %s: %d compared\n", game->class->name, game->variant_text,
                      compared);
        solver_free(solver);
        game_free(game);
    }
    print_message("lost %d, drawn %d, won %d\n", values[0], values[1], values[2]);
    assert_true(values[0] > 0 && values[1] > 0 && values[2] > 0);
}

/* Proof search's answer for a lost position may depend on the path; a fortress does not.
 */
static void test_fortress_equals_backward_induction(void **unused) {
    (void)unused;
    game_t *game = make_game("situ", "grid=square order=2 surplus=1 cut=0");
    int stands = 0, falls = 0;
    for (int i = 0; i < 1 + test_effort(60); i++) {
        win_query_t question;
        if (!random_position(game, (uint64_t)i, 13, &question.state) ||
            game_outcome(game, &question.state).over)
            continue;
        int exact = induced_value(game, &question.state);
        for (int player = 0; player < 2 && exact >= 0; player++) {
            fortress_limits_t limits = {.bytes = (size_t)1 << 28};
            question.attacker = (uint8_t)player;
            bool wins = exact == (player == 0 ? 2 : 0);
            fortress_answer_t answer = fortress_build(game, &question, &limits);
            assert_int_equal(answer, wins ? FORTRESS_FALLS : FORTRESS_STANDS);
            stands += !wins;
            falls += wins;
        }
    }
    assert_true(stands > 0 && falls > 0);
    game_free(game);
}

/* --- Turns that are not counted ----------------------------------------------------- */

/* States that were made equal have equal actions, which lead to states that are made
 * equal again; each turn reduces the turns left by one. */
static void check_forgetting(const game_t *game, const state_t *state) {
    action_t actions[GAME_MAX_LEGAL], again[GAME_MAX_LEGAL];
    state_t plain = *state;
    int left = game_forget_turns(game, &plain);
    int count = game_legal(game, state, actions);
    assert_int_equal(game_legal(game, &plain, again), count);
    assert_memory_equal(actions, again, (size_t)count * sizeof *actions);
    for (int i = 0; i < count; i++) {
        state_t next = *state, plain_next = plain;
        game_apply(game, &next, actions[i]);
        game_apply(game, &plain_next, actions[i]);
        if (game_outcome(game, &next).reason == REASON_CUT_OFF) {
            assert_int_equal(left, 1);
            continue;
        }
        int next_left = game_forget_turns(game, &next);
        assert_true(left == INT_MAX ? next_left == INT_MAX
                                    : next_left == left || next_left == left - 1);
        game_forget_turns(game, &plain_next);
        assert_true(game_equal(game, &next, &plain_next));
    }
}

static void test_forgetting_turns(void **unused) {
    (void)unused;
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]);
        for (int i = 0; i < test_effort(20); i++) {
            state_t state;
            if (random_position(game, (uint64_t)i, i, &state) &&
                !game_outcome(game, &state).over)
                check_forgetting(game, &state);
        }
        game_free(game);
    }
}

/* The bound of turns suffices: with that cut-off, exhaustive search agrees. */
static void test_bound_is_enough(void **unused) {
    (void)unused;
    const char *const variants[] = {"size=2", "size=2 swap=true", "size=2 stuck=loss",
                                    "size=2 capture=optional",
                                    "size=2 recapture=optional swap=true"};
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        char cut[128];
        game_t *game = make_game("seesaw", variants[v]);
        solver_t *solver = make_solver(game, 16);
        state_t state = {0};
        game_start(game, &state);
        solution_t *solution = solver_solve(solver, &state);
        assert_true(solution->value == VALUE_WON || solution->value == VALUE_LOST);
        assert_true(solution->bound > 0 && solution->counts_turns);
        snprintf(cut, sizeof cut, "%s max_turns=%d", variants[v], solution->bound);
        game_t *short_game = make_game("seesaw", cut);
        brute_force_t brute_force;
        brute_force_init(&brute_force, short_game);
        game_start(short_game, &state);
        assert_int_equal(brute_force_value(&brute_force, &state), solution->value);
        brute_force_clear(&brute_force);
        game_free(short_game);
        solution_free(solution);
        solver_free(solver);
        game_free(game);
    }
}

/* --- Limits ------------------------------------------------------------------------- */

/* A table that forgets most entries makes the solver slower, not wrong. */
static void test_small_table(void **unused) {
    (void)unused;
    game_t *game = make_game("cascade", "size=4 direction=down");
    for (int i = 0; i < test_effort(20); i++) {
        state_t state;
        solver_t *small = make_solver(game, 1), *large = make_solver(game, 64);
        assert_true(random_position(game, (uint64_t)i, 3, &state));
        solver_value_t value = solved_value(small, game, &state);
        assert_int_equal(value, solved_value(large, game, &state));
        solver_free(small);
        solver_free(large);
    }
    game_free(game);
}

static void test_time_limit(void **unused) {
    (void)unused;
    game_t *game = make_game("cascade", "size=6");
    solver_limits_t limits = {.table_mb = 16, .seconds = 0.2};
    state_t state = {0};
    game_start(game, &state);
    solver_t *solver = solver_new(game, &limits);
    solution_t *solution = solver_solve(solver, &state);
    assert_int_equal(solution->value, VALUE_OPEN);
    assert_int_equal(solution->length, 0);
    assert_true(solution->seconds < 30);
    solution_free(solution);
    solver_free(solver);
    game_free(game);
}

/* --- Against what is known ---------------------------------------------------------- */

/* One line of solved.csv: game,variant,value,best,bound,unit,nodes,... */
static bool check_row(char *line, double most_nodes) {
    char *fields[7], *save = line;
    state_t state = {0};
    failure_t error;
    for (int i = 0; i < 7; i++) {
        fields[i] = save;
        save = strchr(save, ',');
        assert_non_null(save);
        *save++ = 0;
    }
    if (strcmp(fields[2], "open") == 0 || strtod(fields[6], NULL) > most_nodes)
        return false;
    game_t *game = make_game(fields[0], fields[1]);
    action_t best;
    game_start(game, &state);
    assert_true(game_read_action(game, &state, fields[3], &best, &error));
    solver_t *solver = make_solver(game, 64);
    assert_string_equal(solver_value_names[solved_value(solver, game, &state)],
                        fields[2]);
    solver_free(solver);
    game_free(game);
    return true;
}

static void test_equals_published_values(void **unused) {
    (void)unused;
    char line[1024];
    FILE *file = fopen("experiments/solved/solved.csv", "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file)); /* the names of the columns */
    int checked = 0;
    while (fgets(line, sizeof line, file))
        checked += check_row(line, test_effort(100) * 1000.0);
    fclose(file);
    assert_true(checked >= 4);
}

/* Proofs of Monte-Carlo search are correct. */
static void test_search_proofs_are_exact(void **unused) {
    (void)unused;
    const test_variant_t variants[] = {{"seesaw", "size=2"},
                                       {"seesaw", "size=2 swap=true"},
                                       {"cascade", "size=3 direction=down"},
                                       {"cascade", "size=3 direction=both swap=true"}};
    int proven = 0;
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        game_t *game = test_variant_game(&variants[v]);
        solver_t *solver = make_solver(game, 64);
        search_config_t config;
        keyset_set_defaults(&search_keys, &config);
        config.simulations = 20000;
        config.memory_mb = 64;
        for (int i = 0; i < 1 + test_effort(40); i++) {
            state_t state;
            search_result_t result;
            if (!random_position(game, (uint64_t)i, i % 4, &state) ||
                game_outcome(game, &state).over)
                continue;
            search_t *search = search_new(game, &config);
            search_start(search, &state, pcg32_for(1, (uint64_t)i, 0, PCG_FOR_TEST));
            search_run(search, UINT32_MAX);
            search_read(search, &result);
            search_free(search);
            if (result.root_proof == PROOF_NONE)
                continue;
            int to_mover = result.root_proof == PROOF_WIN    ? 2
                           : result.root_proof == PROOF_DRAW ? 1
                                                             : 0;
            int value = game_player(game, &state) == 0 ? to_mover : 2 - to_mover;
            assert_int_equal(solved_value(solver, game, &state), value);
            proven++;
        }
        solver_free(solver);
        game_free(game);
    }
    assert_true(proven >= test_effort(20));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_brute_force),
        cmocka_unit_test(test_equals_backward_induction),
        cmocka_unit_test(test_fortress_equals_backward_induction),
        cmocka_unit_test(test_forgetting_turns),
        cmocka_unit_test(test_bound_is_enough),
        cmocka_unit_test(test_small_table),
        cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_equals_published_values),
        cmocka_unit_test(test_search_proofs_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
