/* Features of every registered game and variant: against naive ones from the planes and
 * the features' documented meanings; both sides' views; symmetries; actions as each side
 * sees them; which positions differ. */
#include "tests/support/unit.h"

#include "core/conformance/conformance.h"
#include "core/game/rules_build.h"
#include "tests/naive/naive_features.h"
#include "tests/support/positions.h"
#include "tests/support/toy_nim.h"
#include "tests/support/variants.h"

#include <stdlib.h>

enum { GAMES = 4 };

static bool is_on(const uint64_t *bits, int feature) {
    return (bits[feature / 64] >> feature % 64 & 1) != 0;
}

/* --- The second construction -------------------------------------------------------- */

static void look_twice(const game_t *game, const state_t *state, void *context) {
    naive_features_t *naive = context;
    uint64_t bits[FEATURES_WORDS];
    int side = game_side(game, state);
    features_write(game, state, bits);
    naive_features_look(naive, state);
    for (int feature = 0; feature < features_count(game); feature++) {
        int seen = features_seen(game, side, feature);
        char message[128];
        if (is_on(bits, feature) == naive_feature_is_on(naive, seen))
            continue;
        snprintf(message, sizeof message, "feature %d (\"%s\" of cell %d) is %s", feature,
                 naive->facts[naive->fact[seen]], naive->cell[seen],
                 is_on(bits, feature) ? "on" : "off");
        fails_at(game, state, message);
    }
}

static void test_naive_features_agree(void **unused) {
    (void)unused;
    naive_features_t *naive = memory_new(1, sizeof *naive);
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        naive_features_init(naive, game);
        visit_positions(game, test_effort(GAMES), 5, look_twice, naive);
        game_free(game);
    }
    free(naive);
}

/* Stacks larger than those of playouts, and steps left over. */
static void test_large_stacks(void **unused) {
    (void)unused;
    static const char *const positions[] = {
        "S d1=S7/S d4=S6/- a1=N8/N g4=N5/S c3=N9/- b2=N255/- e5=S254/N f3=S4/-",
        "N d1=S7/S d4=S6/- a1=N8/N g4=N5/S c3=N9/- b2=N255/- e5=S254/N f3=S4/-",
        "S d1=S9/S d4=N1/N >d1:8 t995", "N d1=S9/S d4=N6/N >d4:3 t900",
        "N d1=S9/S d4=N3/N p1 t984"};
    naive_features_t *naive = memory_new(1, sizeof *naive);
    for (int build = RULES_PORTABLE; build < RULES_BUILD_COUNT; build++) {
        failure_t error;
        rules_build_bound((rules_build_t)build);
        game_t *game = game_new("seesaw", NULL, 0, &error);
        naive_features_init(naive, game);
        for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
            state_t state;
            if (!game_read_position(game, positions[i], &state, &error))
                fail_msg("%s", error.message);
            look_twice(game, &state, naive);
        }
        game_free(game);
    }
    rules_build_bound(RULES_BUILD_COUNT - 1);
    free(naive);
}

/* --- Builds for other instructions -------------------------------------------------- */

static void look_in_all(const game_t *game, const state_t *state, void *context) {
    game_t *const *games = context;
    uint64_t bits[FEATURES_WORDS], others[FEATURES_WORDS];
    int words = features_words(game);
    features_write(game, state, bits);
    for (int build = 1; build < RULES_BUILD_COUNT; build++) {
        features_write(games[build], state, others);
        if (memcmp(bits, others, (size_t)words * sizeof *bits) != 0)
            fails_at(game, state, rules_build_names[build]);
    }
}

static void test_builds_agree(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *games[RULES_BUILD_COUNT];
        for (int build = 0; build < RULES_BUILD_COUNT; build++) {
            rules_build_bound((rules_build_t)build);
            games[build] = test_variant_game(&test_variants[i]);
        }
        visit_positions(games[0], test_effort(8 * GAMES), 1, look_in_all, games);
        for (int build = 0; build < RULES_BUILD_COUNT; build++)
            game_free(games[build]);
    }
    rules_build_bound(RULES_BUILD_COUNT - 1);
}

