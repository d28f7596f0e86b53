/* Retrograde analysis against values found in other ways: on random graphs by forward
 * iteration, on a game's own regions position by position, and for complete positions by
 * proof search. */
#include "tests/support/unit.h"

#include "eval/solve/region_solver.h"
#include "eval/solve/solver.h"
#include "mcts/search/search.h"
#include "tests/support/variants.h"

#include <stdlib.h>

enum { STREAM = 32 };

/* --- Random graphs ------------------------------------------------------------------ */

enum { NODES = 600, MOST_STEPS = 4 };

/* A game of nothing but numbers. */
typedef struct graph {
    int count[NODES]; /* of steps, or the end */
    region_step_t steps[NODES][MOST_STEPS];
} graph_t;

static graph_t graph; /* numbered by the functions below */

static uint64_t graph_positions(const game_t *game) {
    (void)game;
    return NODES;
}

static int graph_following(region_t *region, uint64_t number, region_step_t *steps) {
    (void)region;
    for (int i = 0; i < graph.count[number]; i++)
        steps[i] = graph.steps[number][i];
    return graph.count[number];
}

static int graph_preceding(region_t *region, uint64_t number, region_step_t *steps) {
    int count = 0;
    (void)region;
    for (uint64_t from = 0; from < NODES; from++)
        for (int i = 0; i < graph.count[from]; i++)
            if (graph.steps[from][i].number == number) {
                assert_true(count < REGION_STEPS);
                steps[count++] = (region_step_t){from, graph.steps[from][i].passes};
            }
    return count;
}

/* Few ends, far away, so that there are many cycles. */
static void make_graph(uint64_t seed) {
    static const int ends[] = {REGION_LOST, REGION_DRAWN, REGION_WON};
    pcg32_t rng = pcg32_for(STREAM, seed, 0, PCG_FOR_TEST);
    for (uint64_t node = 0; node < NODES; node++) {
        bool is_end = pcg32_below(&rng, 20) == 0;
        graph.count[node] =
            is_end ? ends[pcg32_below(&rng, 3)] : 1 + (int)pcg32_below(&rng, MOST_STEPS);
        for (int i = 0; i < graph.count[node]; i++)
            graph.steps[node][i] = (region_step_t){
                (node + 1 + pcg32_below(&rng, 40)) % NODES, pcg32_below(&rng, 3) > 0};
    }
}

/* Values and lengths by iterating over all nodes until nothing changes, with the values
 * of the previous round: a node is decided in the round of its length. */
static void solve_forward(mover_value_t *values, int *lengths) {
    bool known[NODES] = {false}, changed = true;
    for (int round = 0; changed; round++) {
        bool before[NODES];
        memcpy(before, known, sizeof before);
        changed = round == 0;
        for (int node = 0; node < NODES; node++) {
            int count = graph.count[node], good = 0, bad = 0;
            if (before[node])
                continue;
            for (int i = 0; i < count; i++) {
                const region_step_t *step = &graph.steps[node][i];
                bool won = values[step->number] == MOVER_WINS;
                if (before[step->number] && values[step->number] != MOVER_DRAWS)
                    *(won != step->passes ? &good : &bad) += 1;
            }
            known[node] = count == REGION_WON || count == REGION_LOST || good > 0 ||
                          (count > 0 && bad == count);
            values[node] = count == REGION_WON || good > 0 ? MOVER_WINS
                           : known[node]                   ? MOVER_LOSES
                                                           : MOVER_DRAWS;
            lengths[node] = known[node] ? round : 0;
            changed |= known[node];
        }
    }
}

static void check_graph(const region_t *region, int threads, int seen[3]) {
    mover_value_t values[NODES] = {0};
    int lengths[NODES] = {0}, longest = 0, length;
    uint64_t found[3] = {0};
    retrograde_limits_t limits = {.threads = threads};
    retrograde_t *table = retrograde_new(region, &limits);
    solve_forward(values, lengths);
    assert_true(retrograde_run(table));
    for (uint64_t node = 0; node < NODES; node++) {
        assert_int_equal(retrograde_value(table, node, &length), values[node]);
        assert_int_equal(length, lengths[node]);
        longest = length > longest ? length : longest;
        found[values[node]]++;
        seen[values[node]]++;
    }
    assert_int_equal(table->longest, longest);
    assert_true(table->won == found[MOVER_WINS] && table->lost == found[MOVER_LOSES]);
    retrograde_free(table);
}

