/* Rows for learners: their images, points of view, order, split and half floats, checked
 * against the rules and against naive computations. */
#include "mcts/search/search_result.h"
#include "selfplay/export/export_options.h"
#include "selfplay/export/export_rows.h"
#include "selfplay/store/record.h"
#include "tests/support/export_column.h"
#include "tests/support/unit.h"

#include "core/game/features.h"
#include "core/game/planes.h"
#include "selfplay/export/shuffle.h"
#include "selfplay/store/game_result.h"
#include "tests/support/variants.h"

#include <math.h>
#include <stdlib.h>

/* The defaults of `fulcrum export`. */
static const export_options_t usual = {.value_result = true,
                                       .value_root = true,
                                       .end_turn = UINT32_MAX,
                                       .validation = 0.05,
                                       .seed = 1,
                                       .deflate = 1,
                                       .memory = (size_t)1 << 30};

/* --- Playouts as records ------------------------------------------------------------ */

/* Plays a playout and records it, with random visits; actions: to be played instead, or
 * NULL. */
static void record_game(record_t *record, uint64_t id, const uint16_t *chosen) {
    const game_t *game = record->game;
    pcg32_t rng = pcg32_for(5, id, 0, PCG_FOR_TEST);
    state_t state = {0};
    uint32_t ply = 0, turn = 0;
    search_result_t *result = memory_new(1, sizeof *result);
    game_start(game, &state);
    for (; !game_outcome(game, &state).over && ply < 300; ply++) {
        result->count = game_legal(game, &state, result->actions);
        result->root_visits = 0;
        for (int i = 0; i < result->count; i++)
            result->root_visits += result->visits[i] = pcg32_below(&rng, 100);
        for (int i = 0; i < result->count; i++)
            result->priors[i] = 1.0F / (float)result->count;
        result->root_value = (float)pcg32_real(&rng);
        result->root_proof = (uint8_t)pcg32_below(&rng, 4);
        action_t action =
            chosen ? chosen[ply]
                   : result->actions[pcg32_below(&rng, (uint32_t)result->count)];
        int player = game_player(game, &state);
        record_add_position(record, &state, ply, turn, result, action);
        if (pcg32_below(&rng, 4) == 0)
            record_mark_fast(record);
        game_apply(game, &state, action);
        turn += game_outcome(game, &state).over || game_player(game, &state) != player;
    }
    outcome_t outcome = game_outcome(game, &state);
    if (!outcome.over)
        outcome = (outcome_t){true, NOBODY, REASON_CUT_OFF};
    game_end_t end = {.id = id, .seed = mix64(id), .outcome = outcome, .turns = turn};
    end.winner_side = NOBODY;
    record_end_game(record, &end);
    free(result);
}

/* --- Images ------------------------------------------------------------------------- */

/* The state of an iteration over rows, each of which must be the image of its position.
 */
typedef struct seen {
    uint64_t rows, by_symmetry[64], by_group[GROUP_COUNT];
    uint64_t by_ply[512];
    state_t previous_image[64]; /* by symmetry, after the action that was played */
    int64_t previous_game[64];
    uint32_t previous_ply[64];
} seen_t;

static void check_policy(const game_t *game, const record_t *record,
                         const export_place_t *place, const export_row_t *row,
                         const state_t *image) {
    action_t legal[GAME_MAX_LEGAL];
    int count = game_legal(game, image, legal);
    assert_int_equal(count, row->legal);
    assert_memory_equal(legal, export_row_actions(row), (size_t)count * sizeof *legal);
    const uint16_t *actions =
        record_u16(record, LEGAL_ACTION) + record_first_legal(record, place->row);
    const uint32_t *visits =
        record_u32(record, LEGAL_VISITS) + record_first_legal(record, place->row);
    for (int i = 0; i < count; i++) {
        action_t to = game_symmetry_action(game, place->symmetry, actions[i]);
        int at = game_find_action(legal, count, to);
        assert_true(at >= 0);
        assert_int_equal(visits[i], export_row_visits(row)[at]);
    }
}

