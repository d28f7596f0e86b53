/* The skeleton that core/games/new_game.sh writes, as a game `trial`, and the example of
 * core/game/README.md, `tictactoe`: both conform unchanged, through the defaults for
 * functions that a table omits (game_defaults.c, grid_text.h); a table that omits too
 * much is rejected. CMakeLists.txt runs the script in a copy of core/games and links this
 * program with the result. */
#include "tests/support/unit.h"

#include "core/conformance/conformance.h"
#include "core/game/board_drawing.h"
#include "core/game/perft.h"
#include "eval/complexity/complexity.h"
#include "mcts/search/search.h"
#include "tests/support/conformance_holds.h"

#include <math.h>

static const game_class_t *find(const char *name) {
    failure_t error;
    const game_class_t *class = game_class_find(name, &error);
    if (!class)
        fail_msg("%s", error.message);
    return class;
}

static const game_class_t *trial(void) {
    return find("trial");
}

static game_t *make_game(const char *variant) {
    failure_t error;
    game_t *game = conformance_game(trial(), variant, &error);
    if (!game)
        fail_msg("%s", error.message);
    return game;
}

static void test_skeleton_conforms(void **unused) {
    (void)unused;
    conformance_class_holds(trial());
}

static void test_game_of_the_page_conforms(void **unused) {
    (void)unused;
    conformance_class_holds(find("tictactoe"));
}

/* Known counts: 9! / 4! sequences of 5 actions, none of which ends earlier; 127,872 that
 * fill the board. */
static void test_game_of_the_page_is_tictactoe(void **unused) {
    (void)unused;
    failure_t error;
    game_t *game = conformance_game(find("tictactoe"), "", &error);
    state_t state;
    game_start(game, &state);
    assert_int_equal(perft_actions(game, &state, 5), 15120);
    assert_int_equal(perft_actions(game, &state, 6), 54720);
    assert_int_equal(perft_actions(game, &state, 9), 127872);
    assert_false(game_read_position(game, "2 .../.../...", &state, &error));
    assert_non_null(strstr(error.message, "side 1 cannot be to move"));
    game_free(game);
}

/* Known figures: 255,168 games, 549,946 sequences, 5,478 positions, the shortest game of
 * five actions. */
static void test_size_of_tictactoe(void **unused) {
    (void)unused;
    failure_t error;
    game_t *game = conformance_game(find("tictactoe"), "", &error);
    const complexity_order_t order = {
        .positions = 10000, .playouts = 2, .population = 1024, .repeats = 16, .seed = 1};
    complexity_t found;
    assert_true(complexity_find(game, &order, &found));
    assert_true(found.space.exact);
    assert_int_equal(found.space.positions, 5478);
    assert_int_equal(found.space.shortest, 5);
    assert_int_equal(found.space.contents, 3);
    assert_false(found.tree.exact);
    assert_true(found.tree.error > 0 && found.tree.error < 0.01);
    assert_true(fabs(found.tree.games.value - log10(255168)) < 4 * found.tree.error);
    assert_true(fabs(found.tree.nodes.value - log10(549946)) < 4 * found.tree.error);
    complexity_clear(&found);
    game_free(game);
}

typedef struct text_case {
    const char *position;
    const char *message; /* a part of it; NULL: the position is right */
} text_case_t;

static void test_default_positions(void **unused) {
    (void)unused;
    const text_case_t cases[] = {
        {"1 .../.../...", NULL},
        {"2 x../.o./...", NULL},
        {"1 xxx/ooo/xox", NULL},
        {"", "the mover, 1 or 2, and the cells"},
        {"3 .../.../...", "column 1: the mover is 1 or 2"},
        {"1 .../.../..", "column 13: cells are missing"},
        {"1 .../......", "column 10: a slash"},
        {"1 .../.../....", "column 14: there are more cells"},
        {"1 .../.?./...", "column 8: a cell is one of .xo"},
        {"1 .../.../... 2", "column 15: nothing may follow"},
    };
    game_t *game = make_game("size=3");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        state_t state;
        failure_t error = {""};
        bool ok = game_read_position(game, cases[i].position, &state, &error);
        if (ok != !cases[i].message || (!ok && !strstr(error.message, cases[i].message)))
            fail_msg("%s: %s", cases[i].position, error.message);
    }
    game_free(game);
}

