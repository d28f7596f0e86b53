/* Cascade: positions with known answers, for readers of core/games/cascade/RULES.md. */
#include "tests/support/unit.h"

#include "core/game/game.h"
#include "tests/support/variants.h"

#include <math.h>

typedef struct known {
    const char *variant, *position, *action, *then;
} known_t;

static const known_t known[] = {
    /* Unlike neighbours give the third colour, like ones their own. */
    {"size=3", "1 a2=w", "b:b1", "2 a2=w b1=b b2=r"},
    {"size=3", "2 a2=r", "r:b1", "1 a2=r b1=r b2=r"},
    /* A second wave uses the cells that the first has filled. */
    {"size=3", "1 a2=w a3=b", "b:b1", "2 a2=w a3=b b1=b b2=r b3=w"},
    {"size=3", "1 a3=w b2=b c1=w", "r:a1", "2 a1=r a3=w b2=b b3=r c1=w c2=r c3=r"},
    /* Upwards only if both directions fill. */
    {"size=3", "1 b3=w", "r:c2", "2 b3=w c2=r c3=b"},
    {"size=3 direction=both", "1 b3=w", "r:c2", "2 b2=b b3=w c2=r c3=b"},
    /* Due both ways in one wave, b2 takes the colour from above; and what a text has left
     * due is filled after the move wherever that is. */
    {"size=3 direction=both", "1 a2=w b1=w b3=b c2=b", "r:a3",
     "2 a1=w a2=w a3=r b1=w b2=w b3=b c2=b c3=b"},
    {"size=11", "1 j11=w k10=w", "r:a1", "2 a1=r j11=w k10=w k11=w"},
};

static void test_known_moves(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        test_variant_t variant = {"cascade", known[i].variant};
        game_t *game = test_variant_game(&variant);
        char text[GAME_POSITION_TEXT];
        state_t state;
        action_t action = ACTION_NONE;
        failure_t error;
        if (!game_read_position(game, known[i].position, &state, &error) ||
            !game_read_action(game, &state, known[i].action, &action, &error))
            fail_msg("%s", error.message);
        game_apply(game, &state, action);
        game_write_position(game, &state, POSITION_FULL, text);
        assert_string_equal(text, known[i].then);
        game_free(game);
    }
}

static void check_end(const char *position, bool over, int winner, reason_t reason) {
    test_variant_t variant = {"cascade", "size=2"};
    game_t *game = test_variant_game(&variant);
    state_t state;
    failure_t error;
    assert_true(game_read_position(game, position, &state, &error));
    outcome_t outcome = game_outcome(game, &state);
    assert_int_equal(outcome.over, over);
    assert_int_equal(outcome.winner, winner);
    assert_int_equal(outcome.reason, reason);
    game_free(game);
}

/* Red counts for nobody; the side to move does not matter. */
static void test_ends(void **unused) {
    (void)unused;
    check_end("1", false, NOBODY, REASON_NONE);
    check_end("1 a1=w a2=w b1=w", false, NOBODY, REASON_NONE);
    check_end("1 a1=w a2=r b1=r b2=r", true, 0, REASON_WIN);
    check_end("2 a1=w a2=w b1=b b2=r", true, 0, REASON_WIN);
    check_end("1 a1=w a2=b b1=b b2=r", true, 1, REASON_WIN);
    check_end("2 a1=w a2=b b1=r b2=r", true, NOBODY, REASON_DRAW);
    check_end("1 a1=r a2=r b1=r b2=r", true, NOBODY, REASON_DRAW);
}

static bool may_swap(const game_t *game, const char *position) {
    state_t state;
    action_t action;
    failure_t error;
    assert_true(game_read_position(game, position, &state, &error));
    return game_read_action(game, &state, "swap", &action, &error);
}

static void test_swap_answers_the_first_stone_alone(void **unused) {
    (void)unused;
    test_variant_t variant = {"cascade", "size=4 swap=true"};
    game_t *game = test_variant_game(&variant);
    assert_true(may_swap(game, "2 b3=r"));
    assert_false(may_swap(game, "1 b3=r"));
    assert_false(may_swap(game, "2 b3=r swapped"));
    assert_false(may_swap(game, "1"));
    assert_false(may_swap(game, "2"));
    assert_false(may_swap(game, "2 b3=r d4=w"));
    game_free(game);
}

