/* Planes and policy outputs of every registered game and variant: compared with a naive
 * construction from the position's text according to NETWORK.md; symmetries; which
 * positions differ. */
#include "tests/support/unit.h"

#include "core/conformance/conformance.h"
#include "core/game/planes.h"
#include "tests/naive/naive_planes.h"
#include "tests/support/positions.h"
#include "tests/support/toy_nim.h"
#include "tests/support/variants.h"

#include <stdlib.h>

enum { GAMES = 12, MAX_PLANES_BYTES = PLANES_MAX * PLANES_MAX_GRID, NOWHERE = 0xffff };

/* --- The second construction -------------------------------------------------------- */

static void compare_planes(const game_t *game, const state_t *state, const char *text,
                           bool may_swap) {
    planes_shape_t shape = planes_shape(game);
    uint8_t planes[MAX_PLANES_BYTES];
    naive_planes_t naive;
    char message[256];
    planes_write(game, state, planes);
    naive_planes(game->class->name, game->variant_text, text, may_swap, &naive);
    assert_int_equal(naive.planes, shape.planes);
    assert_int_equal(naive.height, shape.height);
    assert_int_equal(naive.width, shape.width);
    for (int p = 0; p < shape.planes; p++)
        for (int row = 0; row < shape.height; row++)
            for (int column = 0; column < shape.width; column++) {
                int place = row * shape.width + column;
                int fast = planes[p * shape.height * shape.width + place];
                if (fast == naive.value[p][row][column])
                    continue;
                snprintf(message, sizeof message,
                         "plane %d (%s), row %d, column %d: %d, and by its text %d", p,
                         planes_meaning(game, p), row, column, fast,
                         naive.value[p][row][column]);
                fails_at(game, state, message);
            }
}

static void compare_output(const game_t *game, const state_t *state, const char *text,
                           action_t action) {
    static const char kinds[] = "cpw";
    int width = planes_shape(game).width;
    char action_text[GAME_ACTION_TEXT];
    naive_output_t naive;
    policy_output_t fast = planes_output(game, game_side(game, state), action);
    game_write_action(game, action, action_text);
    naive_output(game->class->name, game->variant_text, text, action_text, &naive);
    int from = naive.from_row < 0 ? 0 : naive.from_row * width + naive.from_column;
    int to = naive.to_row < 0 ? 0 : naive.to_row * width + naive.to_column;
    if (kinds[fast.kind] != naive.kind || fast.head != naive.head || fast.from != from ||
        fast.to != to)
        fails_at(game, state, action_text);
}

static void look_twice(const game_t *game, const state_t *state, void *context) {
    (void)context;
    char text[GAME_POSITION_TEXT];
    action_t actions[GAME_MAX_LEGAL];
    int count = game_legal(game, state, actions);
    game_write_position(game, state, POSITION_FULL, text);
    compare_planes(game, state, text,
                   game->swap && actions[count - 1] == game->num_actions - 1);
    for (int i = 0; i < count; i++)
        compare_output(game, state, text, actions[i]);
}

static void test_naive_planes_agree(void **unused) {
    (void)unused;
    visit_variants(test_effort(GAMES), 1, look_twice, NULL);
}

/* --- Outputs ------------------------------------------------------------------------ */

static int compare_numbers(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void check_outputs(const game_t *game, int side) {
    planes_shape_t shape = planes_shape(game);
    int places = shape.height * shape.width;
    int heads[] = {shape.cell_heads, shape.pair_heads, shape.whole_heads};
    uint64_t *seen = memory_new((size_t)game->num_actions, sizeof *seen);
    uint8_t planes[MAX_PLANES_BYTES];
    state_t start = {0};
    game_start(game, &start);
    planes_write(game, &start, planes);
    for (int a = 0; a < game->num_actions; a++) {
        policy_output_t output = planes_output(game, side, (action_t)a);
        assert_in_range(output.kind, OUTPUT_CELL, OUTPUT_WHOLE);
        assert_true(output.head < heads[output.kind]);
        assert_true(output.from < places && output.to < places);
        if (output.kind != OUTPUT_WHOLE)
            assert_true(planes[output.from]); /* on the board */
        assert_true(output.kind == OUTPUT_PAIR ? planes[output.to] : output.to == 0);
        seen[a] = (uint64_t)output.kind << 48 | (uint64_t)output.head << 32 |
                  (uint64_t)output.from << 16 | output.to;
    }
    qsort(seen, (size_t)game->num_actions, sizeof *seen, compare_numbers);
    for (int a = 1; a < game->num_actions; a++)
        assert_true(seen[a - 1] < seen[a]);
    free(seen);
}

/* No two actions share an output, for either side, and all are in range. */
static void test_outputs_are_injective(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        for (int side = 0; side < 2; side++)
            check_outputs(game, side);
        game_free(game);
    }
}