/* The lower left cell is a1, with b1 to its right; the complete picture that players see.
 */
static void test_default_places(void **unused) {
    (void)unused;
    game_t *game = make_game("size=3");
    state_t state;
    failure_t error;
    action_t action;
    char text[GAME_POSITION_TEXT], picture[GAME_PICTURE_TEXT];
    unsigned char packed[GAME_PACKED_BYTES];
    text_t out = text_into(picture, sizeof picture);
    board_drawing_t board;
    game_start(game, &state);
    assert_true(game_read_action(game, &state, "b1", &action, &error));
    assert_int_equal(action, 1);
    game_apply(game, &state, action);
    assert_true(game_first_turn_just_over(game, &state));
    assert_true(game_read_action(game, &state, "a3", &action, &error));
    assert_int_equal(action, 6);
    game_apply(game, &state, action);
    assert_false(game_first_turn_just_over(game, &state));
    game_write_position(game, &state, POSITION_FULL, text);
    assert_string_equal(text, "1 o../.../.x.");
    game_picture(game, &state, false, &out);
    assert_string_equal(picture,
                        "  3 o . .\n  2 . . .\n  1 . x .\n    a b c\nBlack to move\n");
    assert_int_equal(game->packed_bytes, 10);
    game_pack(game, &state, packed);
    assert_memory_equal(packed, "\0\0\1\0\0\0\0\2\0\0", 10);
    packed[3] = 3;
    assert_false(game_unpack(game, packed, &state, &error));
    assert_non_null(strstr(error.message, "packed state: cell 2 holds 3"));
    assert_false(game_parse_action(game, "d1", &action));
    assert_true(game_symmetry_action(game, 1, 6) == 8);
    board_draw(game, &board);
    assert_string_equal(board.name[6], "a3");
    assert_true(board.x[6] == 0 && board.y[6] == 2);
    game_free(game);
}

/* A search plays it, and proves its end. */
static void test_search_plays_it(void **unused) {
    (void)unused;
    game_t *game = make_game("size=3 swap=true");
    search_config_t config;
    search_result_t result;
    state_t state;
    failure_t error;
    keyset_set_defaults(&search_keys, &config);
    config.simulations = 2000;
    search_config_settle(&config, game);
    assert_true(config.uct_exploration > 0);
    if (!game_read_position(game, "2 xo./ox./..o", &state, &error))
        fail_msg("%s", error.message);
    search_t *search = search_new(game, &config);
    search_start(search, &state, pcg32_for(1, 0, 0, PCG_FOR_TEST));
    search_run(search, UINT32_MAX);
    search_read(search, &result);
    assert_true(result.root_proof != PROOF_NONE);
    search_free(search);
    game_free(game);
}

/* --- Tables that leave out too much ------------------------------------------------- */

static void refuses(const game_class_t *class, const char *message) {
    failure_t error = {""};
    game_t *game = conformance_game(class, "", &error);
    if (game || !strstr(error.message, message))
        fail_msg("\"%s\" instead of \"%s\"", game ? "" : error.message, message);
}

static bool make_nothing(game_t *game, failure_t *error) {
    (void)game, (void)error;
    return true;
}

/* More actions than the board has cells. */
static bool make_too_many_actions(game_t *game, failure_t *error) {
    bool made = trial()->make(game, error);
    game->num_actions++;
    return made;
}

/* Actions that are columns. */
static bool make_few_actions(game_t *game, failure_t *error) {
    bool made = trial()->make(game, error);
    game->num_actions = game->grid_width;
    return made;
}

