/* The generator of core/base/pcg.h compared with the C++ library of the PCG paper, and
 * draws without a counterpart there checked against their specification. Seeds are
 * fixed. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "tests/support/variants.h"
#include "tests/unit/pcg_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWS = 64, SEEDS = 2000 };

static const uint64_t corners[] = {
    0,
    1,
    2,
    UINT32_MAX,
    UINT64_C(1) << 32,
    UINT64_C(1) << 62,
    (UINT64_C(1) << 63) - 1,
    UINT64_C(1) << 63, /* as a stream: its top bit falls out, in both */
    UINT64_MAX - 1,
    UINT64_MAX,
};
enum { CORNERS = sizeof corners / sizeof corners[0] };

static void assert_draws(pcg32_t rng, const uint32_t *expected, int count) {
    for (int i = 0; i < count; i++)
        assert_int_equal(pcg32_next(&rng), expected[i]);
}

/* The output of the library's demonstration program. */
static void test_published_values(void **unused) {
    (void)unused;
    static const uint32_t published[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                         0x83d2f293, 0xbfa4784b, 0xcbed606e};
    uint32_t reference[6];
    pcg_reference_draw(42, 54, reference, 6);
    assert_memory_equal(reference, published, sizeof published);
    assert_draws(pcg32_seed(42, 54), published, 6);
}

static void compare(uint64_t seed, uint64_t stream) {
    uint32_t expected[DRAWS];
    pcg_reference_draw(seed, stream, expected, DRAWS);
    assert_draws(pcg32_seed(seed, stream), expected, DRAWS);
}

static void test_outputs_are_the_library_s(void **unused) {
    (void)unused;
    for (int i = 0; i < CORNERS; i++)
        for (int j = 0; j < CORNERS; j++)
            compare(corners[i], corners[j]);
    for (uint64_t i = 0; i < SEEDS; i++) {
        compare(i, i / 7);
        compare(mix64(i), mix64(~i));
    }
}

static void test_below_stays_below(void **unused) {
    (void)unused;
    static const uint32_t bounds[] = {
        1,          2,          3,          4096,           65537,     0x7fffffff,
        0x80000000, 0x80000001, 0xc0000000, UINT32_MAX - 1, UINT32_MAX};
    pcg32_t rng = pcg32_seed(1, 2);
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        uint32_t largest = 0;
        for (int n = 0; n < 20000; n++) {
            uint32_t value = pcg32_below(&rng, bounds[i]);
            assert_true(value < bounds[i]);
            largest = value > largest ? value : largest;
        }
        assert_true(largest >= (bounds[i] - 1) / 1000 * 997);
    }
    for (int n = 0; n < 1000; n++)
        assert_int_equal(pcg32_below(&rng, 1), 0);
}

/* Fails when counts that should be equal are not, at odds of one in a million (bound of
 * chi-square by the Wilson-Hilferty approximation), and when they are too equal. */
static void assert_uniform(const int *counts, int cells, int draws, const char *what) {
    double sum = 0, expected = (double)draws / cells, n = cells - 1, c = 2 / (9 * n);
    for (int i = 0; i < cells; i++)
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    double high = 1 - c + 4.75 * sqrt(c), low = 1 - c - 4.75 * sqrt(c);
    if (sum > n * high * high * high || (low > 0 && sum < n * low * low * low))
        fail_msg("%s: chi-square %.2f in %d cells", what, sum, cells);
}

static void test_below_is_uniform_on_small_bounds(void **unused) {
    (void)unused;
    static const uint32_t bounds[] = {2, 3, 5, 6, 7, 10, 31, 61, 64, 100, 127};
    for (size_t b = 0; b < sizeof bounds / sizeof bounds[0]; b++) {
        int counts[128] = {0}, draws = test_effort(200000);
        pcg32_t rng = pcg32_seed(b, 99);
        for (int i = 0; i < draws; i++)
            counts[pcg32_below(&rng, bounds[b])]++;
        assert_uniform(counts, (int)bounds[b], draws, "small bound");
    }
}

/* Without rejection a bound of 3 * 2^30 would give every third value twice as often. */
static void test_below_rejects_what_is_biased(void **unused) {
    (void)unused;
    int thirds[3] = {0}, halves[2] = {0}, draws = test_effort(300000);
    pcg32_t rng = pcg32_seed(5, 6);
    for (int i = 0; i < draws; i++) {
        thirds[pcg32_below(&rng, 0xc0000000) % 3]++;
        halves[pcg32_below(&rng, 0x80000002) & 1]++;
    }
    assert_uniform(thirds, 3, draws, "residues below 3 * 2^30");
    assert_uniform(halves, 2, draws, "parity below 2^31 + 2");
}

static int compare_generators(const void *a, const void *b) {
    return memcmp(a, b, sizeof(pcg32_t));
}

