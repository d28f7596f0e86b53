/* Self-play for learning: which actions get a full search, and policy surprise; how
 * strong the network is in playouts. */
#include "eval/learn/learn.h"
#include "mcts/search/agent.h"
#include "mcts/search/search.h"
#include "selfplay/store/record.h"
#include "tests/support/unit.h"

#include "mcts/search/surprise.h"
#include "mcts/select/gumbel.h"
#include "mcts/select/selection_rules.h"
#include "selfplay/play/resignation.h"
#include "tests/support/synthetic.h"

#include <math.h>

/* The requested share, and independent draws. */
static void test_full_searches(void **unused) {
    (void)unused;
    enum { GAMES = 400, PLIES = 50 };
    learning_t learning = {.fast_simulations = 10, .full_share = 0.25};
    double full = 0, both = 0, other_seed = 0;
    for (uint64_t game = 0; game < GAMES; game++)
        for (uint32_t ply = 0; ply < PLIES; ply++) {
            bool is_full = learning_is_full(&learning, 3, game, ply);
            assert_int_equal(is_full, learning_is_full(&learning, 3, game, ply));
            full += is_full;
            both += is_full && learning_is_full(&learning, 3, game, ply + 1);
            other_seed += is_full && learning_is_full(&learning, 4, game, ply);
        }
    const double n = GAMES * PLIES, p = 0.25;
    assert_true(fabs(full / n - p) < 5 * sqrt(p * (1 - p) / n));
    double spread = 6 * sqrt(p * p * (1 - p * p) / n);
    assert_true(fabs(both / n - p * p) < spread && fabs(other_seed / n - p * p) < spread);
    learning.fast_simulations = 0;
    for (uint32_t ply = 0; ply < PLIES; ply++)
        assert_true(learning_is_full(&learning, 3, 0, ply));
}

/* In how many searches a Gumbel root begins with the action of the best prior, which is
 * little better than the others. */
static int count_best_first(const search_config_t *config, int searches) {
    enum { COUNT = 10, BEST = 7 };
    int best_first = 0;
    for (int seed = 0; seed < searches; seed++) {
        gumbel_t gumbel;
        edge_t edges[COUNT] = {0};
        node_t node = {.num_edges = COUNT};
        pcg32_t rng = pcg32_seed((uint64_t)seed, 1);
        for (int i = 0; i < COUNT; i++) {
            edges[i].action = (action_t)i;
            edges[i].prior = i == BEST ? 8000 : 6000;
        }
        gumbel_start(&gumbel, config, &node, edges, &rng);
        best_first += edges[0].action == BEST;
    }
    return best_first;
}

/* Fast actions have no noise, of whichever kind, and force nothing. */
static void test_fast_has_no_noise(void **unused) {
    (void)unused;
    enum { SEARCHES = 40 };
    learning_t learning = {.fast_simulations = 12, .full_share = 0.25};
    agent_t agent = {0};
    keyset_set_defaults(&search_keys, &agent.search);
    agent.search.root_selection = ROOT_GUMBEL;
    agent.search.noise_weight = 0.25;
    agent.search.forced_playouts = 2;
    agent_t fast = learning_fast_agent(&learning, &agent);
    assert_int_equal(fast.search.simulations, 12);
    assert_true(fast.search.noise_weight == 0 && fast.search.forced_playouts == 0);
    assert_true(count_best_first(&agent.search, SEARCHES) < SEARCHES / 2);
    assert_int_equal(count_best_first(&fast.search, SEARCHES), SEARCHES);
}

static void test_surprise(void **unused) {
    (void)unused;
    search_result_t result = {
        .count = 4, .visits = {0, 10, 30, 40}, .priors = {0.4F, 0.1F, 0.25F, 0.25F}};
    double expected = 0.125 * log(0.125 / 0.1) + 0.375 * log(1.5) + 0.5 * log(2);
    assert_true(fabs(search_surprise(&result) - expected) < 1e-7);
    for (int i = 0; i < 4; i++)
        result.visits[i] = (uint32_t)(result.priors[i] * 20 + 0.5F);
    assert_true(search_surprise(&result) < 1e-7); /* exactly as expected */
    memset(result.visits, 0, sizeof result.visits);
    assert_true(search_surprise(&result) == 0);
}

