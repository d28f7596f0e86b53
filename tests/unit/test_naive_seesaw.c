/* Seesaw compared with its naive implementation, position by position. */
#include "tests/support/unit.h"

#include "tests/naive/against_naive.h"
#include "tests/support/variants.h"

static void test_sizes(void **unused) {
    (void)unused;
    const char *const sizes[] = {"size=2", "size=3", "size=4", "size=5", "size=6"};
    for (int i = 0; i < 5; i++)
        against_naive(&naive_seesaw, sizes[i], test_effort(10000));
}

static void test_variants_of_rules(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++)
        if (strcmp(test_variants[i].game, "seesaw") == 0 &&
            !strstr(test_variants[i].variant, "swap"))
            against_naive(&naive_seesaw, test_variants[i].variant, test_effort(500));
}

/* Playouts hardly ever see a stuck mover, chains of many captures or large stacks. */
static void test_rare_positions(void **unused) {
    (void)unused;
    const char *const positions[] = {
        "S d1=N1/- d7=S1/-", /* both stuck: two passes */
        "N d1=N1/- d7=S1/- p1",
        "S d1=N1/- d7=S1/- p2",
        "S b2=N1/- d4=S7/- d6=N1/N d7=N1/N e5=N2/- f3=N3/S", /* long chains */
        "S a1=N1/- a4=N1/- d4=S200/- g1=N1/- g4=N1/-",
        "S d4=S3/- d7=N1/N e4=N1/- >d4:2",
        "S d4=S2/- d7=N1/N >d4:1 t7",
    };
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        against_naive_from(&naive_seesaw, "size=4", positions[i], test_effort(200));
        against_naive_from(&naive_seesaw, "size=4 stuck=loss recapture=optional",
                           positions[i], test_effort(200));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_variants_of_rules),
        cmocka_unit_test(test_rare_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