/* --- Symmetries and views ----------------------------------------------------------- */

typedef struct images {
    const naive_features_t *naive;
    uint16_t image[16][FEATURES_MAX]; /* of a feature, by symmetry */
} images_t;

/* Cascade's half turn, which only direction=both has, exchanges above and below. */
static int turned_over(const naive_features_t *naive, int symmetry, int fact) {
    const char *text = naive->facts[fact];
    const char *above = strstr(text, " above it"), *below = strstr(text, " below it");
    char turned[NAIVE_FACT_TEXT];
    if ((!above && !below) || symmetry % 4 < 2 ||
        !strstr(naive->game->variant_text, "direction=both"))
        return fact;
    snprintf(turned, sizeof turned, "%s", text);
    memcpy(turned + ((above ? above : below) - text), above ? " below" : " above", 6);
    for (int i = 0; i < naive->fact_count; i++)
        if (strcmp(naive->facts[i], turned) == 0)
            return i;
    return -1;
}

/* A feature's image states the same (for the other side, if sides are exchanged) about
 * the image of its cell, which follows from the images of actions. */
static void learn_images(images_t *images) {
    const naive_features_t *naive = images->naive;
    const game_t *game = naive->game;
    for (int s = 0; s < game->num_symmetries; s++) {
        uint8_t cells[GAME_ACTION_CELLS];
        int to[GAME_MAX_CELLS];
        for (int action = 0; action < game->num_actions; action++)
            if (game_action_cells(game, (action_t)action, cells) == 1) {
                int from = cells[0];
                game_action_cells(game, game_symmetry_action(game, s, (action_t)action),
                                  cells);
                to[from] = cells[0];
            }
        for (int feature = 0; feature < features_count(game); feature++) {
            bool exchanges = game_symmetry_exchanges_sides(game, s);
            int like = features_seen(game, exchanges, feature);
            int cell = naive->cell[feature];
            int fact = turned_over(naive, s, naive->fact[like]);
            int image =
                naive_feature_find(naive, fact, cell == NAIVE_NO_CELL ? cell : to[cell]);
            assert_in_range(image, 0, features_count(game) - 1);
            images->image[s][feature] = (uint16_t)image;
            if (!exchanges)
                assert_int_equal(features_image(game, s, feature), image);
        }
    }
}

static void look_at_images(const game_t *game, const state_t *state, void *context) {
    const images_t *images = context;
    uint64_t bits[FEATURES_WORDS], image_bits[FEATURES_WORDS];
    features_write(game, state, bits);
    for (int s = 0; s < game->num_symmetries; s++) {
        state_t image = {0};
        game_symmetry(game, s, state, &image);
        features_write(game, &image, image_bits);
        for (int feature = 0; feature < features_count(game); feature++)
            if (is_on(bits, feature) != is_on(image_bits, images->image[s][feature]))
                fails_at(game, state, images->naive->facts[images->naive->fact[feature]]);
    }
}

static void test_features_transform_like_cells(void **unused) {
    (void)unused;
    naive_features_t *naive = memory_new(1, sizeof *naive);
    images_t *images = memory_new(1, sizeof *images);
    images->naive = naive;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        naive_features_init(naive, game);
        learn_images(images);
        visit_positions(game, test_effort(2 * GAMES), 3, look_at_images, images);
        game_free(game);
    }
    free(images);
    free(naive);
}

/* Seesaw's half turn is how side 1 sees the board: the features of the image are those
 * that side 1 sees. */
static void look_at_half_turn(const game_t *game, const state_t *state, void *context) {
    (void)context;
    uint64_t bits[FEATURES_WORDS], turned[FEATURES_WORDS];
    state_t image = {0};
    game_symmetry(game, 2, state, &image);
    features_write(game, state, bits);
    features_write(game, &image, turned);
    for (int feature = 0; feature < features_count(game); feature++)
        if (is_on(bits, feature) != is_on(turned, features_seen(game, 1, feature)))
            fails_at(game, state, "side 1 does not see the half-turned board");
}