static void test_equals_going_forward(void **unused) {
    (void)unused;
    const game_t game = {.solver = {.most_positions = graph_positions,
                                    .following = graph_following,
                                    .preceding = graph_preceding}};
    const region_t region = {.game = &game, .positions = NODES};
    int seen[3] = {0};
    for (int i = 0; i < 1 + test_effort(15); i++) {
        make_graph((uint64_t)i);
        check_graph(&region, 1 + i % 3, seen);
    }
    print_message("lost %d, drawn %d, won %d\n", seen[0], seen[1], seen[2]);
    assert_true(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
}

/* --- A game's regions --------------------------------------------------------------- */

static game_t *make_game(const char *variant) {
    test_variant_t test = {"situ", variant};
    return test_variant_game(&test);
}

static void read_state(const game_t *game, const char *text, state_t *state) {
    failure_t error;
    if (!game_read_position(game, text, state, &error))
        fail_msg("%s", error.message);
}

/* The table is right for a position if it is right for its successors and lengths
 * decrease: so checking each position separately proves all. */
static void check_one(const retrograde_t *table, region_t *region, uint64_t number) {
    region_step_t steps[REGION_STEPS];
    int length, shortest = INT_MAX, longest = -1, drawn = 0;
    mover_value_t value = retrograde_value(table, number, &length);
    int count = region_following(region, number, steps);
    for (int i = 0; i < count; i++) {
        int next_length;
        mover_value_t next = retrograde_value(table, steps[i].number, &next_length);
        if (steps[i].passes)
            next = MOVER_WINS - next;
        drawn += next == MOVER_DRAWS;
        if (next == MOVER_WINS && next_length < shortest)
            shortest = next_length;
        if (next == MOVER_LOSES && next_length > longest)
            longest = next_length;
    }
    mover_value_t expected = shortest < INT_MAX ? MOVER_WINS
                             : drawn > 0        ? MOVER_DRAWS
                                                : MOVER_LOSES;
    assert_int_equal(value, expected);
    assert_int_equal(length, value == MOVER_WINS    ? shortest + 1
                             : value == MOVER_LOSES ? longest + 1
                                                    : 0);
}

enum { DRAWN_POSITIONS = 884 + 1190 }; /* with two actions of the turn ahead, and one */

static void test_every_position_is_right(void **unused) {
    (void)unused;
    game_t *game = make_game("grid=square order=2 surplus=2");
    state_t state = {0};
    region_t region;
    read_state(game, "M double0 a1=X d4=X", &state);
    assert_true(region_open(game, &state, &region));
    retrograde_t *table = retrograde_new(&region, &(retrograde_limits_t){.threads = 2});
    assert_true(retrograde_run(table));
    uint64_t step = (uint64_t)(100 / test_effort(100)) | 1;
    for (uint64_t number = 0; number < region.positions; number += step)
        check_one(table, &region, number);
    print_message("longest way %d\n", table->longest);
    /* As counted by a separate program with forward iteration. */
    assert_true(region.positions - table->won - table->lost == DRAWN_POSITIONS);
    retrograde_free(table);
    game_free(game);
}

/* --- Whole positions ---------------------------------------------------------------- */

static void check_line(const game_t *game, const state_t *start,
                       const solution_t *solution, bool exact) {
    state_t state = *start;
    for (int i = 0; i < solution->length; i++) {
        assert_true(game_is_legal(game, &state, solution->line[i]));
        game_apply(game, &state, solution->line[i]);
    }
    outcome_t outcome = game_outcome(game, &state);
    assert_true(outcome.over && solution->line_ends);
    assert_int_equal(solution->value, outcome.winner == 0 ? VALUE_WON : VALUE_LOST);
    if (exact)
        assert_int_equal(solution->length, solution->bound);
    else
        assert_true(solution->length <= solution->bound);
}

static solution_t *solve(const game_t *game, const state_t *state,
                         solver_method_t method) {
    solver_limits_t limits = {.method = method, .threads = 2, .table_mb = 256};
    solver_t *solver = solver_new(game, &limits);
    solution_t *solution = solver_solve(solver, state);
    solver_free(solver);
    return solution;
}

/* Plays random actions from a position and compares both methods. */
static void compare_with_proof(const char *variant, const char *text, int num_actions,
                               int values[2]) {
    game_t *game = make_game(variant);
    state_t state = {0};
    action_t actions[GAME_MAX_LEGAL];
    pcg32_t rng = pcg32_for(STREAM, (uint64_t)num_actions, 1, PCG_FOR_TEST);
    read_state(game, text, &state);
    for (int i = 0; i < num_actions; i++) {
        int count = game_legal(game, &state, actions);
        if (count > 0)
            game_apply(game, &state, actions[pcg32_below(&rng, (uint32_t)count)]);
    }
    if (!game_outcome(game, &state).over) {
        solution_t *proof = solve(game, &state, SOLVER_PROOF);
        solution_t *backwards = solve(game, &state, SOLVER_RETROGRADE);
        assert_true(backwards->backwards && backwards->positions > 0);
        assert_int_equal(backwards->value, proof->value);
        assert_true(backwards->bound <= proof->bound);
        region_t region;
        bool in_region = region_open(game, &state, &region);
        check_line(game, &state, backwards, in_region);
        values[backwards->value == VALUE_WON]++;
        print_message("%s, %s and %d: %s in %d, proof search %d\n", variant, text,
                      num_actions, solver_value_names[proof->value], backwards->bound,
                      proof->bound);
        solution_free(proof);
        solution_free(backwards);
    }
    game_free(game);
}

/* Before the regions, whose tables take turns: the line follows the answers of each. */
static void test_line_over_regions(void **unused) {
    (void)unused;
    if (test_effort(100) < 100)
        skip(); /* ten regions of eleven million positions */
    game_t *game = make_game("grid=diagonal order=2 surplus=1");
    state_t state = {0};
    read_state(game, "M cut1 b2=X", &state);
    solution_t *solution = solve(game, &state, SOLVER_RETROGRADE);
    assert_int_equal(solution->value, VALUE_LOST);
    assert_true(solution->regions > 1);
    check_line(game, &state, solution, true);
    solution_free(solution);
    game_free(game);
}

typedef struct comparison {
    const char *variant, *position;
    int num_actions;
} comparison_t;

static void test_equals_proof_search(void **unused) {
    (void)unused;
    const comparison_t comparisons[] = {
        {"grid=square order=2 surplus=1", "W first0 a1=X b1=X", 0},
        {"grid=square order=2 surplus=2 swap=true", "M double0 a1=X a4=X b1=W swapped",
         0},
        {"grid=diagonal order=2 surplus=1", "W first0 a2=X c3=X", 4},
        {"grid=square order=2 surplus=2", "W first0 a2=X c3=X", 5},
        {"grid=square order=2 surplus=3", "W first0 a1=X d4=X", 6},
    };
    int values[2] = {0};
    for (int i = 0; i < test_effort(5); i++)
        compare_with_proof(comparisons[i].variant, comparisons[i].position,
                           comparisons[i].num_actions, values);
    assert_true(values[0] + values[1] > 0);
}

/* A search's action; what the search proves agrees with the table. */
static action_t search_action(const game_t *game, region_solver_t *exact,
                              const state_t *state, pcg32_t rng, int *proven) {
    static const int8_t proofs[] = {
        [MOVER_LOSES] = PROOF_LOSS, [MOVER_DRAWS] = PROOF_DRAW, [MOVER_WINS] = PROOF_WIN};
    search_config_t config;
    search_result_t result;
    region_verdict_t verdict;
    keyset_set_defaults(&search_keys, &config);
    config.simulations = 1000;
    config.memory_mb = 16;
    search_t *search = search_new(game, &config);
    search_start(search, state, rng);
    search_run(search, UINT32_MAX);
    search_read(search, &result);
    search_free(search);
    if (result.root_proof != PROOF_NONE) {
        assert_true(region_solver_value(exact, state, &verdict));
        assert_int_equal(result.root_proof, proofs[verdict.value]);
        ++*proven;
    }
    return result.actions[search_best(&result)];
}

/* The winner according to the table plays by it, against a search: they win, as soon as
 * the table says. Returns the winner. */
static int play_against_search(const game_t *game, region_solver_t *exact, state_t *state,
                               uint64_t seed, int *proven) {
    region_verdict_t verdict;
    action_t actions[GAME_MAX_LEGAL];
    int num_actions = 0;
    assert_true(region_solver_value(exact, state, &verdict));
    assert_int_not_equal(verdict.value, MOVER_DRAWS);
    int mover = game_player(game, state);
    int winner = verdict.value == MOVER_WINS ? mover : 1 - mover;
    for (; !game_outcome(game, state).over; num_actions++) {
        int count = game_legal(game, state, actions);
        pcg32_t rng = pcg32_for(STREAM, seed, (uint64_t)num_actions, PCG_FOR_SEARCH);
        action_t action =
            game_player(game, state) == winner
                ? actions[region_solver_choose(exact, state, actions, count)]
                : search_action(game, exact, state, rng, proven);
        game_apply(game, state, action);
    }
    assert_int_equal(game_outcome(game, state).winner, winner);
    assert_true(num_actions <= verdict.length);
    return winner;
}

static void test_beats_search(void **unused) {
    (void)unused;
    const char *const starts[] = {"W first0 a1=X d4=X", "M double0 a1=X d4=X b2=W",
                                  "M double0 a1=X d4=X a2=W", "M double0 a1=X d4=X c1=W"};
    game_t *game = make_game("grid=square order=2 surplus=2");
    retrograde_limits_t limits = {.threads = 2};
    region_solver_t *exact = region_solver_new(game, &limits);
    int won[2] = {0}, proven = 0;
    for (int i = 0; i < 1 + test_effort(11); i++) {
        state_t state = {0};
        read_state(game, starts[i % 4], &state);
        won[play_against_search(game, exact, &state, (uint64_t)i, &proven)]++;
    }
    print_message("won as player 1 %d, as player 2 %d; %d positions proven by search\n",
                  won[0], won[1], proven);
    assert_true(won[0] + won[1] > 0 && proven > 0);
    region_solver_free(exact);
    game_free(game);
}

/* By default, the solver tries proof search first, then retrograde analysis. */
static void test_chooses_by_itself(void **unused) {
    (void)unused;
    game_t *game = make_game("grid=square order=2 surplus=4");
    state_t state = {0};
    size_t needed_mb;
    read_state(game, "W first0 a1=X d4=X", &state);
    assert_true(solver_fits(game, &state, 256, &needed_mb) && needed_mb > 1);
    assert_false(solver_fits(game, &state, needed_mb - 1, &needed_mb));
    solution_t *solution = solve(game, &state, SOLVER_AUTO);
    assert_true(solution->backwards && solution->nodes > 0 && solution->regions == 1);
    solution_free(solution);
    read_state(game, "M double0 a1=X d4=X a2=M a3=W b2=W b3=M c1=M c2=W d1=W d2=M",
               &state);
    solution = solve(game, &state, SOLVER_AUTO);
    assert_true(!solution->backwards && solution->nodes > 0 && solution->regions == 0);
    solution_free(solution);
    game_free(game);
}

static void test_stops(void **unused) {
    (void)unused;
    game_t *game = make_game("order=2 surplus=2");
    solver_limits_t limits = {
        .method = SOLVER_RETROGRADE, .threads = 2, .table_mb = 2000, .seconds = 0.3};
    state_t state = {0};
    read_state(game, "W first0 a1=X b1=X", &state);
    solver_t *solver = solver_new(game, &limits);
    solution_t *solution = solver_solve(solver, &state);
    assert_int_equal(solution->value, VALUE_OPEN);
    assert_true(!solution->backwards && solution->length == 0 && solution->seconds < 30);
    solution_free(solution);
    solver_free(solver);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_going_forward),
        cmocka_unit_test(test_every_position_is_right),
        cmocka_unit_test(test_equals_proof_search),
        cmocka_unit_test(test_line_over_regions),
        cmocka_unit_test(test_beats_search),
        cmocka_unit_test(test_chooses_by_itself),
        cmocka_unit_test(test_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