/* A search's priors are those before noise, whatever it adds. */
static void test_priors_before_noise(void **unused) {
    (void)unused;
    failure_t error;
    char size[] = "size=3", *words[] = {size};
    game_t *game = game_new("seesaw", words, 1, &error);
    assert_non_null(game);
    state_t state = {0};
    search_config_t config;
    search_result_t result;
    game_start(game, &state);
    keyset_set_defaults(&search_keys, &config);
    config.simulations = 50;
    config.selection = SELECTION_PUCT;
    config.noise_weight = 0.9;
    search_t *search = search_new(game, &config);
    for (uint64_t seed = 0; seed < 5; seed++) {
        search_start(search, &state, pcg32_seed(seed, 1));
        search_run(search, UINT32_MAX);
        search_read(search, &result);
        for (int i = 0; i < result.count; i++)
            assert_true(fabs((double)result.priors[i] - 1.0 / result.count) < 1e-6);
    }
    search_free(search);
    game_free(game);
}

/* --- Forced playouts ---------------------------------------------------------------- */

/* Actions of a search at the start with fewer visits than are forced; `slack`: of each
 * one that does not count, since a simulation adds to one action while all minimums grow.
 */
static int count_below(double k, uint64_t seed, uint32_t slack, search_result_t *result) {
    char size[] = "size=4", *words[] = {size};
    failure_t error;
    game_t *game = game_new("seesaw", words, 1, &error);
    state_t state = {0};
    search_config_t config;
    game_start(game, &state);
    keyset_set_defaults(&search_keys, &config);
    config.simulations = 400;
    config.selection = SELECTION_PUCT;
    config.fpu = FPU_REDUCTION;
    config.puct_exploration = 0.2; /* greedy: it would leave most actions alone */
    config.forced_playouts = k;
    search_t *search = search_new(game, &config);
    search_start(search, &state, pcg32_seed(seed, 1));
    search_run(search, UINT32_MAX);
    search_read(search, result);
    int below = 0;
    for (int i = 0; i < result->count; i++) {
        double least = sqrt(2 * (double)result->priors[i] * result->root_visits);
        below += result->visits[i] > 0 && bounds_proof(result->bounds[i]) == PROOF_NONE &&
                 result->visits[i] + slack < least;
    }
    search_free(search);
    game_free(game);
    return below;
}

static void test_forced_playouts(void **unused) {
    (void)unused;
    search_result_t result;
    int unforced = 0, pruned = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        unforced += count_below(0, seed, 1, &result);
        for (int i = 0; i < result.count; i++) /* the target is the visits */
            assert_int_equal(result.pruned[i], 0);
        assert_int_equal(count_below(2, seed, 1, &result), 0);
        int best = search_best(&result);
        assert_int_equal(result.pruned[best], 0);
        for (int i = 0; i < result.count; i++) {
            uint32_t visits = result.visits[i], kept = visits - result.pruned[i];
            assert_true(result.pruned[i] <= visits);
            double forced = sqrt(2 * (double)result.priors[i] * result.root_visits);
            assert_true(kept == 0 || result.pruned[i] <= ceil(forced));
            pruned += result.pruned[i] > 0;
            if (i == best || result.pruned[i] == 0 || kept == 0 ||
                bounds_proof(result.bounds[i]) != PROOF_NONE)
                continue;
            /* Visits are removed while the score stays below that of the best; PUCT by
             * hand. */
            double exploration = 0.2 * sqrt(result.root_visits);
            double score = (double)result.values[i] +
                           exploration * (double)result.priors[i] / (1 + kept);
            double top = (double)result.values[best] + exploration *
                                                           (double)result.priors[best] /
                                                           (1 + result.visits[best]);
            assert_true(score < top + 1e-6);
        }
    }
    assert_true(unforced > 20 && pruned > 20);
}

/* --- Resignation -------------------------------------------------------------------- */

/* A record of actions in alternation, with these values to the mover. */
static void make_values(record_t *record, const game_t *game, const float *values,
                        size_t count) {
    record_init(record, game);
    record_grow(record, TABLE_POSITIONS, count);
    record->rows[TABLE_POSITIONS] = count;
    for (size_t i = 0; i < count; i++) {
        record_f32(record, POSITIONS_ROOT_VALUE)[i] = values[i];
        record_u8(record, POSITIONS_PLAYER)[i] = i % 2;
    }
}