static void check_view(const game_t *game, const record_t *record,
                       const export_place_t *place, const export_row_t *row,
                       const state_t *image) {
    uint8_t winner = record_u8(record, GAMES_WINNER)[place->game_row];
    uint8_t mover = record_u8(record, POSITIONS_PLAYER)[place->row];
    assert_int_equal(row->outcome, winner == NOBODY ? 1 : winner == mover ? 2 : 0);
    assert_int_equal(row->side, game_side(game, image));
    assert_int_equal(row->player, game_player(game, image));
    bool exchanged = game_symmetry_exchanges_sides(game, row->symmetry);
    assert_int_equal(row->player, mover ^ (exchanged ? 1 : 0));
    assert_memory_equal(&row->root_value,
                        &record_f32(record, POSITIONS_ROOT_VALUE)[place->row],
                        sizeof(float));
    assert_int_equal(row->root_proof,
                     record_u8(record, POSITIONS_ROOT_PROOF)[place->row]);
    assert_int_equal(row->turn + row->turns_left,
                     record_u32(record, GAMES_TURNS)[place->game_row]);
}

/* The image of a game is a game: each image follows from the previous one. */
static void check_goes_on(const game_t *game, const export_row_t *row,
                          const state_t *image, seen_t *seen) {
    int symmetry = row->symmetry;
    if (row->ply > 0 && seen->previous_game[symmetry] == row->game &&
        seen->previous_ply[symmetry] + 1 == row->ply)
        assert_true(game_equal(game, image, &seen->previous_image[symmetry]));
    seen->previous_image[symmetry] = *image;
    game_apply(game, &seen->previous_image[symmetry], row->chosen);
    seen->previous_game[symmetry] = row->game;
    seen->previous_ply[symmetry] = row->ply;
}

static bool see(void *context, const export_place_t *place, failure_t *error) {
    seen_t *seen = context;
    const record_t *record = place->record;
    const game_t *game = record->game;
    export_row_t *row = memory_new(place->bytes, 1);
    state_t image = {0};
    if (!export_row_make(place, row, error) ||
        !game_unpack(game, export_row_state(row), &image, error))
        fail_msg("%s", error->message);
    assert_int_equal(row->symmetry, place->symmetry);
    check_policy(game, record, place, row, &image);
    check_view(game, record, place, row, &image);
    check_goes_on(game, row, &image, seen);
    seen->rows++;
    seen->by_symmetry[row->symmetry]++;
    seen->by_group[place->group]++;
    if (row->ply < 512)
        seen->by_ply[row->ply]++;
    free(row);
    return true;
}

static seen_t *walk_all(const export_options_t *options, const record_t *record,
                        export_walk_t *walk) {
    failure_t error;
    seen_t *seen = memory_new(1, sizeof *seen);
    for (int i = 0; i < 64; i++)
        seen->previous_game[i] = -1;
    *walk = (export_walk_t){.options = options};
    assert_true(export_walk(walk, record, 3, see, seen, &error));
    assert_int_equal(walk->rows, seen->rows);
    return seen;
}

static void test_images(void **unused) {
    (void)unused;
    export_options_t options = usual;
    options.symmetries = SYMMETRIES_ALL;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        export_walk_t walk;
        record_t record;
        record_init(&record, game);
        for (uint64_t id = 0; id < (uint64_t)test_effort(3); id++)
            record_game(&record, id, NULL);
        seen_t *seen = walk_all(&options, &record, &walk);
        size_t positions = record.rows[TABLE_POSITIONS];
        assert_int_equal(seen->rows, positions * (size_t)game->num_symmetries);
        for (int s = 0; s < game->num_symmetries; s++)
            assert_int_equal(seen->by_symmetry[s], positions);
        free(seen);
        record_clear(&record);
        game_free(game);
    }
}

/* --- Which rows --------------------------------------------------------------------- */

static void make_games(record_t *record, game_t **game, const char *variant, int count) {
    const test_variant_t about = {"seega", variant};
    *game = test_variant_game(&about);
    record_init(record, *game);
    for (int id = 0; id < count; id++)
        record_game(record, (uint64_t)id, NULL);
}

