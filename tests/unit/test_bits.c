/* Sets of cells: select against a plain loop, on every kind of word. */
#include "tests/support/unit.h"

#include "core/base/bits.h"
#include "core/base/pcg.h"

static bits64_t random_word(pcg32_t *rng, int density) {
    bits64_t word = ~(bits64_t)0;
    for (int i = 0; i < density; i++)
        word &= (bits64_t)pcg32_next(rng) << 32 | pcg32_next(rng);
    return word;
}

static void test_select64(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_for(1, 0, 0, PCG_FOR_TEST);
    for (int i = 0; i < 20000; i++) {
        bits64_t word = random_word(&rng, i % 6), rest = word;
        for (int rank = 0; rank < bits64_count(word); rank++) {
            int bit = bits64_pop(&rest);
            assert_int_equal(bits64_select(word, rank), bit);
            assert_int_equal(bits64_pick(word, rank), bits64_one(bit));
        }
        assert_int_equal(rest, 0);
    }
}

static void test_select128(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_for(2, 0, 0, PCG_FOR_TEST);
    for (int i = 0; i < 10000; i++) {
        bits128_t word = (bits128_t)random_word(&rng, i % 5) << 64 |
                         (i % 7 ? random_word(&rng, i % 4) : 0);
        bits128_t rest = word;
        for (int rank = 0; rank < bits128_count(word); rank++)
            assert_int_equal(bits128_select(word, rank), bits128_pop(&rest));
        assert_true(rest == 0);
    }
}

static void test_gather64(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_for(3, 0, 0, PCG_FOR_TEST);
    for (int i = 0; i < 20000; i++) {
        bits64_t mask = i == 0 ? 0 : random_word(&rng, i % 5), set = random_word(&rng, 1);
        bits64_gather_t gather = bits64_gather_init(mask);
        bits64_t expected = 0;
        for (int place = 0; mask; place++)
            expected |= (set >> bits64_pop(&mask) & 1) << place;
        assert_true(bits64_gather(&gather, set) == expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_select64),
        cmocka_unit_test(test_select128),
        cmocka_unit_test(test_gather64),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
