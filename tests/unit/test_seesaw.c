/* Seesaw: hand-made positions for readers of its RULES.md. */
#include "tests/support/unit.h"

#include "tests/support/variants.h"

static game_t *make_game(const char *variant) {
    test_variant_t test = {"seesaw", variant};
    return test_variant_game(&test);
}

static void read_position(const game_t *game, const char *text, state_t *state) {
    failure_t error;
    if (!game_read_position(game, text, state, &error))
        fail_msg("%s: %s", text, error.message);
}

/* All legal actions as one line, in the order of their numbers. */
static void write_legal(const game_t *game, const state_t *state, char line[1024]) {
    action_t actions[GAME_MAX_LEGAL];
    text_t out = text_into(line, 1024);
    int count = game_legal(game, state, actions);
    for (int i = 0; i < count; i++) {
        char text[GAME_ACTION_TEXT];
        game_write_action(game, actions[i], text);
        text_add(&out, "%s%s", i ? " " : "", text);
    }
}

static void check_legal(const char *variant, const char *position, const char *expected) {
    game_t *game = make_game(variant);
    state_t state;
    char line[1024];
    read_position(game, position, &state);
    write_legal(game, &state, line);
    assert_string_equal(line, expected);
    game_free(game);
}

static void check_apply(const char *variant, const char *position, const char *text,
                        const char *expected) {
    game_t *game = make_game(variant);
    state_t state;
    action_t action;
    failure_t error;
    char after[GAME_POSITION_TEXT];
    read_position(game, position, &state);
    if (!game_read_action(game, &state, text, &action, &error))
        fail_msg("%s: %s", position, error.message);
    game_apply(game, &state, action);
    game_write_position(game, &state, POSITION_WITHOUT_TURN, after);
    assert_string_equal(after, expected);
    game_free(game);
}

static void test_start(void **unused) {
    (void)unused;
    check_legal("size=4", "S d1=S1/S d7=N1/N", "@c1 @d2 @e1 d1-c1 d1-d2 d1-e1");
    check_legal("size=4 first_turn=deploy", "S d1=S1/S d7=N1/N", "@c1 @d2 @e1");
    check_legal("size=4 first_turn=glide", "S d1=S1/S d7=N1/N", "d1-c1 d1-d2 d1-e1");
    check_legal("size=4 first_turn=glide", "N d1=S1/S d7=N1/N",
                "@c6 @d6 @e6 d7-c6 d7-d6 d7-e6");
}

static void test_steps(void **unused) {
    (void)unused;
    /* Odd stacks go forward, even ones backward; South's forward is up. */
    check_legal("size=2", "S b2=S1/- c2=N1/- b1=-/N", "b2xc2");
    check_legal("size=3", "S c1=S3/- a1=N1/-", "c1xa1");
    check_legal("size=3", "S c3=S2/- c5=N1/-", "c3xc5");
    check_legal("size=3 capture=optional", "S c3=S2/- c5=N1/-",
                "c3-a1 c3-b1 c3-b2 c3-c1 c3-c2 c3-d1 c3-d2 c3-e1 c3xc5");
    /* Promotion: odd on an enemy tile, even on an own one. */
    check_apply("size=4", "S d5=S1/- d6=-/N a1=N1/-", "d5-d6", "N a1=N1/- d6=S2/N");
    check_apply("size=4", "S d3=S2/- d2=-/S a1=N1/- a4=N1/N", "d3-d2",
                "N a1=N1/- a4=N1/N d2=S3/S");
    check_apply("size=4", "S d5=S1/- d6=-/S a1=N1/-", "d5-d6", "N a1=N1/- d6=S1/S");
}

static void test_chains(void **unused) {
    (void)unused;
    /* Three steps: one to c3, two left over reach d5, or first nothing else may happen.
     */
    check_apply("size=4", "S c3=N1/- d3=S3/- d5=N1/- g1=N1/-", "d3xc3",
                "S c3=S3/- d5=N1/- g1=N1/- >c3:2");
    check_legal("size=4", "S c3=S3/- d5=N1/- g1=N1/- >c3:2", "c3xd5");
    check_legal("size=4 recapture=optional", "S c3=S3/- d5=N1/- g1=N1/- >c3:2",
                "c3-a3 c3-b3 c3-b4 c3-c4 c3-c5 c3-d4 c3-e4 c3xd5 .");
    /* No more captures: continue gliding, or end the turn. */
    check_legal("size=4", "S d6=S3/- g1=N1/- >d6:1", "d6-c6 d6-d7 d6-e6 .");
    /* The last stack is captured: the game is over with steps left over. */
    check_apply("size=4", "S d3=S3/S d4=N1/N", "d3xd4", "N d3=-/S d4=S4/N");
}

static void test_stuck(void **unused) {
    (void)unused;
    check_legal("size=4", "S d1=N1/- d7=S1/-", "pass");
    check_legal("size=4 stuck=loss", "S d1=N1/- d7=S1/-", "");
    check_apply("size=4", "S d1=N1/- d7=S1/-", "pass", "N d1=N1/- d7=S1/- p1");
    game_t *game = make_game("size=4");
    state_t state;
    action_t pass;
    failure_t error;
    read_position(game, "N d1=N1/- d7=S1/- p1", &state);
    assert_true(game_read_action(game, &state, "pass", &pass, &error));
    game_apply(game, &state, pass);
    outcome_t outcome = game_outcome(game, &state);
    assert_true(outcome.over && outcome.winner == NOBODY);
    assert_int_equal(outcome.reason, REASON_BOTH_STUCK);
    game_free(game);
}

