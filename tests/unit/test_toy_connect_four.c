/* Connect Four (toy_connect_four.h), a game written only from core/game/README.md: it
 * conforms; perft counts of an independent implementation, wins in each direction, full
 * boards, and invalid positions. */
#include "tests/support/unit.h"

#include "core/conformance/conformance.h"
#include "core/game/perft.h"
#include "tests/support/conformance_holds.h"
#include "tests/support/toy_connect_four.h"

static game_t *make_game(const char *variant) {
    failure_t error;
    game_t *game = conformance_game(&toy_connect_four_class, variant, &error);
    if (!game)
        fail_msg("%s", error.message);
    return game;
}

/* Each value of each key, and the board that uses every bit of a word. */
static void test_conforms(void **unused) {
    (void)unused;
    conformance_class_holds(&toy_connect_four_class);
    game_t *game = make_game("width=8 height=7 swap=true");
    conformance_holds(game);
    game_free(game);
}

/* Plays the columns that the letters name, from the start; each must be legal. */
static outcome_t play(const game_t *game, const char *columns, state_t *state) {
    game_start(game, state);
    for (const char *column = columns; *column; column++) {
        char text[2] = {*column, 0};
        action_t action;
        failure_t error;
        if (!game_read_action(game, state, text, &action, &error))
            fail_msg("%s", error.message);
        game_apply(game, state, action);
    }
    return game_outcome(game, state);
}

static void test_perft(void **unused) {
    (void)unused;
    static const struct {
        const char *variant;
        uint64_t counts[10]; /* for depths from 1, ended by 0 */
    } rows[] = {
        {"", {7, 49, 343, 2401, 16807, 117649, 823536, 5673234}},
        {"width=4 height=4", {4, 16, 64, 256, 1020, 4020, 15540, 57504, 206904, 690504}},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        game_t *game = make_game(rows[row].variant);
        state_t start;
        game_start(game, &start);
        for (int depth = 1; depth <= 10 && rows[row].counts[depth - 1]; depth++)
            assert_int_equal(perft_actions(game, &start, depth),
                             rows[row].counts[depth - 1]);
        game_free(game);
    }
}

static void test_ends(void **unused) {
    (void)unused;
    static const struct {
        const char *columns;
        outcome_t outcome;
    } rows[] = {
        {"acacaca", {true, 0, REASON_WIN}},     /* up */
        {"bacacaca", {true, 1, REASON_WIN}},    /* up, by side 1 */
        {"ggffeed", {true, 0, REASON_WIN}},     /* across, to the right edge */
        {"abbcdccdbdd", {true, 0, REASON_WIN}}, /* a1 b2 c3 d4 */
        {"gffedeedfdd", {true, 0, REASON_WIN}}, /* g1 f2 e3 d4 */
        {"acacac", {false, NOBODY, REASON_NONE}},
        {"abaacaaacbbcbbbcccededdedddeeegfgffgfffgg", {false, NOBODY, REASON_NONE}},
        {"abaacaaacbbcbbbcccededdedddeeegfgffgfffggg", {true, NOBODY, REASON_DRAW}},
        {"efgeeedebcdcfdagbbegaccdafgadbbaafdgbcgcff", {true, 1, REASON_WIN}}, /* full */
    };
    game_t *game = make_game("");
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        state_t state;
        action_t actions[GAME_MAX_LEGAL];
        outcome_t outcome = play(game, rows[row].columns, &state);
        assert_int_equal(outcome.over, rows[row].outcome.over);
        assert_int_equal(outcome.winner, rows[row].outcome.winner);
        assert_int_equal(outcome.reason, rows[row].outcome.reason);
        assert_int_equal(game_legal(game, &state, actions) == 0, outcome.over);
    }
    game_free(game);
}

static void test_positions(void **unused) {
    (void)unused;
    static const struct {
        const char *position;
        bool read; /* if so, the game is not over */
    } rows[] = {
        /* Four discs on two sides of an edge, no line: a4 a5 a6 b1; f1 g1 a2 b2. */
        {"2 x....../x....../x....../o....../o....../ox.....", true},
        {"2 ......./......./......./......./xx...../ooo..xx", true},
        {"1 ......./......./......./......./......./xo.....", true},
        {"2 ......./......./......./......./......./xo.....", false}, /* it is 1's turn */
        {"1 ......./......./......./......./x....../.o.....", false}, /* in the air */
        {"1 ......./......./......./o....../ooo..../xxxx...", false}, /* 1 has won */
    };
    game_t *game = make_game("");
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        state_t state;
        failure_t error;
        bool read = game_read_position(game, rows[row].position, &state, &error);
        assert_int_equal(read, rows[row].read);
        if (read)
            assert_false(game_outcome(game, &state).over);
    }
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conforms),
        cmocka_unit_test(test_perft),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