static void test_resignation(void **unused) {
    (void)unused;
    const float values[] = {0.5F, 0.1F, 0.9F, 0.1F, 0.1F, 0.3F,
                            0.1F, 0.1F, 0.2F, 0.1F, 0.1F};
    char size[] = "size=3", *words[] = {size};
    failure_t error;
    game_t *game = game_new("seesaw", words, 1, &error);
    record_t record;
    make_values(&record, game, values, 11);
    learning_t learning = {.resigns_below = 0.25, .resigning_actions = 3};
    /* Player 0 has 0.5 0.9 0.1 0.1 0.2 0.1, player 1 has 0.1 0.1 0.3 0.1 0.1. */
    for (size_t count = 0; count <= 11; count++)
        assert_int_equal(resignation_is_due(&learning, &record, 0, count),
                         count == 9 || count == 11);
    assert_false(resignation_is_due(&learning, &record, 5, 4)); /* its game began later */
    learning.resigning_actions = 2;
    assert_true(resignation_is_due(&learning, &record, 0, 4));
    outcome_t outcome = resignation_outcome(&record, 3);
    assert_true(outcome.over && outcome.winner == 0 && outcome.reason == REASON_RESIGNED);
    learning.resigns_below = 0;
    assert_false(resignation_is_due(&learning, &record, 0, 11));
    double out = 0;
    learning = (learning_t){.resigns_below = 0.1, .played_out = 0.1};
    for (uint64_t id = 0; id < 10000; id++)
        out += resignation_is_played_out(&learning, 1, id);
    assert_true(fabs(out / 10000 - 0.1) < 5 * 0.003);
    record_clear(&record);
    game_free(game);
}

/* --- Strength in playouts ----------------------------------------------------------- */

/* A network's score against playouts, `rungs` of four times as many stronger or weaker
 * than those that are even. */
typedef double (*curve_t)(double rungs);

static double steep(double rungs) {
    return 1 / (1 + exp(2 * rungs));
}
static double gentle(double rungs) {
    return 1 / (1 + exp(0.3 * rungs));
}
static double line(double rungs) {
    return fmin(fmax(0.5 - 0.1 * rungs, 0.05), 0.95);
}
static double step(double rungs) {
    return rungs < 0 ? 0.55 : 0.2;
}
static double flat(double rungs) {
    return rungs < 0 ? 0.5 : 0.4;
}

/* Plays the rungs of a ladder, pairs of games each; true: the interval holds the truth.
 */
static bool climb(curve_t curve, double truth, int pairs, pcg32_t *rng) {
    enum { FIRST = 250, MOST = 7 };
    learn_rung_t rungs[MOST];
    learn_t learn = {.rungs = rungs};
    const double even = FIRST * pow(4, truth);
    int lost = 0;
    do {
        const int number = (int)learn.num_rungs++;
        learn_rung_t *rung = &rungs[number];
        const outcome_shares_t match =
            synthetic_with_mean(&synthetic_matches[number % 4], curve(number - truth));
        *rung = (learn_rung_t){.pairs = outcome_counts_of_pairs(),
                               .effective = pairs,
                               .simulations = FIRST << 2 * number};
        for (int i = 0; i < pairs; i++)
            outcome_counts_add(&rung->pairs, synthetic_draw(&match, rng));
        rung->score = outcome_counts_score_estimate(&rung->pairs, 0.95);
        lost += rung->score.value < 0.5;
    } while (learn.num_rungs < MOST && lost < 2 &&
             !learn_is_weaker(&rungs[learn.num_rungs - 1]));
    const estimate_t found = learn_playouts(&learn);
    assert_true(found.low <= found.value && found.value <= found.high);
    return found.low <= even && even <= found.high;
}

static void test_strength(void **unused) {
    static const curve_t curves[] = {steep, gentle, line, step, flat};
    enum { LADDERS = 200 };
    pcg32_t rng = pcg32_seed(1, 1);
    (void)unused;
    for (size_t c = 0; c < sizeof curves / sizeof curves[0]; c++)
        for (double truth = -0.5; truth < 7; truth += 0.7)
            for (int pairs = 12; pairs < 400; pairs *= 5) {
                char name[64];
                int held = 0;
                for (int i = 0; i < LADDERS; i++)
                    held += climb(curves[c], truth, pairs, &rng);
                snprintf(name, sizeof name, "curve %zu, %.1f rungs, %d pairs", c, truth,
                         pairs);
                synthetic_check_coverage("strength in playouts", name, held, LADDERS,
                                         0.95);
            }
    const learn_t none = {0};
    assert_true(learn_playouts(&none).low == 0 && isinf(learn_playouts(&none).high));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_full_searches),
        cmocka_unit_test(test_fast_has_no_noise),
        cmocka_unit_test(test_surprise),
        cmocka_unit_test(test_priors_before_noise),
        cmocka_unit_test(test_forced_playouts),
        cmocka_unit_test(test_resignation),
        cmocka_unit_test(test_strength),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