static bool make_small_grid(game_t *game, failure_t *error) {
    bool made = trial()->make(game, error);
    game->grid_height--;
    return made;
}

/* A field that `make` leaves at 0 or sets too large. */
static size_t wrong_field;
static int wrong_value;

static bool make_wrong_number(game_t *game, failure_t *error) {
    bool made = trial()->make(game, error);
    memcpy((char *)game + wrong_field, &wrong_value, sizeof wrong_value);
    return made;
}

static void test_numbers_are_looked_at(void **unused) {
    (void)unused;
    static const struct {
        size_t field;
        int value;
        const char *message;
    } numbers[] = {
        {offsetof(game_t, num_actions), 0, "the number `num_actions` is missing"},
        {offsetof(game_t, state_bytes), 0, "the number `state_bytes` is missing"},
        {offsetof(game_t, max_game_length), 0, "the number `max_game_length` is missing"},
        {offsetof(game_t, state_bytes), GAME_STATE_BYTES + 1, "too large for the limits"},
        {offsetof(game_t, packed_bytes), GAME_PACKED_BYTES + 1,
         "too large for the limits"},
        {offsetof(game_t, max_legal), GAME_MAX_LEGAL + 1, "too large for the limits"},
        {offsetof(game_t, num_actions), ACTION_NONE, "too large for the limits"},
    };
    game_class_t class = *trial();
    class.make = make_wrong_number;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        wrong_field = numbers[i].field;
        wrong_value = numbers[i].value;
        refuses(&class, numbers[i].message);
    }
}

/* Each text and function without a default is left out, one at a time. */
static void test_what_has_no_default(void **unused) {
    (void)unused;
    game_class_t class = *trial();
    class.title = NULL;
    refuses(&class, "trial: title is missing");
    for (int side = 0; side < 2; side++) {
        class = *trial();
        class.side_names[side] = NULL;
        refuses(&class, "trial: side_names is missing");
    }
    class = *trial();
    class.rules_version = 0;
    refuses(&class, "trial: rules_version is missing");
    class = *trial();
    class.rules.legal = NULL;
    refuses(&class, "trial: rules.legal is missing");
    class = *trial();
    class.rules.side = NULL;
    refuses(&class, "trial: rules.side is missing");
    class = *trial();
    class.rules.outcome = NULL;
    refuses(&class, "trial: rules.outcome is missing");
}

static void test_incomplete_tables_are_refused(void **unused) {
    (void)unused;
    game_class_t class = *trial();
    class.rules.apply = NULL;
    refuses(&class, "trial: rules.apply is missing");
    class = *trial();
    class.board.contents = NULL;
    refuses(&class, "trial: board.contents is missing");
    class = *trial();
    class.board.set_contents = NULL;
    refuses(&class, "trial: board.set_contents, or each of text.write_position");
    class = *trial();
    class.board.symmetry_cell = NULL;
    refuses(&class, "trial: board.symmetry, or symmetry_cell");
    class = *trial();
    class.guide = NULL;
    refuses(&class, "trial: guide is missing");
    class = *trial();
    class.make = make_nothing;
    refuses(&class, "trial: the number `cells` is missing");
    class.make = make_too_many_actions;
    refuses(&class, "trial: networks.policy_output");
    class.make = make_few_actions;
    refuses(&class, "trial: board.symmetry_action, or symmetry_cell with an action");
    class.make = make_small_grid;
    refuses(&class, "trial: the grid has 20 places for 25 cells");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_skeleton_conforms),
        cmocka_unit_test(test_game_of_the_page_conforms),
        cmocka_unit_test(test_game_of_the_page_is_tictactoe),
        cmocka_unit_test(test_size_of_tictactoe),
        cmocka_unit_test(test_default_positions),
        cmocka_unit_test(test_default_places),
        cmocka_unit_test(test_search_plays_it),
        cmocka_unit_test(test_what_has_no_default),
        cmocka_unit_test(test_numbers_are_looked_at),
        cmocka_unit_test(test_incomplete_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