/* --- The mask and the scales -------------------------------------------------------- */

static void look_at_mask(const game_t *game, const state_t *state, void *context) {
    (void)context;
    planes_shape_t shape = planes_shape(game);
    int places = shape.height * shape.width, cells = 0;
    uint8_t planes[MAX_PLANES_BYTES];
    planes_write(game, state, planes);
    for (int place = 0; place < places; place++) {
        if (planes[place] > 1)
            fails_at(game, state, "the mask is neither 0 nor 1");
        cells += planes[place];
        for (int p = 1; p < shape.planes && !planes[place]; p++)
            if (planes[p * places + place])
                fails_at(game, state, planes_meaning(game, p));
    }
    if (cells != game->cells)
        fails_at(game, state, "the mask is not the board");
}

static void test_mask_is_the_board(void **unused) {
    (void)unused;
    visit_variants(test_effort(GAMES), 1, look_at_mask, NULL);
}

static void test_classes_are_complete(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        planes_shape_t shape = planes_shape(game);
        assert_true(shape.version > 0);
        assert_true(shape.height * shape.width <= PLANES_MAX_GRID);
        for (int p = 0; p < shape.planes; p++) {
            assert_non_null(planes_meaning(game, p));
            assert_true(planes_scale(game, p) > 0);
        }
        game_free(game);
    }
}

/* --- Symmetries --------------------------------------------------------------------- */

/* The image of each place under a symmetry, from its effect on actions, which must agree.
 * NOWHERE: no action uses the place. */
static void learn_map(const game_t *game, int symmetry, int side, uint16_t *map) {
    int turned = game_symmetry_exchanges_sides(game, symmetry);
    for (int place = 0; place < PLANES_MAX_GRID; place++)
        map[place] = NOWHERE;
    for (int a = 0; a < game->num_actions; a++) {
        action_t image = game_symmetry_action(game, symmetry, (action_t)a);
        policy_output_t from = planes_output(game, side, (action_t)a);
        policy_output_t to = planes_output(game, side ^ turned, image);
        uint16_t here[2] = {from.from, from.to}, there[2] = {to.from, to.to};
        assert_true(from.kind == to.kind && from.head == to.head);
        int known = from.kind == OUTPUT_PAIR ? 2 : from.kind == OUTPUT_CELL ? 1 : 0;
        for (int i = 0; i < known; i++) {
            assert_true(map[here[i]] == NOWHERE || map[here[i]] == there[i]);
            map[here[i]] = there[i];
        }
    }
}

enum { SYMMETRIES = 16 };

/* The maps of a game for each side, computed on first use. */
typedef struct maps {
    uint16_t map[2][SYMMETRIES][PLANES_MAX_GRID];
    bool learnt[2][SYMMETRIES];
} maps_t;

static const uint16_t *find_map(maps_t *maps, const game_t *game, int symmetry,
                                int side) {
    assert_true(symmetry < SYMMETRIES);
    if (!maps->learnt[side][symmetry])
        learn_map(game, symmetry, side, maps->map[side][symmetry]);
    maps->learnt[side][symmetry] = true;
    return maps->map[side][symmetry];
}

/* The context is the game's maps_t. */
static void look_at_images(const game_t *game, const state_t *state, void *context) {
    planes_shape_t shape = planes_shape(game);
    int places = shape.height * shape.width;
    uint8_t planes[MAX_PLANES_BYTES], image_planes[MAX_PLANES_BYTES];
    planes_write(game, state, planes);
    for (int s = 0; s < game->num_symmetries; s++) {
        state_t image = {0};
        game_symmetry(game, s, state, &image);
        planes_write(game, &image, image_planes);
        const uint16_t *map = find_map(context, game, s, game_side(game, state));
        for (int place = 0; place < places; place++) {
            if (!planes[place])
                continue;
            if (map[place] == NOWHERE)
                fails_at(game, state, "no action is about a cell");
            for (int p = 0; p < shape.planes; p++)
                if (planes[p * places + place] != image_planes[p * places + map[place]])
                    fails_at(game, state, planes_meaning(game, p));
        }
    }
}

