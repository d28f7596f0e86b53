/* The contents of cells and the cells that an action names, in positions that a player
 * can check. conformance_games.c has the invariants of all games. */
#include "tests/support/unit.h"

#include "tests/support/variants.h"

typedef struct cell_case {
    test_variant_t variant;
    const char *position;
    int cell; /* expected there; all cells that are not mentioned are empty */
    int content;
} cell_case_t;

enum { MINE = CELL_OF_SIDE0, YOURS = CELL_OF_SIDE1, RED = CELL_OF_NOBODY };

/* Cells by number: of Seesaw 2 a1 0, a2 1, b1 2 ... b3 4, c1 5, c2 6; of Cascade 2 a1 0,
 * a2 1, b1 2, b2 3; of Seega 5 a1 0, b1 5; of Situ by row from the bottom. */
static const cell_case_t cases[] = {
    {{"seesaw", "size=2"}, "S b1=S1/S b3=N1/N", 2, MINE},
    {{"seesaw", "size=2"}, "S b1=S1/S b3=N1/N", 4, YOURS},
    {{"seesaw", "size=2"}, "S b1=S1/S b3=N1/N", 0, CELL_EMPTY},
    {{"seesaw", "size=2"}, "S a1=-/N b1=S1/S b3=N1/N t5", 0, YOURS + CELL_KIND},
    {{"seesaw", "size=2"}, "S a1=S3/N b1=-/S b3=N1/N t5", 0, MINE},
    {{"seesaw", "size=2"}, "S a1=S3/N b1=-/S b3=N1/N t5", 2, MINE + CELL_KIND},
    {{"cascade", "size=3"}, "1 a1=w b1=b c1=r", 0, MINE},
    {{"cascade", "size=3"}, "1 a1=w b1=b c1=r", 3, YOURS},
    {{"cascade", "size=3"}, "1 a1=w b1=b c1=r", 6, RED},
    {{"cascade", "size=3"}, "1 a1=w b1=b c1=r", 8, CELL_EMPTY},
};

static void test_contents(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        game_t *game = test_variant_game(&cases[i].variant);
        uint8_t contents[GAME_MAX_CELLS];
        failure_t error;
        state_t state;
        if (!game_read_position(game, cases[i].position, &state, &error))
            fail_msg("%s: %s", cases[i].position, error.message);
        game_contents(game, &state, contents);
        assert_int_equal(contents[cases[i].cell], cases[i].content);
        game_free(game);
    }
}

/* Actions played in sequence from the start; then the contents of two cells. */
typedef struct line_case {
    test_variant_t variant;
    const char *line[4];
    int cells[2], contents[2];
} line_case_t;

static const line_case_t lines[] = {
    {{"situ", "order=2"}, {"~a1", ".", "@b1"}, {0, 1}, {CELL_REMOVED, YOURS}},
    {{"seega", "size=5 opening=free"}, {"@a1", "@a2", "@b1"}, {1, 5}, {MINE, YOURS}},
    {{"seega", "size=5 opening=free swap=true"},
     {"@a1", "@a2", "swap", "@b1"},
     {1, 5},
     {MINE, YOURS}},
    {{"seesaw", "size=3"}, {"@b1"}, {3, 4}, {MINE, CELL_EMPTY}},
};

static void test_contents_after_actions(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        game_t *game = test_variant_game(&lines[i].variant);
        uint8_t contents[GAME_MAX_CELLS];
        state_t state;
        game_start(game, &state);
        for (int d = 0; d < 4 && lines[i].line[d]; d++) {
            action_t action;
            failure_t error;
            if (!game_read_action(game, &state, lines[i].line[d], &action, &error))
                fail_msg("%s: %s", lines[i].line[d], error.message);
            game_apply(game, &state, action);
        }
        game_contents(game, &state, contents);
        for (int c = 0; c < 2; c++)
            assert_int_equal(contents[lines[i].cells[c]], lines[i].contents[c]);
        game_free(game);
    }
}

typedef struct action_case {
    test_variant_t variant;
    const char *action;
    int count, cells[GAME_ACTION_CELLS];
} action_case_t;

static const action_case_t actions[] = {
    {{"seesaw", "size=2"}, "@a2", 1, {1}},
    {{"seesaw", "size=2"}, "b1-a1", 2, {2, 0}},
    {{"seesaw", "size=2"}, "a1xc2", 2, {0, 6}},
    {{"seesaw", "size=2"}, ".", 0, {0}},
    {{"seesaw", "size=2"}, "pass", 0, {0}},
    {{"seesaw", "size=2 swap=true"}, "swap", 0, {0}},
    {{"situ", "order=2"}, "@b1", 1, {1}},
    {{"situ", "order=2"}, "~b1", 1, {1}},
    {{"situ", "order=2"}, "xa1", 1, {0}},
    {{"situ", "order=2"}, ".", 0, {0}},
    {{"seega", "size=5"}, "@b1", 1, {5}},
    {{"seega", "size=5"}, "b1-c1", 2, {5, 10}},
    {{"seega", "size=5"}, "xe5", 1, {24}},
    {{"seega", "size=5"}, ".", 0, {0}},
    {{"cascade", "size=3"}, "r:c2", 1, {7}},
    {{"cascade", "size=3"}, "w:a1", 1, {0}},
};

static void test_action_cells(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        game_t *game = test_variant_game(&actions[i].variant);
        uint8_t cells[GAME_ACTION_CELLS];
        action_t action;
        assert_true(game_parse_action(game, actions[i].action, &action));
        assert_int_equal(game_action_cells(game, action, cells), actions[i].count);
        for (int c = 0; c < actions[i].count; c++)
            assert_int_equal(cells[c], actions[i].cells[c]);
        game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contents),
        cmocka_unit_test(test_contents_after_actions),
        cmocka_unit_test(test_action_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