static void test_cut_off(void **unused) {
    (void)unused;
    game_t *game = make_game("size=4 max_turns=3");
    state_t state;
    action_t action;
    failure_t error;
    read_position(game, "S d1=S1/S d7=N1/N t2", &state);
    assert_false(game_outcome(game, &state).over);
    assert_true(game_read_action(game, &state, "@d2", &action, &error));
    game_apply(game, &state, action);
    assert_int_equal(game_outcome(game, &state).reason, REASON_CUT_OFF);
    assert_int_equal(game_outcome(game, &state).winner, NOBODY);
    game_free(game);
}

/* A long way costs as many steps as the shortest path; a saturating size keeps its parity
 * and so its direction. */
static void test_large_sizes(void **unused) {
    (void)unused;
    check_apply("size=4", "S a1=N1/S a2=N1/S b1=N1/S d5=S255/- d6=-/N", "d5xa1",
                "S a1=S255/S a2=N1/S b1=N1/S d6=-/N >a1:251");
    check_apply("size=2 capture=optional", "S b1=S255/- b2=-/N c1=N1/-", "b1-b2",
                "N b2=S254/N c1=N1/-");
    check_apply("size=2 capture=optional", "S b2=S254/- b1=-/S c1=N1/-", "b2-b1",
                "N b1=S255/S c1=N1/-");
}

static void test_bad_positions(void **unused) {
    (void)unused;
    const char *const bad[][2] = {
        {"", "mover"},
        {"X d1=S1/S", "mover"},
        {"S", "neither side"},
        {"S d8=S1/S", "d8"},
        {"S h1=S1/S", "h1"},
        {"S d1=S0/S", "1 to 255"},
        {"S d1=S256/-", "1 to 255"},
        {"S d1=S1/S d1=S1/S", "twice"},
        {"S d1=-/-", "omitted"},
        {"S d1=S1", "separated by /"},
        {"S d1=S1/X", "tile"},
        {"S d1=S1/S d7=N1/N >d7:1", "not the mover's"},
        {"S d1=S1/S d7=N1/N >d3:1", "not the mover's"},
        {"S d1=S2/S d7=N1/N >d1:2", "steps left over"},
        {"S d1=S2/S d7=N1/N >d1:0", "at least 1"},
        {"S d1=S1/S d7=N1/N t1001", "max_turns"},
        {"S d1=S1/S d7=N1/N rubbish", "rubbish"},
    };
    game_t *game = make_game("size=4");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        state_t state;
        failure_t error = {""};
        if (game_read_position(game, bad[i][0], &state, &error))
            fail_msg("accepted: %s", bad[i][0]);
        if (!strstr(error.message, bad[i][1]))
            fail_msg("%s: %s does not say %s", bad[i][0], error.message, bad[i][1]);
    }
    game_free(game);
}

static void test_bad_actions(void **unused) {
    (void)unused;
    const char *const bad[] = {"",  "d1",   "@d9",    "d1-d3", "d1xd2",
                               ".", "pass", "d1-d2x", "swap",  "@c1 "};
    game_t *game = make_game("size=4");
    state_t state = {0};
    game_start(game, &state);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        action_t action;
        failure_t error;
        assert_false(game_read_action(game, &state, bad[i], &action, &error));
    }
    game_free(game);
}

/* The pie rule: offered once, after the first turn; players exchange sides. */
static void test_swap(void **unused) {
    (void)unused;
    game_t *game = make_game("size=4 swap=true");
    state_t state = {0}, read;
    action_t action;
    failure_t error;
    char text[GAME_POSITION_TEXT];
    game_start(game, &state);
    assert_false(game_read_action(game, &state, "swap", &action, &error));
    assert_true(game_read_action(game, &state, "@d2", &action, &error));
    game_apply(game, &state, action);
    assert_int_equal(game_player(game, &state), 1);
    assert_true(game_read_action(game, &state, "swap", &action, &error));
    game_apply(game, &state, action);
    assert_int_equal(game_side(game, &state), 1);
    assert_int_equal(game_player(game, &state), 0);
    assert_false(game_is_legal(game, &state, action));
    game_write_position(game, &state, POSITION_FULL, text);
    assert_string_equal(text, "N d1=S1/S d2=S1/S d7=N1/N t1 swapped");
    read_position(game, text, &read);
    assert_true(game_equal(game, &state, &read));
    read_position(game, "S d4=S1/- d5=N1/- t9 swapped", &read);
    assert_true(game_read_action(game, &read, "d4xd5", &action, &error));
    game_apply(game, &read, action);
    assert_int_equal(game_outcome(game, &read).winner, 1); /* South's player is 2 */
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start),         cmocka_unit_test(test_steps),
        cmocka_unit_test(test_chains),        cmocka_unit_test(test_stuck),
        cmocka_unit_test(test_cut_off),       cmocka_unit_test(test_large_sizes),
        cmocka_unit_test(test_bad_positions), cmocka_unit_test(test_bad_actions),
        cmocka_unit_test(test_swap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