/* The number of rows selected, by one line per option. */
static uint64_t count_by_hand(const export_options_t *options, const record_t *record) {
    uint64_t count = 0;
    for (size_t g = 0; g < record->rows[TABLE_GAMES]; g++) {
        size_t first = record_first_position(record, g);
        uint64_t of_game = 0;
        for (size_t p = first; p < first + record_u32(record, GAMES_DECISIONS)[g]; p++) {
            uint32_t turn = record_u32(record, POSITIONS_TURN)[p];
            bool wanted = turn >= options->first_turn && turn < options->end_turn;
            if (record_u32(record, POSITIONS_VISITS)[p] < options->min_visits)
                wanted = false;
            if (options->without_forced && record_u32(record, POSITIONS_LEGAL)[p] < 2)
                wanted = false;
            if (options->without_proven &&
                record_u8(record, POSITIONS_ROOT_PROOF)[p] != 0)
                wanted = false;
            if (options->without_fast && record_u8(record, POSITIONS_FULL)[p] == 0)
                wanted = false;
            if (options->without_cut_off &&
                record_u8(record, GAMES_REASON)[g] == REASON_CUT_OFF)
                wanted = false;
            of_game += wanted;
        }
        if (options->per_game > 0 && of_game > options->per_game)
            of_game = options->per_game;
        count += of_game;
    }
    return count;
}

static void test_rows_that_are_wanted(void **unused) {
    (void)unused;
    game_t *game;
    record_t record;
    make_games(&record, &game, "size=5 no_capture_limit=200", 20);
    uint64_t all = record.rows[TABLE_POSITIONS];
    for (int bits = 0; bits < 256; bits++) {
        export_options_t options;
        export_walk_t walk;
        options = usual;
        options.first_turn = bits & 1 ? 5 : 0;
        options.end_turn = bits & 2 ? 30 : UINT32_MAX;
        options.min_visits = bits & 4 ? 400 : 0;
        options.without_forced = bits & 8;
        options.without_proven = bits & 16;
        options.without_cut_off = bits & 32;
        options.per_game = bits & 64 ? 7 : 0;
        options.without_fast = bits & 128;
        seen_t *seen = walk_all(&options, &record, &walk);
        assert_int_equal(seen->rows, count_by_hand(&options, &record));
        if (bits > 0 && (bits & (bits - 1)) == 0) /* each option does something here */
            assert_true(seen->rows > 0 && seen->rows < all);
        free(seen);
    }
    record_clear(&record);
    game_free(game);
}

/* Pearson's statistic of counts that should all be equal. */
static double chi_square(const uint64_t *counts, size_t cells) {
    double total = 0, sum = 0;
    for (size_t i = 0; i < cells; i++)
        total += (double)counts[i];
    for (size_t i = 0; i < cells; i++) {
        double off = (double)counts[i] - total / (double)cells;
        sum += off * off / (total / (double)cells);
    }
    return sum;
}

/* The statistic exceeds its mean by this much once in some millions of times. */
static void assert_uniform(const uint64_t *counts, size_t cells) {
    double freedom = (double)cells - 1, found = chi_square(counts, cells);
    if (found > freedom + 5 * sqrt(2 * freedom) + 10)
        fail_msg("chi-square %.1f of %zu cells", found, cells);
}

/* Sampled positions of a game and sampled images are uniformly distributed. The placing
 * phase of this game always has 24 plies. */
