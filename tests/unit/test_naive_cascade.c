/* Cascade compared with its naive implementation, position by position. */
#include "tests/support/unit.h"

#include "core/games/cascade/cascade.h"
#include "tests/naive/against_naive.h"
#include "tests/support/variants.h"

static void test_variants_of_rules(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++)
        if (strcmp(test_variants[i].game, "cascade") == 0 &&
            !strstr(test_variants[i].variant, "swap"))
            against_naive(&naive_cascade, test_variants[i].variant, test_effort(1000));
}

/* A text with each cell filled with a probability of `density` in 256. */
static void write_random_position(int size, uint32_t density, pcg32_t *rng, text_t *out) {
    text_add_char(out, pcg32_below(rng, 2) ? '2' : '1');
    for (int column = 0; column < size; column++)
        for (int row = 1; row <= size; row++)
            if (pcg32_below(rng, 256) < density)
                text_add(out, " %c%d=%c", 'a' + column, row, "wbr"[pcg32_below(rng, 3)]);
}

/* Texts may have cells that are due, which never occurs in games: only there can cells be
 * due from above and from below in one wave. */
static void test_unsettled_positions(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_for(5, 0, 0, PCG_FOR_TEST);
    for (int size = 2; size <= CASCADE_MAX_SIZE; size++)
        for (int i = 0; i < test_effort(400); i++) {
            char variant[GAME_VARIANT_TEXT], position[GAME_POSITION_TEXT];
            text_t out = text_into(position, sizeof position);
            uint32_t density = 16 + pcg32_below(&rng, 224);
            write_random_position(size, density, &rng, &out);
            snprintf(variant, sizeof variant, "size=%d direction=%s", size,
                     i % 4 == 0 ? "down" : "both");
            against_naive_from(&naive_cascade, variant, position, 2);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_variants_of_rules),
        cmocka_unit_test(test_unsettled_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
