/* How often the interval of a copying player's score holds: short matches against long
 * ones. Its wins are in test_complexity.c. */
#include "tests/support/unit.h"

#include "core/conformance/conformance.h"
#include "eval/complexity/mirror_play.h"
#include "tests/support/synthetic.h"
#include "tests/support/toy_nim.h"
#include "tests/support/variants.h"

#include <stdio.h>

static const struct {
    const char *variant;
    int seat, simulations;
} truths[] = {{"size=5 take=2", 1, 2},
              {"size=6 take=2", 0, 4},
              {"size=8 take=3", 0, 8},
              {"size=8 take=3 misere=true", 1, 2}};

static mirror_play_t play(const game_t *game, int truth, int games, uint64_t seed) {
    const complexity_order_t order = {
        .mirror_games = games, .simulations = truths[truth].simulations, .seed = seed};
    mirror_play_t found;
    assert_true(mirror_play_find(game, 1, truths[truth].seat, &order, &found));
    return found;
}

static void test_interval_holds(void **unused) {
    (void)unused;
    enum { LONG = 20000 };
    static const int games[] = {10, 40};
    int repetitions = test_effort(500);
    for (int t = 0; t < (int)(sizeof truths / sizeof truths[0]); t++) {
        failure_t error;
        game_t *game = conformance_game(&toy_nim_class, truths[t].variant, &error);
        if (!game)
            fail_msg("%s", error.message);
        double score = play(game, t, LONG, 1).score.value;
        for (int g = 0; g < 2; g++) {
            int held = 0;
            double effective = 0;
            for (int r = 0; r < repetitions; r++) {
                mirror_play_t found = play(game, t, games[g], (uint64_t)r + 1000);
                held += found.score.low <= score && score <= found.score.high;
                effective += found.effective / repetitions;
            }
            char truth[120];
            snprintf(truth, sizeof truth, "%s, player %d, %.1f %%, %d games",
                     truths[t].variant, truths[t].seat + 1, 100 * score, games[g]);
            print_message("%s: %.1f effective\n", truth, effective);
            synthetic_check_coverage("score of who copies", truth, held, repetitions,
                                     0.95);
        }
        game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_interval_holds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
