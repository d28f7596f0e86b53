/* The test of exchanged seats: by hand, against enumeration of all signs, and rejected as
 * seldom as its level says when pairs are symmetric, however unequal the openings are. */
#include "tests/support/unit.h"

#include "core/base/pcg.h"
#include "eval/stats/symmetry_test.h"
#include "tests/support/synthetic.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdlib.h>

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.12g is not within %g of %.12g", value, tolerance, expected);
}

static void test_by_hand(void **unused) {
    (void)unused;
    outcome_counts_t none = outcome_counts_of_pairs(), even = {2, {3, 4, 9, 4, 3}};
    outcome_counts_t ten = {2, {0, 0, 5, 10, 0}}, many = {2, {0, 0, 0, 0, 400}};
    assert_near(symmetry_p_value(&none), 1, 0);
    assert_near(symmetry_p_value(&even), 1, 0);
    assert_near(symmetry_p_value(&ten), ldexp(1, -9), 1e-12);
    assert_near(log(symmetry_p_value(&many)), -399 * log(2), 1e-6);
}

/* Every assignment of signs to up to twelve pairs. */
static void test_against_all_signs(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_seed(31, 1);
    for (int i = 0; i < 200; i++) {
        outcome_counts_t pairs = outcome_counts_of_pairs();
        int apart[12], count = 0, seen = 0, beyond = 0;
        for (int k = 0; k < 12; k++) {
            int points = (int)pcg32_below(&rng, 5);
            outcome_counts_add(&pairs, points);
            seen += points - 2;
            if (points != 2)
                apart[count++] = abs(points - 2);
        }
        for (int signs = 0; signs < 1 << count; signs++) {
            int sum = 0;
            for (int k = 0; k < count; k++)
                sum += signs >> k & 1 ? apart[k] : -apart[k];
            beyond += abs(sum) >= abs(seen);
        }
        double expected = ldexp(beyond, -count);
        assert_near(symmetry_p_value(&pairs), expected, 1e-9);
    }
}

/* Openings from neutral to won for one seat; lean: agent 0's additional advantage. */
static double share_rejected(int pairs, double lean, double level, int repetitions) {
    int rejected = 0;
    for (int r = 0; r < repetitions; r++) {
        outcome_counts_t counts = outcome_counts_of_pairs();
        pcg32_t rng = pcg32_for(32, (uint64_t)r, (uint64_t)pairs, PCG_FOR_TEST);
        for (int i = 0; i < pairs; i++) {
            double first = pcg32_real(&rng), points = 0;
            points += pcg32_real(&rng) < first + lean ? 2 : 0;
            points += pcg32_real(&rng) < first - lean ? 0 : 2;
            outcome_counts_add(&counts, (int)points);
        }
        rejected += symmetry_p_value(&counts) <= level;
    }
    return (double)rejected / repetitions;
}

static void test_calibration(void **unused) {
    (void)unused;
    int repetitions = test_effort(4000);
    synthetic_check_share("true symmetry rejected at 5 %, 10 pairs",
                          share_rejected(10, 0, 0.05, repetitions), repetitions, 0, 0.05);
    synthetic_check_share("true symmetry rejected at 5 %, 400 pairs",
                          share_rejected(400, 0, 0.05, repetitions), repetitions, 0.03,
                          0.05);
    synthetic_check_share("true symmetry rejected at 0.1 %, 400 pairs",
                          share_rejected(400, 0, 0.001, repetitions), repetitions, 0,
                          0.001);
    synthetic_check_share("a lean of 5 points seen, 400 pairs",
                          share_rejected(400, 0.05, 0.05, repetitions), repetitions, 0.7,
                          1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_against_all_signs),
        cmocka_unit_test(test_calibration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
