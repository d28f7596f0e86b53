/* Final boards of rows, against the last position's text of games replayed by the naive
 * implementations. */
#include "tests/support/export_column.h"
#include "tests/support/unit.h"

#include "core/conformance/conformance.h"
#include "core/game/planes.h"
#include "mcts/search/search_result.h"
#include "selfplay/export/export_options.h"
#include "selfplay/export/export_rows.h"
#include "selfplay/export/final_board.h"
#include "selfplay/store/record.h"
#include "tests/naive/naive.h"
#include "tests/naive/naive_planes.h"
#include "tests/support/toy_connect_four.h"
#include "tests/support/toy_nim.h"
#include "tests/support/variants.h"

#include <stdlib.h>

enum { MAX_PLACES = NAIVE_MAX_SIDE * NAIVE_MAX_SIDE };

static const export_options_t options = {.value_result = true,
                                         .end_turn = UINT32_MAX,
                                         .symmetries = SYMMETRIES_ALL,
                                         .final_board = true,
                                         .seed = 1};

/* Records a playout, without searches; it is cut off after 300 actions. */
static void record_playout(record_t *record, uint64_t id) {
    const game_t *game = record->game;
    pcg32_t rng = pcg32_for(5, id, 0, PCG_FOR_TEST);
    state_t state = {0};
    search_result_t *nothing = memory_new(1, sizeof *nothing);
    uint32_t ply = 0;
    game_start(game, &state);
    for (; !game_outcome(game, &state).over && ply < 300; ply++) {
        nothing->count = game_legal(game, &state, nothing->actions);
        action_t action = nothing->actions[pcg32_below(&rng, (uint32_t)nothing->count)];
        record_add_position(record, &state, ply, ply, nothing, action);
        game_apply(game, &state, action);
    }
    outcome_t outcome = game_outcome(game, &state);
    if (!outcome.over)
        outcome = (outcome_t){true, NOBODY, REASON_CUT_OFF};
    game_end_t end = {
        .id = id, .seed = id, .outcome = outcome, .winner_side = NOBODY, .turns = ply};
    record_end_game(record, &end);
    free(nothing);
}

/* --- The naive way ------------------------------------------------------------------ */

/* The letter that stands for a side to move in position texts. */
static char letter_of(const game_t *game, int side) {
    char text[GAME_POSITION_TEXT];
    action_t actions[GAME_MAX_LEGAL];
    state_t state = {0};
    game_start(game, &state);
    while (game_side(game, &state) != side) {
        game_legal(game, &state, actions);
        game_apply(game, &state, actions[0]);
    }
    game_write_position(game, &state, POSITION_FULL, text);
    return text[0];
}

/* Whose piece stands on a cell: on a stack or, without one, a tile of Seesaw. */
static uint8_t owner_at(const char *game, const naive_planes_t *seen, int row,
                        int column) {
#define ON(plane) (seen->value[plane][row][column] != 0)
    if (!ON(0))
        return FINAL_UNKNOWN;
    if (strcmp(game, "seesaw") != 0)
        return ON(1)                                   ? FINAL_OWN
               : ON(2)                                 ? FINAL_ENEMY
               : ON(3) && strcmp(game, "cascade") == 0 ? FINAL_NOBODY
                                                       : FINAL_NO_PIECE;
    return ON(7)    ? FINAL_OWN
           : ON(14) ? FINAL_ENEMY
           : ON(15) ? FINAL_OWN
           : ON(16) ? FINAL_ENEMY
                    : FINAL_NO_PIECE;
#undef ON
}

/* The text of the position in which a recorded game ends. */
static void play_again(const naive_game_t *naive, const char *variant,
                       const record_t *record, size_t game_row, char text[NAIVE_TEXT]) {
    void *position = naive->parse(variant, NULL);
    size_t first = record_first_position(record, game_row);
    for (size_t i = 0; i < record_u32(record, GAMES_DECISIONS)[game_row]; i++) {
        char action[GAME_ACTION_TEXT];
        game_write_action(record->game, record_u16(record, POSITIONS_CHOSEN)[first + i],
                          action);
        naive->apply(position, action);
    }
    assert_int_not_equal(naive->result(position), NAIVE_GOES_ON);
    naive->print(position, text);
    free(position);
}

/* --- Against it --------------------------------------------------------------------- */

typedef struct check {
    const naive_game_t *naive;
    const char *variant;
    char letters[2];
    uint64_t known, unknown;
} check_t;

static void check_known(const check_t *check, const export_place_t *place, int side,
                        const uint8_t *found) {
    const game_t *game = place->record->game;
    char text[NAIVE_TEXT];
    naive_planes_t seen;
    state_t state = {0}, image = {0};
    failure_t error;
    play_again(check->naive, check->variant, place->record, place->game_row, text);
    assert_true(game_read_position(game, text, &state, &error));
    game_symmetry(game, place->symmetry, &state, &image);
    game_write_position(game, &image, POSITION_FULL, text);
    text[0] = check->letters[side];
    naive_planes(game->class->name, game->variant_text, text, false, &seen);
    assert_int_equal(final_board_bytes(game), seen.height * seen.width);
    for (int row = 0; row < seen.height; row++)
        for (int column = 0; column < seen.width; column++)
            assert_int_equal(found[row * seen.width + column],
                             owner_at(game->class->name, &seen, row, column));
}