/* The exact probabilities of each winner (and of a draw) in a playout. */
static void add_chances(const game_t *game, const state_t *state, double weight,
                        double chances[3]) {
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(game, state, actions);
    if (count == 0)
        chances[game_outcome(game, state).winner] += weight;
    for (int i = 0; i < count; i++) {
        state_t next = *state;
        game_apply(game, &next, actions[i]);
        add_chances(game, &next, weight / count, chances);
    }
}

/* All is red but a white cell beside three empty ones, one of which the others fill: who
 * wins depends on which colour comes to which cell, so both must be drawn on their
 * own.
 */
static void check_chances(const char *size, int column, int row) {
    enum { PLAYOUTS = 100000 };
    test_variant_t variant = {"cascade", size};
    game_t *game = test_variant_game(&variant);
    char position[GAME_POSITION_TEXT];
    text_t out = text_into(position, sizeof position);
    int side = game->cells == 4 ? 2 : 9;
    text_add(&out, "1 %c%d=w", 'a' + column, row + 1);
    for (int c = 0; c < side; c++)
        for (int r = 0; r < side; r++)
            if (c < column || c > column + 1 || r < row || r > row + 1)
                text_add(&out, " %c%d=r", 'a' + c, r + 1);
    state_t state;
    failure_t error;
    if (!game_read_position(game, position, &state, &error))
        fail_msg("%s", error.message);
    double chances[3] = {0};
    int counts[3] = {0};
    add_chances(game, &state, 1, chances);
    pcg32_t rng = pcg32_for(6, 0, 0, PCG_FOR_TEST);
    for (int i = 0; i < PLAYOUTS; i++) {
        state_t scratch = state;
        counts[game_playout(game, &scratch, &rng).outcome.winner]++;
    }
    for (int i = 0; i < 3; i++) {
        double deviation = sqrt(PLAYOUTS * chances[i] * (1 - chances[i]));
        if (fabs(counts[i] - PLAYOUTS * chances[i]) > 5 * deviation)
            fail_msg("%s: %d of %d, expected %.0f +- %.0f", position, counts[i], PLAYOUTS,
                     PLAYOUTS * chances[i], deviation);
    }
    game_free(game);
}

static void test_playouts_have_exact_chances(void **unused) {
    (void)unused;
    check_chances("size=2", 0, 0);
    check_chances("size=9", 0, 0); /* in the low word of two */
    check_chances("size=9", 6, 0); /* in both */
    check_chances("size=9", 7, 7); /* in the high one */
}

static void test_wrong_texts(void **unused) {
    (void)unused;
    static const char *const wrong[] = {
        "",       "w",      "3",      "12",      "1 a1",     "1 a1=",       "1 a1=g",
        "1 i1=w", "1 a9=w", "1 a0=w", "1 a01=w", "1 A1=w",   "1 a1=w a1=w", "1 a1=ww",
        "1 a1:w", "1 1",    "1 =w",   "1 a1 =w", "1 a1=w 2",
    };
    test_variant_t variant = {"cascade", "size=8"};
    game_t *game = test_variant_game(&variant);
    state_t state;
    failure_t error;
    action_t action;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (game_read_position(game, wrong[i], &state, &error))
            fail_msg("read \"%s\"", wrong[i]);
    static const char *const not_actions[] = {"",     "w",     "w:",    "wa1",   "g:a1",
                                              "w:i1", "w:a9",  "w:a1 ", "w:a01", "a1:w",
                                              ".:a1", "w:a1w", "swap",  "W:a1"};
    for (size_t i = 0; i < sizeof not_actions / sizeof not_actions[0]; i++)
        if (game_parse_action(game, not_actions[i], &action))
            fail_msg("read \"%s\"", not_actions[i]);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_moves),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_swap_answers_the_first_stone_alone),
        cmocka_unit_test(test_playouts_have_exact_chances),
        cmocka_unit_test(test_wrong_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