static void test_what_is_drawn(void **unused) {
    (void)unused;
    game_t *game;
    record_t record;
    export_options_t options;
    uint64_t by_ply[24] = {0}, by_symmetry[8] = {0};
    make_games(&record, &game, "size=5", 10);
    options = usual;
    options.end_turn = 12; /* two placements a turn */
    options.per_game = 5;
    options.symmetries = SYMMETRIES_RANDOM;
    for (options.seed = 0; options.seed < 400; options.seed++) {
        export_walk_t walk;
        seen_t *seen = walk_all(&options, &record, &walk);
        assert_int_equal(seen->rows, 10 * 5);
        for (int ply = 0; ply < 24; ply++)
            by_ply[ply] += seen->by_ply[ply];
        for (int s = 0; s < 8; s++)
            by_symmetry[s] += seen->by_symmetry[s];
        free(seen);
    }
    assert_uniform(by_ply, 24);
    assert_uniform(by_symmetry, 8);
    record_clear(&record);
    game_free(game);
}

/* --- Split -------------------------------------------------------------------------- */

/* Mirror images of a game have the same hash, other games have others; with many games
 * the share is the requested one. */
static void test_split(void **unused) {
    (void)unused;
    const test_variant_t variants[] = {
        {"seesaw", "size=4"}, {"seega", "size=5"}, {"cascade", "size=6 direction=both"}};
    for (int i = 0; i < 3; i++) {
        game_t *game = test_variant_game(&variants[i]);
        record_t record;
        record_init(&record, game);
        record_game(&record, 1, NULL);
        record_game(&record, 2, NULL);
        size_t count = record_u32(&record, GAMES_DECISIONS)[0];
        int images = 0;
        for (int s = 0; s < game->num_symmetries; s++) {
            /* An image of a game in which the other side begins is not a valid game. */
            if (game_symmetry_exchanges_sides(game, s))
                continue;
            uint16_t *chosen = memory_new(count, sizeof *chosen);
            for (size_t p = 0; p < count; p++)
                chosen[p] = game_symmetry_action(
                    game, s, record_u16(&record, POSITIONS_CHOSEN)[p]);
            record_game(&record, 3, chosen);
            images++;
            free(chosen);
        }
        assert_true(images > 1);
        uint64_t hash = record_game_hash(&record, 0);
        assert_true(record_game_hash(&record, 1) != hash);
        for (int s = 0; s < images; s++)
            assert_true(record_game_hash(&record, 2 + (size_t)s) == hash);
        record_clear(&record);
        game_free(game);
    }
}

static void test_share_of_split(void **unused) {
    (void)unused;
    const test_variant_t about = {"cascade", "size=6"};
    game_t *game = test_variant_game(&about);
    record_t record;
    size_t count = 4000, kept = 0;
    record_init(&record, game);
    for (size_t id = 0; id < count; id++)
        record_game(&record, id, NULL);
    for (size_t row = 0; row < count; row++) {
        kept += record_is_validation(&record, row, 0.1);
        assert_false(record_is_validation(&record, row, 0));
        assert_true(record_is_validation(&record, row, 1));
        if (record_is_validation(&record, row,
                                 0.05)) /* of two shares the larger has it */
            assert_true(record_is_validation(&record, row, 0.1));
    }
    assert_true(fabs((double)kept - 400) < 5 * sqrt(4000 * 0.1 * 0.9));
    record_clear(&record);
    game_free(game);
}

/* --- Orders ------------------------------------------------------------------------- */

/* All 120 orders of five rows are equally likely, wherever the five are in the input; so
 * is every place for each of many rows. */
static void test_orders_are_uniform(void **unused) {
    (void)unused;
    enum { ROWS = 5, ORDERS = 120, SEEDS = 60000, MANY = 50 };
    const uint64_t starts[] = {0, 1000003};
    for (int s = 0; s < 2; s++) {
        uint64_t orders[ORDERS] = {0};
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            size_t order = 0;
            for (uint64_t i = 1; i < ROWS; i++) {
                size_t before = 0;
                for (uint64_t j = 0; j < i; j++)
                    before += shuffle_key(seed, starts[s] + j) <
                              shuffle_key(seed, starts[s] + i);
                order = order * (i + 1) + before;
            }
            orders[order]++;
        }
        assert_uniform(orders, ORDERS);
    }
    static uint64_t places[MANY][MANY];
    for (uint64_t seed = 0; seed < 20000; seed++)
        for (uint64_t i = 0; i < MANY; i++) {
            size_t before = 0;
            for (uint64_t j = 0; j < MANY; j++)
                before += shuffle_key(seed, j) < shuffle_key(seed, i);
            places[i][before]++;
        }
    for (int i = 0; i < MANY; i++)
        assert_uniform(places[i], MANY);
}