static bool see(void *context, const export_place_t *place, failure_t *error) {
    check_t *check = context;
    const game_t *game = place->record->game;
    const export_layout_t layout = {game, &options, 1};
    uint8_t found[MAX_PLACES];
    uint8_t reason = record_u8(place->record, GAMES_REASON)[place->game_row];
    export_row_t *row = memory_new(place->bytes, 1);
    if (!export_row_make(place, row, error))
        fail_msg("%s", error->message);
    export_column_fill(export_column("final_board"), &(export_source_t){&layout, row, 0},
                       found);
    if (reason == REASON_CUT_OFF || reason == REASON_RESIGNED) {
        for (size_t i = 0; i < final_board_bytes(game); i++)
            assert_int_equal(found[i], FINAL_UNKNOWN);
        check->unknown++;
    } else if (row->ply % 7 < 2 || row->turns_left < 2) { /* naive games are slow */
        check_known(check, place, row->side, found);
        check->known++;
    }
    free(row);
    return true;
}

static void check_variant(const naive_game_t *naive, const test_variant_t *variant,
                          check_t *check) {
    game_t *game = test_variant_game(variant);
    record_t record;
    failure_t error;
    final_board_t board;
    check->naive = naive;
    check->variant = variant->variant;
    for (int side = 0; side < 2; side++)
        check->letters[side] = letter_of(game, side);
    record_init(&record, game);
    for (uint64_t id = 0; id < 6; id++)
        record_playout(&record, id);
    record_u8(&record, GAMES_REASON)[2] = REASON_RESIGNED;
    assert_true(final_board_is_known(game, &error));
    final_board_init(&board, game);
    export_walk_t walk = {.options = &options, .final_board = &board};
    if (!export_walk(&walk, &record, 0, see, check, &error))
        fail_msg("%s", error.message);
    record_clear(&record);
    game_free(game);
}

/* Small boards: the naive game is replayed for each row checked. */
static void test_naive_games_end_so(void **unused) {
    (void)unused;
    static const struct {
        const naive_game_t *naive;
        test_variant_t variant;
    } tries[] = {
        {&naive_seesaw, {"seesaw", "size=2"}},
        {&naive_seesaw, {"seesaw", "size=3 stuck=loss"}},
        {&naive_cascade, {"cascade", "size=3 direction=down"}},
        {&naive_cascade, {"cascade", "size=4 direction=both"}},
        {&naive_seega, {"seega", "size=5 opening=free blocked=loss end_at=0"}},
        {&naive_situ, {"situ", "order=2"}},
        {&naive_situ, {"situ", "grid=square order=2 surplus=2"}},
        {&naive_situ, {"situ", "grid=diagonal order=2 cut=0"}},
    };
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        check_t check = {0};
        check_variant(tries[i].naive, &tries[i].variant, &check);
        assert_true(check.unknown > 0);
        if (check.known == 0)
            fail_msg("%s %s: no game came to an end", tries[i].variant.game,
                     tries[i].variant.variant);
    }
}

static bool see_error(void *context, const export_place_t *place, failure_t *error) {
    export_row_t *row = memory_new(place->bytes, 1);
    bool made = export_row_make(place, row, error);
    (void)context;
    free(row);
    return made;
}

static policy_output_t output_of_nothing(const game_t *game, int side, action_t action) {
    (void)game, (void)side, (void)action;
    return (policy_output_t){.kind = OUTPUT_WHOLE};
}

/* An invalid record is an error, and so is a game whose cells have no places. */
static void test_refused(void **unused) {
    (void)unused;
    const test_variant_t about = {"cascade", "size=3"};
    game_t *game = test_variant_game(&about);
    record_t record;
    failure_t error;
    final_board_t board;
    record_init(&record, game);
    record_playout(&record, 1);
    final_board_init(&board, game);
    export_walk_t walk = {.options = &options, .final_board = &board};
    size_t last = record_u32(&record, GAMES_DECISIONS)[0] - 1;
    record_u16(&record, POSITIONS_CHOSEN)[last] = (uint16_t)(game->num_actions - 1);
    record_u32(&record, GAMES_DECISIONS)[0]--; /* the game goes on */
    assert_false(export_walk(&walk, &record, 0, see_error, NULL, &error));
    assert_non_null(strstr(error.message, "its last action does not end it"));
    record_clear(&record);
    game_free(game);
    game = conformance_game(&toy_nim_class, "size=5 take=3", &error);
    assert_true(final_board_is_known(game, &error));
    game_t silent = *game;
    silent.networks.policy_output = output_of_nothing;
    assert_false(final_board_is_known(&silent, &error));
    assert_non_null(strstr(error.message, "do not determine the places"));
    game_free(game);
}

/* A game from outside, shown by its cells. */
static void test_game_of_cells(void **unused) {
    (void)unused;
    failure_t error;
    game_t *game = conformance_game(&toy_connect_four_class, "width=4 height=4", &error);
    record_t record;
    final_board_t board;
    assert_non_null(game);
    assert_true(final_board_is_known(game, &error));
    final_board_init(&board, game);
    record_init(&record, game);
    record_playout(&record, 1);
    uint32_t actions = record_u32(&record, GAMES_DECISIONS)[0];
    export_place_t place = {.record = &record, .final_board = &board};
    uint8_t seen[2][16];
    int pieces[2][3] = {{0}};
    for (int side = 0; side < 2; side++) {
        assert_true(final_board_write(&board, &place, side, seen[side], &error));
        for (int i = 0; i < 16; i++)
            pieces[side][seen[side][i]]++;
        assert_int_equal(pieces[side][FINAL_OWN], (actions + 1 - (uint32_t)side) / 2);
        assert_int_equal(pieces[side][FINAL_NO_PIECE], 16 - actions);
    }
    for (int i = 0; i < 16; i++) /* both see the same */
        assert_true(seen[0][i] == FINAL_NO_PIECE ? seen[1][i] == FINAL_NO_PIECE
                                                 : seen[0][i] + seen[1][i] == 3);
    record_clear(&record);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_naive_games_end_so),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_game_of_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
