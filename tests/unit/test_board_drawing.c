/* Board drawings: invariants of every game's drawing, and what players see. */
#include "tests/support/unit.h"

#include "core/game/board_drawing.h"
#include "tests/support/variants.h"

#include <ctype.h>
#include <math.h>

static double distance(const board_drawing_t *board, int a, int b) {
    return hypot(board->x[a] - board->x[b], board->y[a] - board->y[b]);
}

/* Names are distinct, the nearest cells are 1 apart, and each cell has such a neighbour.
 */
static void check_cells(const game_t *game, const board_drawing_t *board) {
    assert_int_equal(board->cells, game->cells);
    assert_true(board->corners == 0 || board->corners == 4 || board->corners == 6);
    assert_true(board->corners > 0 || board->reach >= 1);
    for (int a = 0; a < board->cells; a++) {
        double nearest = (double)INFINITY;
        assert_true(board->name[a][0] != 0);
        for (int b = 0; b < board->cells; b++)
            if (b != a) {
                assert_string_not_equal(board->name[a], board->name[b]);
                nearest = fmin(nearest, distance(board, a, b));
            }
        assert_true(fabs(nearest - 1) < 1e-9);
    }
    for (int c = 0; c < 3; c++)
        assert_true(board->colour[c][0] == '#' && strlen(board->colour[c]) == 7);
}

/* The text of an action names the cells that it is about, in order. */
static void check_names(const game_t *game, const board_drawing_t *board) {
    for (int action = 0; action < game->num_actions; action++) {
        uint8_t cells[GAME_ACTION_CELLS];
        char text[GAME_ACTION_TEXT];
        int count = game_action_cells(game, (action_t)action, cells);
        if (count == 0)
            continue;
        game_write_action(game, (action_t)action, text);
        const char *rest = text;
        for (int i = 0; i < count; i++) {
            rest = strstr(rest, board->name[cells[i]]);
            assert_non_null(rest);
            rest += strlen(board->name[cells[i]]);
        }
    }
}

/* Symmetries of the rules are symmetries of the picture: they keep all distances. */
static void check_symmetries(const game_t *game, const board_drawing_t *board) {
    for (int s = 0; s < game->num_symmetries; s++) {
        int image[GAME_MAX_CELLS];
        memset(image, -1, sizeof image);
        for (int action = 0; action < game->num_actions; action++) {
            uint8_t from[GAME_ACTION_CELLS], to[GAME_ACTION_CELLS];
            action_t other = game_symmetry_action(game, s, (action_t)action);
            int count = game_action_cells(game, (action_t)action, from);
            assert_int_equal(game_action_cells(game, other, to), count);
            for (int i = 0; i < count; i++)
                image[from[i]] = to[i];
        }
        for (int a = 0; a < board->cells; a++)
            for (int b = 0; b < a; b++)
                if (image[a] >= 0 && image[b] >= 0)
                    assert_true(fabs(distance(board, a, b) -
                                     distance(board, image[a], image[b])) < 1e-9);
    }
}

static void test_boards(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        board_drawing_t board;
        board_draw(game, &board);
        check_cells(game, &board);
        check_names(game, &board);
        check_symmetries(game, &board);
        game_free(game);
    }
}

typedef struct seen_case {
    test_variant_t variant;
    const char *position;
    const char *cell;
    cell_drawing_t seen;
} seen_case_t;

enum { MINE = CELL_OF_SIDE0, YOURS = CELL_OF_SIDE1 };

static const seen_case_t cases[] = {
    {{"seesaw", "size=2"}, "S a1=S3/N b1=-/S b3=N12/N t5", "a1", {MINE, YOURS, 3}},
    {{"seesaw", "size=2"}, "S a1=S3/N b1=-/S b3=N12/N t5", "b1", {0, MINE, 0}},
    {{"seesaw", "size=2"}, "S a1=S3/N b1=-/S b3=N12/N t5", "b3", {YOURS, YOURS, 12}},
    {{"seesaw", "size=2 swap=true"}, "S b1=S1/S b3=N1/N", "a1", {0, 0, 0}},
    {{"seesaw", "size=2 swap=true"}, "S b1=S1/S b3=N1/N", "b1", {MINE, MINE, 1}},
    {{"cascade", "size=3"}, "1 a1=w b1=b c1=r", "c1", {CELL_OF_NOBODY, 0, 0}},
    {{"situ", "order=2"}, "W first0 a1=X", "a1", {0, CELL_REMOVED, 0}},
    {{"situ", "order=2"}, "W first0 a1=X", "b1", {0, 0, 0}},
};

static void test_seen(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        game_t *game = test_variant_game(&cases[i].variant);
        cell_drawing_t cells[GAME_MAX_CELLS];
        board_drawing_t board;
        failure_t error;
        state_t state;
        int cell = 0;
        if (!game_read_position(game, cases[i].position, &state, &error))
            fail_msg("%s: %s", cases[i].position, error.message);
        board_draw(game, &board);
        while (strcmp(board.name[cell], cases[i].cell) != 0)
            cell++;
        board_draw_cells(game, &state, cells);
        assert_int_equal(cells[cell].piece, cases[i].seen.piece);
        assert_int_equal(cells[cell].ground, cases[i].seen.ground);
        assert_int_equal(cells[cell].number, cases[i].seen.number);
        game_free(game);
    }
}

/* The text of a picture without its colours. */
static void strip(char *picture) {
    char *to = picture;
    for (const char *from = picture; *from; from++)
        if (*from == '\033')
            from += strcspn(from, "m");
        else
            *to++ = *from;
    *to = 0;
}

/* How many cells are marked as targets: by name, or in brackets. Words are below the
 * board. */
static int count_targets(const char *picture) {
    int found = 0;
    for (const char *c = picture; *c; c++) {
        if (isalpha((unsigned char)*c) && (c == picture || c[-1] == '\n'))
            break;
        bool begins = c == picture || !isalnum((unsigned char)c[-1]);
        found += *c == '[' ||
                 (begins && islower((unsigned char)*c) && isdigit((unsigned char)c[1]));
    }
    return found;
}

static void check_marks(const game_t *game, const state_t *state) {
    char pictures[2][GAME_PICTURE_TEXT];
    uint8_t marks[GAME_MAX_CELLS];
    memset(marks, MARK_TARGET, sizeof marks);
    for (int colour = 0; colour < 2; colour++) {
        picture_form_t form = {.colour = colour == 1, .marks = marks};
        text_t out = text_into(pictures[colour], GAME_PICTURE_TEXT);
        game_picture_marked(game, state, &form, &out);
        strip(pictures[colour]);
    }
    assert_string_equal(pictures[0], pictures[1]);
    assert_int_equal(count_targets(pictures[0]), game->cells);
    for (const char *line = pictures[0]; *line; line = strchr(line, '\n') + 1)
        assert_in_range(strcspn(line, "\n"), 0, 60);
}

/* In play every cell that can be chosen is marked, with and without colours, in 60
 * columns. */
static void test_marks(void **unused) {
    (void)unused;
    for (int v = 0; v < test_variant_count; v++) {
        game_t *game = test_variant_game(&test_variants[v]);
        state_t state;
        game_start(game, &state);
        check_marks(game, &state);
        for (int i = 0; i < test_effort(20); i++)
            if (test_random_position(game, 1, (uint64_t)i, 3 * i, &state))
                check_marks(game, &state);
        game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_seen),
        cmocka_unit_test(test_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
