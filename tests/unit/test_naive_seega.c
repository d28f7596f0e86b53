/* Seega compared with its naive implementation, position by position. */
#include "tests/support/unit.h"

#include "tests/naive/against_naive.h"
#include "tests/support/variants.h"

static void test_sizes(void **unused) {
    (void)unused;
    against_naive(&naive_seega, "size=5", test_effort(12000));
    against_naive(&naive_seega, "size=7", test_effort(3000));
    against_naive(&naive_seega, "size=9", test_effort(800));
}

static void test_variants_of_rules(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++)
        if (strcmp(test_variants[i].game, "seega") == 0 &&
            !strstr(test_variants[i].variant, "swap"))
            against_naive(&naive_seega, test_variants[i].variant, test_effort(600));
}

/* Playouts hardly ever see a blocked mover, a side's last pieces or a capture of
 * three. */
static void test_rare_positions(void **unused) {
    (void)unused;
    const char *const variants[] = {
        "size=5",
        "size=5 blocked=pass safe_centre=false",
        "size=5 blocked=loss opening=free",
        "size=5 end_at=0 opening=free no_capture_limit=70",
        "size=5 end_at=0 blocked=pass no_capture_limit=51",
        "size=7 end_at=0 safe_centre=false",
    };
    const char *const positions[] = {
        "R move q3 a1=R a2=B b1=B d5=B e4=B e5=R", /* Red is blocked */
        "B move q49 a1=B a2=R b1=R e1=B d1=R e2=R",
        "R move q50 a1=R a2=B b1=B d5=B e4=B e5=R", /* blocked, and the limit */
        "R move q0 a1=R a2=R a3=B b1=R b2=B c1=B c4=B",
        "R move q0 c3=B a3=R b2=R b3=R b4=R c1=B c2=B c4=B d3=B",  /* about the centre */
        "R move q48 c2=R b3=B a3=R d3=B e3=R c4=B c5=R e1=B e5=B", /* takes three */
        "B move q49 c2=B b3=R a3=B d3=R e3=B c4=R c5=B",
        "R move q0 a2=R b1=B c1=R",      /* a single enemy */
        "B move q7 c3=B c4=R c5=B a1=R", /* one from the centre */
        "B move q0 c3=R c4=B c1=B a1=R",
        "R move>c3 q0 a1=R c3=R c4=B c5=R d2=B e5=B",
        "B move>e1 q0 a1=R a2=R d1=R e1=B e2=R b5=B",
        "R move q50 a1=R a3=R c1=B c5=B",
    };
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++)
        for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++)
            against_naive_from(&naive_seega, variants[v], positions[i], test_effort(300));
    const char *removed = "R move q0 a1=R b1=B d5=B e4=B e5=R r"; /* has to move a1-a2 */
    against_naive_from(&naive_seega, "size=5", removed, test_effort(300));
    against_naive_from(&naive_seega, "size=5 end_at=0", removed, test_effort(300));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_variants_of_rules),
        cmocka_unit_test(test_rare_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