static void test_side_1_sees_the_half_turn(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        if (strcmp(game->class->name, "seesaw") == 0 && game->num_symmetries == 4)
            visit_positions(game, test_effort(4 * GAMES), 1, look_at_half_turn, NULL);
        game_free(game);
    }
}

static void test_views_are_involutions(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        uint16_t seen[2][FEATURES_MAX];
        for (int side = 0; side < 2; side++)
            features_seen_all(game, side, seen[side]);
        for (int feature = 0; feature < features_count(game); feature++) {
            assert_int_equal(seen[0][feature], feature);
            assert_true(seen[1][feature] < features_count(game));
            assert_int_equal(seen[1][seen[1][feature]], feature);
            assert_int_equal(features_seen(game, 1, feature), seen[1][feature]);
        }
        game_free(game);
    }
}

/* --- Actions ------------------------------------------------------------------------ */

/* The table and the outputs agree; each action is seen once. */
static void check_seen_actions(const game_t *game) {
    size_t count = (size_t)game->num_actions;
    action_t *seen = memory_new(count, sizeof *seen);
    bool *taken = memory_new(count, sizeof *taken);
    int stride = game->num_actions / 64 + 1;
    for (int side = 0; side < 2; side++) {
        features_seen_actions(game, side, seen);
        memset(taken, 0, count * sizeof *taken);
        for (int action = 0; action < game->num_actions; action++) {
            assert_true(seen[action] < game->num_actions && !taken[seen[action]]);
            taken[seen[action]] = true;
            if (action % stride == 0)
                assert_int_equal(naive_seen_action(game, side, (action_t)action),
                                 seen[action]);
        }
    }
    free(taken);
    free(seen);
}

static void test_actions_are_seen_once(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        check_seen_actions(game);
        game_free(game);
    }
}

/* Actions by place; side 1 has an output that side 0 lacks. */
static policy_output_t output_of_toy(const game_t *game, int side, action_t action) {
    int places = game->grid_height * game->grid_width;
    if (side == 1 && action == 5)
        return (policy_output_t){.kind = OUTPUT_CELL, .head = PLANES_MAX_HEADS - 1};
    return (policy_output_t){.kind = OUTPUT_CELL,
                             .head = (uint8_t)(action / places),
                             .from = (uint16_t)(action % places)};
}

static void test_action_like_none(void **unused) {
    (void)unused;
    char size[] = "size=8", *words[] = {size};
    failure_t error;
    game_t *game = game_new("cascade", words, 1, &error);
    assert_non_null(game);
    game->networks.policy_output = output_of_toy;
    action_t *seen = memory_new((size_t)game->num_actions, sizeof *seen);
    features_seen_actions(game, 1, seen);
    for (int action = 0; action < game->num_actions; action++)
        assert_int_equal(seen[action], action);
    free(seen);
    game_free(game);
}

/* --- What is told apart ------------------------------------------------------------- */

static int turns_step(int left) {
    return left <= 4 ? 4 : left <= 16 ? 16 : left <= 64 ? 64 : 65;
}

static int limit_of(const game_t *game, const char *key) {
    const char *limit = strstr(game->variant_text, key);
    return limit ? atoi(limit + strlen(key)) : 0;
}

/* INTEGER.md: sizes from 5 on only by parity, steps left over up to 4, turns left in
 * coarse steps. */
static void add_word_as_seen(const game_t *game, const char *word, text_t *out) {
    bool seesaw = strcmp(game->class->name, "seesaw") == 0;
    const char *stack = strpbrk(word, "SN"), *left = strchr(word, ':');
    int turns = limit_of(game, "max_turns=") + limit_of(game, "no_capture_limit=");
    if (strcmp(word, "swapped") == 0)
        return;
    if (seesaw && strchr(word, '=') && stack && stack[1] != '/' && atoi(stack + 1) > 6)
        text_add(out, "%.*s%d%s ", (int)(stack + 1 - word), word, 6 - atoi(stack + 1) % 2,
                 strchr(word, '/'));
    else if (seesaw && word[0] == '>' && atoi(left + 1) > 4)
        text_add(out, "%.*s4 ", (int)(left + 1 - word), word);
    else if (strchr("tq", word[0]) && word[1] >= '0' && word[1] <= '9' && turns &&
             !strchr(word, '='))
        text_add(out, "%d ", turns_step(turns - atoi(word + 1)));
    else
        text_add(out, "%s ", word);
}

