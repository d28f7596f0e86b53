/* Accuracy, the share of actions that keep the exact value, against exhaustive search:
 * values of actions, sampled positions, agents whose share is known. */
#include "tests/support/unit.h"

#include "core/base/json.h"
#include "core/base/table/result.h"
#include "core/base/text.h"
#include "eval/accuracy/accuracy.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/tree/value.h"
#include "tests/support/brute_force.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdlib.h>

static const test_variant_t variants[] = {
    {"seesaw", "size=2 max_turns=9"},
    {"seesaw", "size=2 max_turns=8 capture=optional swap=true"},
    {"cascade", "size=3 direction=down"},
    {"cascade", "size=2 direction=both swap=true"},
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

static const action_limits_t limits = {.threads = 1, .table_mb = 32, .nodes = 10000000};

/* --- The naive implementation ------------------------------------------------------- */

/* The values of all legal actions in half points to the mover; returns the best. */
static int naive_values(brute_force_t *exact, const state_t *state, action_t *actions,
                        int *values, int *count) {
    const game_t *game = exact->game;
    int player = game_player(game, state), best = 0;
    *count = game_legal(game, state, actions);
    for (int i = 0; i < *count; i++) {
        state_t next = *state;
        game_apply(game, &next, actions[i]);
        int value = brute_force_value(exact, &next);
        values[i] = player == 0 ? value : 2 - value;
        best = values[i] > best ? values[i] : best;
    }
    return best;
}

static int count_of(const int *values, int count, int value) {
    int found = 0;
    for (int i = 0; i < count; i++)
        found += values[i] == value;
    return found;
}

static void test_values_of_actions(void **unused) {
    (void)unused;
    for (int v = 0; v < VARIANTS; v++) {
        game_t *game = test_variant_game(&variants[v]);
        brute_force_t exact;
        state_t state = {0};
        game_start(game, &state);
        brute_force_init(&exact, game);
        action_solver_t *solver = action_solver_new(game, &state, &limits);
        action_values_t *found = memory_new(1, sizeof *found);
        for (int i = 0; i < 5 + test_effort(60); i++) {
            action_t actions[GAME_MAX_LEGAL];
            int values[GAME_MAX_LEGAL], count;
            if (!test_random_position(game, 21, (uint64_t)i, i % 7, &state) ||
                game_outcome(game, &state).over)
                continue;
            int best = naive_values(&exact, &state, actions, values, &count);
            assert_true(action_solver_find(solver, &state, found));
            assert_int_equal(found->count, count);
            assert_int_equal(found->best, best);
            assert_int_equal(found->keeping, count_of(values, count, best));
            for (int a = 0; a < count; a++) {
                assert_int_equal(found->actions[a], actions[a]);
                assert_int_equal(found->of[a], values[a]);
            }
        }
        free(found);
        action_solver_free(solver);
        brute_force_clear(&exact);
        game_free(game);
    }
}

/* --- Positions that are drawn ------------------------------------------------------- */

static agent_t agent_of(const char *text) {
    agent_t agent;
    failure_t error;
    char copy[256], *words[16];
    snprintf(copy, sizeof copy, "%s", text);
    int count = text_split(copy, words, 16);
    assert_true(agent_parse(&agent, "{}", "agent", words, count, &error));
    return agent;
}

#define RANDOM_AGENT "search.simulations=1 search.solve=false temperature.start=0"

static accuracy_order_t order_for(const game_t *game, const agent_t *agent,
                                  size_t positions) {
    return (accuracy_order_t){.game = game,
                              .agents = agent,
                              .num_agents = 1,
                              .positions = {positions, positions},
                              .seed = 5,
                              .opening = 2,
                              .limits = limits};
}

static void draw(position_sample_t *sample, const accuracy_order_t *order,
                 sample_source_t source, agent_player_t **player) {
    failure_t error;
    const sample_plan_t plan = {.source = source,
                                .positions = order->positions[source],
                                .seed = order->seed,
                                .opening = order->opening,
                                .players = player,
                                .num_players = 1};
    assert_true(position_sample_draw(sample, &plan, &error));
}

/* No position is over or repeated; each has the moment of the actions that led to it. */
static void check_positions(const position_sample_t *sample, const game_t *game) {
    state_set_t seen[SAMPLE_SOURCES];
    for (int source = 0; source < SAMPLE_SOURCES; source++)
        state_set_init(&seen[source], game);
    for (size_t i = 0; i < sample->count; i++) {
        const agent_moment_t *moment = &sample->positions[i].moment;
        state_t state = {0}, played = {0};
        uint32_t turns = 0;
        position_sample_state(sample, i, &state);
        assert_false(game_outcome(game, &state).over);
        assert_true(state_set_add(&seen[sample->positions[i].source], &state));
        game_start(game, &played);
        for (uint32_t ply = 0; ply < moment->ply; ply++) {
            action_t action = position_sample_actions(sample, i)[ply];
            int player = game_player(game, &played);
            assert_true(game_is_legal(game, &played, action));
            game_apply(game, &played, action);
            turns += game_player(game, &played) != player;
        }
        assert_true(game_equal(game, &state, &played));
        assert_int_equal(moment->turn, turns);
    }
    for (int source = 0; source < SAMPLE_SOURCES; source++)
        state_set_clear(&seen[source]);
}

/* --- Agents of which the share is known --------------------------------------------- */

/* Expected figures of a source: positions by value, and the share that random actions
 * keep. */
typedef struct expected {
    uint64_t solved[ACCURACY_VALUES], matter[ACCURACY_VALUES];
    double uniform, variance;
} expected_t;

static expected_t expect_of(const position_sample_t *sample, sample_source_t source,
                            brute_force_t *exact) {
    expected_t expected = {0};
    for (size_t i = 0; i < sample->count; i++) {
        action_t actions[GAME_MAX_LEGAL];
        int values[GAME_MAX_LEGAL], count;
        state_t state = {0};
        if (sample->positions[i].source != source)
            continue;
        position_sample_state(sample, i, &state);
        int best = naive_values(exact, &state, actions, values, &count);
        int kept = count_of(values, count, best);
        double chance = (double)kept / count;
        expected.solved[best]++;
        expected.matter[best] += kept < count;
        expected.uniform += kept < count ? chance : 0;
        expected.variance += chance * (1 - chance);
    }
    return expected;
}

static void check_source(const accuracy_t *accuracy, sample_source_t source,
                         const expected_t *expected) {
    const accuracy_source_t *found = &accuracy->sources[source];
    uint64_t matter = accuracy_sum(found->matter);
    for (int value = 0; value < ACCURACY_VALUES; value++) {
        assert_int_equal(found->solved[value], expected->solved[value]);
        assert_int_equal(found->matter[value], expected->matter[value]);
    }
    assert_int_equal(found->matter[VALUE_LOST], 0);
    assert_int_equal(found->open, 0);
    assert_int_equal(found->drawn, accuracy_sum(found->solved));
    if (matter > 0)
        assert_true(fabs(accuracy_uniform(found) * (double)matter - expected->uniform) <
                    1e-9);
    else
        assert_true(isnan(accuracy_uniform(found)));
}

/* An agent that plays at random keeps as many values as the naive implementation
 * expects, within what chance allows: five standard deviations. */
static void test_random_agent(void **unused) {
    (void)unused;
    agent_t agent = agent_of(RANDOM_AGENT);
    for (int v = 0; v < VARIANTS; v++) {
        game_t *game = test_variant_game(&variants[v]);
        accuracy_order_t order = order_for(game, &agent, (size_t)(20 + test_effort(300)));
        agent_player_t *player = agent_player_new(&agent, game, PLAYER_SEARCH);
        position_sample_t sample;
        brute_force_t exact;
        accuracy_t accuracy;
        failure_t error;
        brute_force_init(&exact, game);
        position_sample_init(&sample, game);
        draw(&sample, &order, SAMPLE_PLAYOUTS, &player);
        draw(&sample, &order, SAMPLE_AGENTS, &player);
        check_positions(&sample, game);
        assert_true(accuracy_find(&order, &accuracy, &error));
        assert_false(accuracy.stopped);
        assert_int_equal(accuracy.num_players, 1);
        for (int s = 0; s < SAMPLE_SOURCES; s++) {
            expected_t expected = expect_of(&sample, (sample_source_t)s, &exact);
            check_source(&accuracy, (sample_source_t)s, &expected);
            double kept = (double)accuracy_sum(accuracy.players[0].kept[s]);
            print_message("%s, source %d: %zu positions, %g of %g kept\n",
                          game->variant_text, s, sample.counts[s], kept,
                          expected.uniform);
            assert_true(fabs(kept - expected.uniform) <= 5 * sqrt(expected.variance));
        }
        accuracy_clear(&accuracy);
        position_sample_clear(&sample);
        brute_force_clear(&exact);
        agent_player_free(player);
        game_free(game);
    }
}

/* Priors from the naive implementation: the best actions have the highest, or the lowest;
 * all values are even, so that the search must find them itself. */
typedef struct oracle {
    evaluator_t base;
    brute_force_t *exact;
    bool wrong;
} oracle_t;

typedef struct oracle_maker {
    evaluator_class_t class;
    brute_force_t *exact;
    bool wrong;
} oracle_maker_t;

static void oracle_run(evaluator_t *base, leaf_batch_t *batch) {
    const oracle_t *oracle = (const oracle_t *)base;
    for (int i = 0; i < batch->count; i++)
        do {
            evaluation_t *to = &batch->leaves[i]->evaluation;
            int values[GAME_MAX_LEGAL];
            int best = naive_values(oracle->exact, &batch->leaves[i]->state, to->actions,
                                    values, &to->count);
            to->value = VALUE_ONE / 2;
            to->bounds = BOUNDS_NONE;
            for (int a = 0; a < to->count; a++)
                to->priors[a] = (values[a] == best) == oracle->wrong ? 100 : 200;
        } while (leaf_batch_refill(batch, i));
}

static void oracle_free(evaluator_t *base) {
    free(base);
}

static evaluator_t *oracle_make(const evaluator_choice_t *choice, const game_t *game,
                                int batch) {
    const oracle_maker_t *maker = (const oracle_maker_t *)choice->given;
    oracle_t *oracle = memory_new(1, sizeof *oracle);
    (void)game, (void)batch;
    *oracle = (oracle_t){{&maker->class, false}, maker->exact, maker->wrong};
    return &oracle->base;
}

/* Priors that are always right keep every value; those that are always wrong keep none
 * where it matters; a search that proves the game keeps every value either way. */
static void test_perfect_agents(void **unused) {
    (void)unused;
    for (int wrong = 0; wrong < 2; wrong++) {
        test_variant_t variant = {"cascade", "size=2 direction=down"};
        game_t *game = test_variant_game(&variant);
        brute_force_t exact;
        accuracy_t accuracy;
        failure_t error;
        brute_force_init(&exact, game);
        const oracle_maker_t maker = {.class = {.name = "oracle",
                                                .has_priors = true,
                                                .most_leaves = 1,
                                                .make = oracle_make,
                                                .run = oracle_run,
                                                .free = oracle_free},
                                      .exact = &exact,
                                      .wrong = wrong == 1};
        agent_t agent = agent_of(
            "search.selection=puct search.simulations=20000 temperature.start=0");
        agent.search.evaluator.kind = EVALUATOR_GIVEN;
        agent.search.evaluator.given = &maker.class;
        search_config_settle(&agent.search, game);
        accuracy_order_t order = order_for(game, &agent, 12);
        assert_true(agent_has_priors(&agent, game));
        assert_true(accuracy_find(&order, &accuracy, &error));
        assert_int_equal(accuracy.num_players, 2);
        for (int s = 0; s < SAMPLE_SOURCES; s++) {
            sample_source_t source = (sample_source_t)s;
            uint64_t matter = accuracy_sum(accuracy.sources[s].matter);
            assert_true(matter > 0);
            assert_int_equal(accuracy.players[0].form, PLAYER_PRIORS);
            assert_int_equal(accuracy_sum(accuracy.players[0].kept[s]),
                             wrong ? 0 : matter);
            assert_int_equal(accuracy.players[1].form, PLAYER_SEARCH);
            assert_int_equal(accuracy_sum(accuracy.players[1].kept[s]), matter);
            estimate_t share = accuracy_where_it_matters(&accuracy, source, 1);
            assert_true(share.value == 1 && share.high == 1 && share.low < 1);
            assert_true(accuracy_of_all(&accuracy, source, 1).value == 1);
            assert_true(accuracy_of_all(&accuracy, source, 0).value < 1 || !wrong);
        }
        accuracy_clear(&accuracy);
        brute_force_clear(&exact);
        game_free(game);
    }
}

/* --- Calls -------------------------------------------------------------------------- */

static char *report(const accuracy_order_t *order, bool *stopped) {
    accuracy_t accuracy;
    failure_t error;
    assert_true(accuracy_find(order, &accuracy, &error));
    result_t *result = accuracy_result(order, &accuracy);
    char *text = json_line(result_as_json(result));
    *stopped = accuracy.stopped;
    result_free(result);
    accuracy_clear(&accuracy);
    return text;
}

static bool stop_at(void *context, const accuracy_progress_t *progress) {
    return progress->stage == ACCURACY_DRAWING || progress->done < *(size_t *)context;
}

static void test_same_and_stopped(void **unused) {
    (void)unused;
    game_t *game = test_variant_game(&variants[2]);
    agent_t agent = agent_of("search.simulations=10");
    accuracy_order_t order = order_for(game, &agent, 20);
    bool stopped;
    char *first = report(&order, &stopped), *again = report(&order, &stopped);
    assert_string_equal(first, again);
    assert_false(stopped);
    free(again);
    order.seed++;
    again = report(&order, &stopped);
    assert_string_not_equal(first, again);
    free(again);
    free(first);
    size_t at = 7; /* four random positions, three of agents */
    accuracy_t accuracy;
    failure_t error;
    order.go_on = stop_at;
    order.context = &at;
    assert_true(accuracy_find(&order, &accuracy, &error));
    assert_true(accuracy.stopped);
    assert_int_equal(accuracy.sources[SAMPLE_PLAYOUTS].drawn, 4);
    assert_int_equal(accuracy.sources[SAMPLE_AGENTS].drawn, 3);
    accuracy_clear(&accuracy);
    game_free(game);
}

/* Unsolved positions are counted separately; a sample never exceeds a board's positions.
 */
static void test_limits(void **unused) {
    (void)unused;
    test_variant_t large = {"cascade", "size=5"}, small = {"cascade", "size=2"};
    agent_t agent = agent_of(RANDOM_AGENT);
    game_t *game = test_variant_game(&large);
    accuracy_order_t order = order_for(game, &agent, 3);
    accuracy_t accuracy;
    failure_t error;
    order.limits.nodes = 2000;
    assert_true(accuracy_find(&order, &accuracy, &error));
    const accuracy_source_t *random = &accuracy.sources[SAMPLE_PLAYOUTS];
    assert_int_equal(random->drawn, 3);
    assert_true(random->open > 0);
    assert_int_equal(accuracy_sum(random->solved), 3 - random->open);
    accuracy_clear(&accuracy);
    game_free(game);
    game = test_variant_game(&small);
    order = order_for(game, &agent, 100000);
    order.positions[SAMPLE_AGENTS] = 0;
    assert_true(accuracy_find(&order, &accuracy, &error));
    assert_true(accuracy.sources[SAMPLE_PLAYOUTS].drawn < 1000);
    assert_true(accuracy.sources[SAMPLE_PLAYOUTS].games > SAMPLE_TRIES);
    assert_int_equal(accuracy.sources[SAMPLE_AGENTS].games, 0);
    assert_true(isnan(accuracy_where_it_matters(&accuracy, SAMPLE_AGENTS, 0).value));
    accuracy_clear(&accuracy);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_of_actions),
        cmocka_unit_test(test_random_agent),
        cmocka_unit_test(test_perfect_agents),
        cmocka_unit_test(test_same_and_stopped),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