static void test_planes_transform_like_cells(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        maps_t maps = {0};
        visit_positions(game, 2, 1, look_at_images, &maps);
        game_free(game);
    }
}

/* --- What is told apart ------------------------------------------------------------- */

/* Not "swapped", nor a counter with at least 64 turns left. */
static void add_word_as_seen(const game_t *game, const char *word, text_t *out) {
    static const struct {
        const char *game, *limit;
        char letter;
    } counters[] = {{"seesaw", "max_turns=", 't'}, {"seega", "no_capture_limit=", 'q'}};
    bool hidden = strcmp(word, "swapped") == 0;
    for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++)
        if (strcmp(counters[i].game, game->class->name) == 0 &&
            word[0] == counters[i].letter && word[1] >= '0' && word[1] <= '9' &&
            !strchr(word, '=')) {
            const char *limit = strstr(game->variant_text, counters[i].limit);
            hidden = atoi(limit + strlen(counters[i].limit)) - atoi(word + 1) >= 64;
        }
    if (!hidden)
        text_add(out, "%s ", word);
}

static uint64_t hash_planes(const game_t *game, const state_t *state) {
    uint8_t planes[MAX_PLANES_BYTES];
    planes_write(game, state, planes);
    uint64_t hash = mix64((uint64_t)game_side(game, state));
    for (size_t i = 0; i < planes_bytes(game); i++)
        hash = mix64(hash ^ planes[i]);
    return hash;
}

/* Equal planes with the same side to move mean equal positions, except for what
 * NETWORK.md leaves out. */
static void test_planes_tell_positions_apart(void **unused) {
    (void)unused;
    tells_apart(test_effort(GAMES), hash_planes, add_word_as_seen);
}

/* Variants of one class that differ in anything but a limit of 64 turns or more have
 * different planes at the start (or grids of different sizes). */
static void test_planes_tell_variants_apart(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++)
        for (int k = 0; k < i; k++) {
            if (strcmp(test_variants[i].game, test_variants[k].game) != 0)
                continue;
            game_t *a = test_variant_game(&test_variants[i]);
            game_t *b = test_variant_game(&test_variants[k]);
            if (a->grid_width == b->grid_width) {
                state_t start_a = {0}, start_b = {0};
                game_start(a, &start_a);
                game_start(b, &start_b);
                if (hash_planes(a, &start_a) == hash_planes(b, &start_b))
                    fail_msg("%s: the same planes for %s and %s", a->class->name,
                             a->variant_text, b->variant_text);
            }
            game_free(a);
            game_free(b);
        }
}

/* --- A game of the tests' own ------------------------------------------------------- */

static void test_toy_nim(void **unused) {
    (void)unused;
    failure_t error;
    game_t *game = conformance_game(&toy_nim_class, "size=5 take=3 swap=true", &error);
    state_t state;
    uint8_t planes[MAX_PLANES_BYTES];
    assert_non_null(game);
    assert_true(game_read_position(game, "A oo*.o 2", &state, &error));
    planes_write(game, &state, planes);
    static const uint8_t expected[] = {1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 0,
                                       1, 0, 0, 3, 3, 3, 3, 3, 0, 0, 0, 0,
                                       0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0};
    assert_int_equal(planes_bytes(game), sizeof expected);
    assert_memory_equal(planes, expected, sizeof expected);
    for (int side = 0; side < 2; side++)
        check_outputs(game, side);
    maps_t maps = {0};
    visit_positions(game, 20, 1, look_at_images, &maps);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_naive_planes_agree),
        cmocka_unit_test(test_outputs_are_injective),
        cmocka_unit_test(test_mask_is_the_board),
        cmocka_unit_test(test_classes_are_complete),
        cmocka_unit_test(test_planes_transform_like_cells),
        cmocka_unit_test(test_planes_tell_positions_apart),
        cmocka_unit_test(test_planes_tell_variants_apart),
        cmocka_unit_test(test_toy_nim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
