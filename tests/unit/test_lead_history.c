/* Figures of lead histories, on games that a reader can follow. */
#include "tests/support/unit.h"

#include "core/game/game.h"
#include "eval/metrics/lead_history.h"

#include <math.h>

static void assert_near(double value, double expected) {
    if (!(fabs(value - expected) <= 1e-12))
        fail_msg("%.15f is not %.15f", value, expected);
}

/* Player 1's value at each action; one action per turn. */
static lead_history_t history_of(const double *values, size_t count, int winner,
                                 lead_point_t *points) {
    for (size_t i = 0; i < count; i++)
        points[i] = (lead_point_t){values[i], (uint32_t)i, (uint32_t)i, (uint8_t)(i % 2)};
    return (lead_history_t){points, count, count, winner};
}

/* Player 2 takes the lead, player 1 comes back and wins. */
static void test_comeback(void **unused) {
    (void)unused;
    static const double values[] = {0.5, 0.5, 0.32, 0.18, 0.5, 0.75, 0.7, 0.95};
    lead_point_t points[8];
    lead_history_t history = history_of(values, 8, 0, points);
    /* Behind at 0.32 and 0.18, by 0.36 and 0.64: roots 0.6 and 0.8. */
    assert_near(lead_drama_mean(&history), 0.7);
    assert_near(lead_drama_max(&history), 0.8);
    assert_near(lead_behind_share(&history), 2.0 / 8);
    /* Even values leave the lead where it was: player 2's at 0.32, then player 1's at
     * 0.75. */
    assert_near(lead_changes(&history), 1);
    assert_near(lead_change_share(&history), 1.0 / 7);
    /* The loser's best is 1 - 0.18; the winner is above it only at the last action. */
    assert_near(lead_threshold(&history), 0.82);
    assert_near(lead_decided_share(&history), 1.0 / 8);
    /* 0.95 to the end; 0.75, 0.7 and 0.95 to the end; the dip to 0.5 is before. */
    assert_near(lead_foregone_share(&history, 0.9), 1.0 / 8);
    assert_near(lead_foregone_share(&history, 0.7), 3.0 / 8);
    assert_near(lead_foregone_share(&history, 0.72), 1.0 / 8);
    assert_near(lead_foregone_share(&history, 0.96), 0);
    assert_near(lead_foregone_share(&history, 0), 1);
    /* Gains by turn: 0, 0.18 (player 2), -0.14, -0.32, 0.25, 0.05 (player 2), 0.25. */
    assert_near(lead_killer_move(&history), 0.25);
    /* 0.18 of player 2 is followed by -0.14: kept. Player 1's 0.25 by 0.05: taken back;
     * player 2's 0.05 by 0.25: all of it. The last has no reply. */
    assert_near(lead_permanence(&history), 1 - (0.05 + 0.05) / (0.18 + 0.25 + 0.05));
}

/* The same from the other side: drama depends on the winner. */
static void test_same_history_won_by_the_other(void **unused) {
    (void)unused;
    static const double values[] = {0.6, 0.6, 0.4, 0.1};
    lead_point_t points[4];
    lead_history_t history = history_of(values, 4, 1, points);
    assert_near(lead_drama_mean(&history), sqrt(0.2));
    assert_near(lead_behind_share(&history), 0.5);
    assert_near(lead_threshold(&history), 0.6);
    assert_near(lead_decided_share(&history), 0.25); /* 0.9 above 0.6; 0.6 is not */
    assert_near(lead_variance(&history),
                (2 * 0.6 * 0.6 + 0.16 + 0.01) / 4 - 0.425 * 0.425);
    assert_near(lead_uncertainty(&history), (0.96 + 0.96 + 0.96 + 0.36) / 4);
    history.winner = 0;
    assert_near(lead_drama_max(&history), sqrt(0.8));
    assert_near(lead_decided_share(&history), 0);
}

static void test_never_behind(void **unused) {
    (void)unused;
    static const double values[] = {0.5, 0.8, 1};
    lead_point_t points[3];
    lead_history_t history = history_of(values, 3, 0, points);
    assert_near(lead_drama_mean(&history), 0);
    assert_near(lead_drama_max(&history), 0);
    assert_near(lead_changes(&history), 0);
    assert_near(lead_decided_share(&history), 2.0 / 3);
}

/* Turns of several actions are valued at their first; a turn without a search, and the
 * one before it, have no gain. */
static void test_turns(void **unused) {
    (void)unused;
    const lead_point_t points[] = {
        {0.5, 3, 6, 0},  {0.9, 3, 7, 0},  {0.6, 4, 8, 1},  {0.2, 4, 9, 1},
        {0.4, 5, 10, 0}, {0.9, 7, 14, 0}, {0.5, 8, 15, 1},
    };
    lead_history_t history = {points, 7, 16, 0};
    /* 0.5 to 0.6 for player 1; 0.6 to 0.4 for player 2; turn 5 has no next one; then
     * 0.9 to 0.5 against player 1. */
    assert_near(lead_killer_move(&history), 0.2);
    assert_near(lead_permanence(&history), 0);
    assert_near(lead_decided_share(&history), 1 - 7.0 / 16);
    assert_near(lead_changes(&history), 2);
}

static void test_not_defined(void **unused) {
    (void)unused;
    static const double values[] = {0.4, 0.7};
    lead_point_t points[2];
    lead_history_t drawn = history_of(values, 2, NOBODY, points);
    assert_true(isnan(lead_drama_mean(&drawn)) && isnan(lead_drama_max(&drawn)));
    assert_true(isnan(lead_threshold(&drawn)) && isnan(lead_decided_share(&drawn)));
    assert_true(isnan(lead_behind_share(&drawn)));
    assert_true(isnan(lead_foregone_share(&drawn, 0.9)));
    assert_near(lead_changes(&drawn), 1);
    assert_true(isnan(lead_permanence(&drawn)));
    lead_history_t empty = {points, 0, 5, 0};
    assert_true(isnan(lead_drama_mean(&empty)) && isnan(lead_changes(&empty)));
    assert_true(isnan(lead_variance(&empty)) && isnan(lead_uncertainty(&empty)));
    assert_true(isnan(lead_killer_move(&empty)));
    lead_history_t single = history_of(values, 1, 0, points);
    assert_true(isnan(lead_change_share(&single)) && isnan(lead_killer_move(&single)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comeback),
        cmocka_unit_test(test_same_history_won_by_the_other),
        cmocka_unit_test(test_never_behind),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_not_defined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
