/* The bound on a number of values from equal ones among draws: by hand, and how often it
 * holds, for known numbers of equally and unequally likely values and for games. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "eval/complexity/collision_bound.h"
#include "eval/complexity/state_space.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdio.h>

/* 95 % upper bounds of a Poisson mean after 0, 1 and 4: 2.996, 4.744, 9.154. */
static void test_by_hand(void **unused) {
    (void)unused;
    static const double uppers[] = {2.996, 4.744, 9.154};
    uint64_t hashes[3][20];
    for (uint64_t i = 0; i < 20; i++)
        hashes[0][i] = hashes[1][i] = hashes[2][i] = 1000 - i;
    hashes[1][7] = 990;                 /* one equal pair */
    hashes[2][3] = hashes[2][8] = 1000; /* three equal: three pairs */
    hashes[2][15] = 984;                /* and one */
    for (int i = 0; i < 3; i++) {
        double bound = pow(10, collision_bound(hashes[i], 20, 0.95));
        if (!(fabs(190 / bound - uppers[i]) < 0.02))
            fail_msg("%.4f instead of %.4f", 190 / bound, uppers[i]);
    }
}

/* How likely `value` of 0 ... values - 1 is, relative to others. */
typedef enum { EQUAL, RISING, ONE_OFTEN, FEW_RARE, SHAPES } shape_t;
static const char *const names[SHAPES] = {"equally likely", "up to twice as likely",
                                          "one in half of the draws", "a tenth rare"};

static uint64_t draw(shape_t shape, uint32_t values, pcg32_t *rng) {
    switch (shape) {
    case RISING: /* density 1 + x, relative to 1 */
        return (uint64_t)(values * (sqrt(1 + 3 * pcg32_real(rng)) - 1));
    case ONE_OFTEN:
        return pcg32_real(rng) < 0.5 ? 0 : pcg32_below(rng, values);
    case FEW_RARE:
        return pcg32_real(rng) < 0.99 ? pcg32_below(rng, values - values / 10)
                                      : pcg32_below(rng, values);
    case EQUAL:
    case SHAPES:
        break;
    }
    return pcg32_below(rng, values);
}

/* As for a game with `lengths` lengths, each with so many positions: all bounds hold. */
static void check(shape_t shape, uint32_t values, size_t draws, int lengths) {
    enum { MOST = 1000 };
    int repetitions = test_effort(4000), held = 0;
    pcg32_t rng = pcg32_for(16, values, (uint64_t)shape * 10000 + draws, PCG_FOR_TEST);
    uint64_t hashes[MOST];
    assert_true(draws <= MOST);
    for (int r = 0; r < repetitions; r++) {
        bool holds = true;
        for (int length = 0; length < lengths; length++) {
            for (size_t i = 0; i < draws; i++)
                hashes[i] = mix64(draw(shape, values, &rng));
            holds &= collision_bound(hashes, draws, 1 - 0.05 / lengths) <= log10(values);
        }
        held += holds;
    }
    char truth[120];
    snprintf(truth, sizeof truth, "%u values, %s, %zu draws, %d lengths", values,
             names[shape], draws, lengths);
    synthetic_check_coverage("bound by collisions", truth, held, repetitions, 0.95);
}

static void test_bound_holds(void **unused) {
    (void)unused;
    for (shape_t shape = 0; shape < SHAPES; shape++) {
        check(shape, 40, 300, 1);
        check(shape, 1000, 100, 1);
        check(shape, 1000, 300, 10);
        check(shape, 100000, 300, 1);
    }
    check(EQUAL, 20, 1000, 1);
    check(EQUAL, 1600, 100, 1);
}

/* Of games whose positions are counted. */
static void test_games(void **unused) {
    (void)unused;
    static const test_variant_t variants[] = {{"cascade", "size=2"},
                                              {"seesaw", "size=2"}};
    int repetitions = test_effort(4000);
    for (int v = 0; v < 2; v++) {
        game_t *game = test_variant_game(&variants[v]);
        complexity_order_t order = {.positions = 1000000, .playouts = 2, .seed = 1};
        state_space_t all, found;
        int held = 0;
        assert_true(state_space_find(game, &order, &all));
        assert_true(all.exact);
        order.positions = 2;
        order.playouts = 100;
        for (int r = 0; r < repetitions; r++) {
            order.seed = (uint64_t)r + 1;
            assert_true(state_space_find(game, &order, &found));
            assert_false(found.exact);
            held += found.at_least <= all.at_least;
            state_space_clear(&found);
        }
        synthetic_check_coverage("bound by collisions", variants[v].game, held,
                                 repetitions, 0.95);
        state_space_clear(&all);
        game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_bound_holds),
        cmocka_unit_test(test_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
