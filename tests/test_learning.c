/* Self-play for learning: which decisions are searched whole, and what surprise is. */
#include "tests/unit.h"

#include "mcts/surprise.h"
#include "selfplay/learning.h"

#include <math.h>

/* The share that was asked for, and draws that know nothing of each other. */
static void test_full_decisions(void **unused) {
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

static void test_surprise(void **unused) {
    (void)unused;
    search_result_t result = {
        .count = 4, .visits = {0, 10, 30, 40}, .priors = {0.4F, 0.1F, 0.25F, 0.25F}};
    double right = 0.125 * log(0.125 / 0.1) + 0.375 * log(1.5) + 0.5 * log(2);
    assert_true(fabs(search_surprise(&result) - right) < 1e-7);
    for (int i = 0; i < 4; i++)
        result.visits[i] = (uint32_t)(result.priors[i] * 20 + 0.5F);
    assert_true(search_surprise(&result) < 1e-7); /* nothing but what was expected */
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_full_decisions),
        cmocka_unit_test(test_surprise),
        cmocka_unit_test(test_priors_before_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