/* Every (run seed, game, ply, purpose) has its own generator and stream. */
static void test_for_tells_uses_apart(void **unused) {
    (void)unused;
    enum { SIDE = 12, PURPOSES = 4, COUNT = SIDE * SIDE * SIDE * PURPOSES };
    static pcg32_t rngs[COUNT];
    int count = 0;
    for (uint64_t seed = 0; seed < SIDE; seed++)
        for (uint64_t game = 0; game < SIDE; game++)
            for (uint64_t ply = 0; ply < SIDE; ply++)
                for (int purpose = 1; purpose <= PURPOSES; purpose++)
                    rngs[count++] = pcg32_for(seed, game, ply, (pcg_purpose_t)purpose);
    qsort(rngs, COUNT, sizeof *rngs, compare_generators);
    for (int i = 1; i < COUNT; i++)
        assert_true(rngs[i - 1].state != rngs[i].state);
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(rngs[i].increment & 1, 1);
        uint64_t increment = rngs[i].increment;
        rngs[i] = (pcg32_t){increment, 0};
    }
    qsort(rngs, COUNT, sizeof *rngs, compare_generators);
    for (int i = 1; i < COUNT; i++)
        assert_true(rngs[i - 1].state != rngs[i].state);
}

static void test_for_is_a_function(void **unused) {
    (void)unused;
    for (uint64_t i = 0; i < 100; i++) {
        pcg32_t a = pcg32_for(mix64(i), i, i * 3, PCG_FOR_SEARCH);
        pcg32_t b = pcg32_for(mix64(i), i, i * 3, PCG_FOR_SEARCH);
        assert_memory_equal(&a, &b, sizeof a);
    }
    /* Recorded runs must be reproducible: these may never change. */
    pcg32_t search = pcg32_for(1, 2, 3, PCG_FOR_SEARCH);
    pcg32_t choice = pcg32_for(1, 2, 3, PCG_FOR_CHOICE);
    assert_int_equal(pcg32_next(&search), 0x62a2e9e4);
    assert_int_equal(pcg32_next(&choice), 0x051db2a4);
}

/* The first outputs of neighbouring games are uncorrelated. */
static void test_for_decorrelates_neighbours(void **unused) {
    (void)unused;
    int by_game[64] = {0}, by_ply[64] = {0}, pairs[64] = {0}, draws = test_effort(50000);
    for (int i = 0; i < draws; i++) {
        pcg32_t game = pcg32_for(1, (uint64_t)i, 0, PCG_FOR_SEARCH);
        pcg32_t ply = pcg32_for(1, 0, (uint64_t)i, PCG_FOR_SEARCH);
        pcg32_t choice = pcg32_for(1, (uint64_t)i, 0, PCG_FOR_CHOICE);
        uint32_t first = pcg32_next(&game);
        by_game[first >> 26]++;
        by_ply[pcg32_next(&ply) >> 26]++;
        pairs[first >> 29 << 3 | pcg32_next(&choice) >> 29]++;
    }
    assert_uniform(by_game, 64, draws, "first outputs of games");
    assert_uniform(by_ply, 64, draws, "first outputs of plies");
    assert_uniform(pairs, 64, draws, "first outputs of two purposes");
}

/* splitmix64 from the seed 1234567, as its author's program prints it. */
static void test_mix_is_splitmix(void **unused) {
    (void)unused;
    static const uint64_t published[] = {
        UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
        UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
        UINT64_C(16408922859458223821)};
    for (uint64_t i = 0; i < 5; i++)
        assert_int_equal(mix64(1234567 + i * UINT64_C(0x9e3779b97f4a7c15)), published[i]);
}

static void test_real(void **unused) {
    (void)unused;
    enum { CELLS = 100 };
    int counts[CELLS] = {0}, draws = test_effort(1000000), lowest_bits[2] = {0};
    double sum = 0, squares = 0;
    pcg32_t rng = pcg32_seed(3, 4);
    for (int i = 0; i < draws; i++) {
        double x = pcg32_real(&rng);
        assert_true(x >= 0 && x < 1);
        counts[(int)(x * CELLS)]++;
        lowest_bits[(uint64_t)(x * 0x1p53) & 1]++;
        sum += x;
        squares += (x - 0.5) * (x - 0.5);
    }
    assert_uniform(counts, CELLS, draws, "reals");
    assert_uniform(lowest_bits, 2, draws, "bit 53 of reals");
    /* Five standard errors: of the mean sqrt(1/12), of the squares sqrt(1/180). */
    assert_true(fabs(sum / draws - 0.5) < 5 * sqrt(1 / 12.0 / draws));
    assert_true(fabs(squares / draws - 1 / 12.0) < 5 * sqrt(1 / 180.0 / draws));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_values),
        cmocka_unit_test(test_outputs_are_the_library_s),
        cmocka_unit_test(test_below_stays_below),
        cmocka_unit_test(test_below_is_uniform_on_small_bounds),
        cmocka_unit_test(test_below_rejects_what_is_biased),
        cmocka_unit_test(test_for_tells_uses_apart),
        cmocka_unit_test(test_for_is_a_function),
        cmocka_unit_test(test_for_decorrelates_neighbours),
        cmocka_unit_test(test_mix_is_splitmix),
        cmocka_unit_test(test_real),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
