/* Double-Move Situ compared with its naive implementation, position by position. */
#include "tests/support/unit.h"

#include "tests/naive/against_naive.h"
#include "tests/support/variants.h"

#include <stdio.h>

static const char *const grids[] = {"hex", "square", "diagonal"};

/* Games that cost about the same together, whatever the board. */
static int games_of_order(int grid, int order, int games_of_order2) {
    int directions[] = {6, 4, 8};
    int share = order * order * order * order * directions[grid] / 4 / 16;
    return test_effort(games_of_order2 / share + 1);
}

static void test_all_boards(void **unused) {
    (void)unused;
    for (int grid = 0; grid < 3; grid++)
        for (int order = 2; order <= 7; order++)
            for (int surplus = 1; surplus <= 4; surplus++)
                for (int cut = 0; cut <= 2; cut++) {
                    char variant[64];
                    snprintf(variant, sizeof variant,
                             "grid=%s order=%d surplus=%d cut=%d", grids[grid], order,
                             surplus, cut);
                    against_naive(&naive_situ, variant,
                                  games_of_order(grid, order, 4000));
                }
}

/* Playouts hardly ever see many stones around one node, or a mover who is stuck in
 * the middle of a turn. */
static void test_rare_positions(void **unused) {
    (void)unused;
    static const struct {
        const char *variant, *position;
    } rows[] = {
        /* eight stones in sight of one node: balances of 8 and -8 */
        {"grid=diagonal order=2 surplus=4",
         "M double0 a1=M b1=M c1=M a2=M c2=M a3=M b3=M c3=M"},
        {"grid=diagonal order=2 surplus=1",
         "M double1 a1=W b1=W c1=W a2=W b2=M c2=W a3=W b3=W c3=W"},
        {"grid=diagonal order=7 surplus=4",
         "W double0 a1=M g1=M m1=M a7=M g7=W m7=M a13=M "
         "g13=M m13=M h14=X"},
        /* lines that cross the words of large boards without a stop */
        {"grid=square order=7 surplus=1", "W double0 a1=W a14=M n1=M n14=W"},
        {"grid=diagonal order=7 surplus=1", "M double1 a1=W a14=M n1=M n14=W"},
        {"order=7 surplus=1", "M double0 a1=W i1=M a15=W g15=M a7=M o7=W"},
        /* a mover who cannot make the first action, the second */
        {"grid=square order=2 surplus=4", "M double0 a1=M a2=M a3=M a4=M b1=M b2=M b3=M "
                                          "b4=M c1=M c2=M c3=M c4=M d1=M d2=M d3=M d4=M"},
        {"grid=square order=2 surplus=4", "W double0 a1=M a2=M a3=M a4=M b1=M b2=M b3=M "
                                          "b4=M c1=M c2=M c3=M c4=M d1=M d2=M d3=M"},
        {"order=2 surplus=4", "M double0"},
        {"order=2", "M cut1 c2=X"},
        {"order=2", "W first0 c2=X c3=X"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        against_naive_from(&naive_situ, rows[i].variant, rows[i].position,
                           test_effort(200));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_boards),
        cmocka_unit_test(test_rare_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