/* --- Values ------------------------------------------------------------------------- */

static float value_of_half(uint16_t half) {
    int exponent = half >> 10;
    float fraction = (float)(half & 1023);
    return exponent == 0 ? ldexpf(fraction, -24) : ldexpf(1024 + fraction, exponent - 25);
}

/* Every half float from 0 to 1 is exact; between two, the nearer one, or the even one. */
static void test_halves(void **unused) {
    (void)unused;
    const uint16_t one = 15 << 10;
    for (uint16_t half = 0; half < one; half++) {
        float low = value_of_half(half), high = value_of_half((uint16_t)(half + 1));
        float middle = (low + high) / 2;
        assert_int_equal(export_half(low), half);
        assert_int_equal(export_half(nextafterf(middle, 0)), half);
        assert_int_equal(export_half(nextafterf(middle, 1)), half + 1);
        assert_int_equal(export_half(middle), half + (half & 1));
    }
    assert_int_equal(export_half(1), one);
}

/* The features that the mover sees, ascending; then 65535. */
static void check_features(const export_layout_t *layout, const export_row_t *row,
                           const state_t *image) {
    const export_column_t *features = export_column("features");
    const game_t *game = layout->game;
    uint64_t bits[FEATURES_WORDS];
    uint16_t on[FEATURES_MAX];
    int most = features_most(game), next = 0;
    assert_int_equal(export_column_bytes(features, layout), 2 * most);
    export_column_fill(features, &(export_source_t){layout, row, 0}, on);
    features_write(game, image, bits);
    for (int seen = 0; seen < features_count(game); seen++) {
        int feature = features_seen(game, row->side, seen); /* an involution */
        if (bits[feature / 64] >> feature % 64 & 1)
            assert_int_equal(on[next++], seen);
    }
    while (next < most)
        assert_int_equal(on[next++], 65535);
}

/* The planes and the features of a row are those of its position. */
static bool see_planes(void *context, const export_place_t *place, failure_t *error) {
    static const export_options_t options = {.planes = true, .features = true};
    const export_column_t *planes = export_column("planes");
    const game_t *game = place->record->game;
    const export_layout_t layout = {game, &options, 1};
    export_row_t *row = memory_new(place->bytes, 1);
    state_t image = {0};
    assert_true(export_column_exists(planes, &options));
    assert_int_equal(export_column_bytes(planes, &layout), planes_bytes(game));
    uint8_t *expected = memory_new(2 * planes_bytes(game), 1);
    uint8_t *filled = expected + planes_bytes(game);
    if (!export_row_make(place, row, error) ||
        !game_unpack(game, export_row_state(row), &image, error))
        fail_msg("%s", error->message);
    planes_write(game, &image, expected);
    export_column_fill(planes, &(export_source_t){&layout, row, 0}, filled);
    assert_memory_equal(expected, filled, planes_bytes(game));
    check_features(&layout, row, &image);
    ++*(uint64_t *)context;
    free(expected);
    free(row);
    return true;
}

static void test_planes(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i += 7) {
        game_t *game = test_variant_game(&test_variants[i]);
        export_options_t options;
        record_t record;
        failure_t error;
        uint64_t rows = 0;
        record_init(&record, game);
        record_game(&record, 3, NULL);
        options = usual;
        options.symmetries = SYMMETRIES_ALL;
        export_walk_t walk = {.options = &options};
        assert_true(export_walk(&walk, &record, 0, see_planes, &rows, &error));
        assert_true(rows > 0);
        record_clear(&record);
        game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_rows_that_are_wanted),
        cmocka_unit_test(test_what_is_drawn),
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_share_of_split),
        cmocka_unit_test(test_orders_are_uniform),
        cmocka_unit_test(test_halves),
        cmocka_unit_test(test_planes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