static uint64_t hash_features(const game_t *game, const state_t *state) {
    uint64_t bits[FEATURES_WORDS];
    features_write(game, state, bits);
    uint64_t hash = mix64((uint64_t)game_side(game, state));
    for (int w = 0; w < features_words(game); w++)
        hash = mix64(hash ^ bits[w]);
    return hash;
}

/* The features show a restricted first turn of Seesaw; without t0 the text has no word.
 */
static void test_features_tell_positions_apart(void **unused) {
    (void)unused;
    tells_apart(test_effort(8 * GAMES), hash_features, add_word_as_seen);
}

/* --- The writer, and the default ---------------------------------------------------- */

static void test_writer(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_for(13, 0, 0, PCG_FOR_TEST);
    for (int i = 0; i < 2000; i++) {
        uint64_t bits[FEATURES_WORDS], right[FEATURES_WORDS] = {0};
        features_writer_t writer = features_writer(bits);
        int total = 0;
        for (int put = 0; put < 24; put++) {
            int count = i % 7 == 0 ? 64 : 1 + (int)pcg32_below(&rng, 64);
            uint64_t word = (uint64_t)pcg32_next(&rng) << 32 | pcg32_next(&rng);
            word >>= 64 - count;
            features_put(&writer, word, count);
            for (int b = 0; b < count; b++, total++)
                right[total / 64] |= (word >> b & 1) << total % 64;
        }
        features_finish(&writer);
        assert_memory_equal(bits, right, (size_t)(total + 63) / 64 * sizeof *bits);
    }
}

/* Contents by cell: of toy Nim, whose rows are seen alike by both sides. */
static void test_default(void **unused) {
    (void)unused;
    failure_t error;
    game_t *game = conformance_game(&toy_nim_class, "size=5 take=3 swap=true", &error);
    state_t state;
    uint64_t bits[FEATURES_WORDS];
    uint16_t on[FEATURES_MAX];
    char text[64];
    assert_non_null(game);
    assert_int_equal(features_version(game), 1);
    assert_true(game_read_position(game, "A oo*.o 2", &state, &error));
    features_write(game, &state, bits);
    int count = features_list(bits, features_words(game), on);
    uint8_t contents[GAME_MAX_CELLS];
    game_contents(game, &state, contents);
    int filled = 0;
    for (int cell = 0; cell < game->cells; cell++)
        if (contents[cell] != CELL_EMPTY) {
            assert_true(is_on(bits, (contents[cell] - 1) * game->cells + cell));
            filled++;
        }
    assert_int_equal(count, filled);
    text_t out = text_into(text, sizeof text);
    features_meaning(game, features_count(game) - 2, &out);
    assert_string_equal(text, "own side may swap");
    out = text_into(text, sizeof text);
    features_meaning(game, game->cells, &out);
    assert_true(strncmp(text, "enemy, ", 7) == 0);
    assert_int_equal(features_seen(game, 1, 0), game->cells);
    assert_int_equal(features_seen(game, 1, features_count(game) - 1),
                     features_count(game) - 2);
    check_seen_actions(game);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_naive_features_agree),
        cmocka_unit_test(test_large_stacks),
        cmocka_unit_test(test_builds_agree),
        cmocka_unit_test(test_features_transform_like_cells),
        cmocka_unit_test(test_side_1_sees_the_half_turn),
        cmocka_unit_test(test_views_are_involutions),
        cmocka_unit_test(test_actions_are_seen_once),
        cmocka_unit_test(test_action_like_none),
        cmocka_unit_test(test_features_tell_positions_apart),
        cmocka_unit_test(test_writer),
        cmocka_unit_test(test_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
