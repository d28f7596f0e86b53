/* The random games of Seesaw's own playout: where they end, and that they are the same
 * on every machine and build. */
#include "tests/unit.h"

#include "core/playout.h"
#include "tests/variants.h"

enum { BUCKETS = 256 };

/* Counts the final positions of playouts by their hash. */
static void sample(const game_t *game, const state_t *start, bool generic, int playouts,
                   int counts[BUCKETS]) {
    pcg32_t rng = pcg32_for(5, generic, 0, PCG_FOR_TEST);
    memset(counts, 0, BUCKETS * sizeof *counts);
    for (int i = 0; i < playouts; i++) {
        state_t state = *start;
        failure_t error;
        playout_t playout = generic ? playout_generic(game, &state, &rng)
                                    : game_playout(game, &state, &rng);
        outcome_t outcome = game_outcome(game, &state);
        assert_memory_equal(&outcome, &playout.outcome, sizeof outcome);
        if (!game->rules->check(game, &state, &error))
            fail_msg("%s: %s", game->variant_text, error.message);
        counts[game_hash(game, &state) % BUCKETS]++;
    }
}

/* Chi-square of two samples of one size; its bound at p = 1e-6 (Wilson-Hilferty). */
static double chi_square(const int a[BUCKETS], const int b[BUCKETS], double *bound) {
    double sum = 0, freedom = -1;
    for (int i = 0; i < BUCKETS; i++)
        if (a[i] + b[i] > 0) {
            sum += (double)(a[i] - b[i]) * (a[i] - b[i]) / (a[i] + b[i]);
            freedom++;
        }
    double n = freedom > 0 ? freedom : 1, c = 2 / (9 * n);
    double root = 1 - c + 4.75 * __builtin_sqrt(c);
    *bound = n * root * root * root;
    return sum;
}

/* Games cut off after a few turns from positions with stacks of many sizes: each has few
 * ends, and how often each is reached tells of every decision on the way. */
static void test_final_positions(void **unused) {
    (void)unused;
    static const char *const positions[] = {
        "S a1=S1/S a2=S1/- b3=S2/- c3=S1/S c5=-/S d4=N3/- d7=N1/N e4=N1/N",
        "N a1=S1/S a4=S4/N b3=S2/- c3=N2/S d4=S2/N d7=N1/N e4=N3/- f2=N2/N",
        "S b2=S3/- c2=S2/- c5=S1/N d2=S5/N d7=N1/N e5=N2/- g4=N1/N",
        "S a1=S1/S b4=S2/- d7=N1/N e3=S2/- g3=S2/-",
        "N c4=S2/- d1=S1/S d3=S2/- d4=S2/N d7=N1/N b4=N2/N f4=N2/N",
    };
    static const char *const rules[] = {"", "capture=optional", "recapture=optional",
                                        "stuck=loss capture=optional"};
    for (int p = 0; p < 5; p++)
        for (int r = 0; r < 4; r++)
            for (int turns = 1; turns <= 3; turns++) {
                char words[128];
                snprintf(words, sizeof words, "size=4 max_turns=%d %s", turns, rules[r]);
                test_variant_t variant = {"seesaw", words};
                game_t *game = test_variant_game(&variant);
                state_t start = {0};
                failure_t error;
                int own[BUCKETS], generic[BUCKETS], playouts = test_effort(20000);
                if (!game_read_position(game, positions[p], &start, &error))
                    fail_msg("%s: %s", positions[p], error.message);
                double bound;
                sample(game, &start, false, playouts, own);
                sample(game, &start, true, playouts, generic);
                double sum = chi_square(own, generic, &bound);
                if (sum > bound)
                    fail_msg("%s from %s: chi-square %.1f, bound %.1f", words,
                             positions[p], sum, bound);
                game_free(game);
            }
}

static const struct golden {
    const char *variant;
    uint64_t sum;
} golden[] = {
    {"size=2", UINT64_C(0x45d20cf681554181)},
    {"size=3 stuck=loss", UINT64_C(0x55a51f2530488ddb)},
    {"size=4", UINT64_C(0xaad47fca3148f18f)},
    {"size=4 recapture=optional", UINT64_C(0x8dffb38cb43428bd)},
    {"size=5", UINT64_C(0x5b336b25d6c3933c)},
    {"size=5 capture=optional recapture=optional", UINT64_C(0x15a4aa522cc853a1)},
    {"size=5 first_turn=glide max_turns=40", UINT64_C(0x6d25f4154e1b2d4f)},
    {"size=6", UINT64_C(0xbad6220d3c68b93c)},
};

/* The decisions that a seed leads to are a matter of record: they change only on
 * purpose. */
static void test_same_on_every_machine(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        test_variant_t variant = {"seesaw", golden[i].variant};
        game_t *game = test_variant_game(&variant);
        pcg32_t rng = pcg32_seed(1, 2);
        uint64_t sum = 0;
        for (int n = 0; n < 200; n++) {
            state_t state = {0};
            game_start(game, &state);
            playout_t playout = game_playout(game, &state, &rng);
            sum = mix64(sum ^ (playout.decisions << 8 | playout.outcome.winner));
        }
        if (sum != golden[i].sum)
            fail_msg("seesaw %s: 0x%016llx", golden[i].variant, (unsigned long long)sum);
        game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_final_positions),
        cmocka_unit_test(test_same_on_every_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
