/* The tables by which a learner makes images of rows: applied to a position's planes,
 * features and actions, they give those of the image. */
#include "tests/support/unit.h"

#include "core/conformance/conformance.h"
#include "core/game/features.h"
#include "core/game/planes.h"
#include "selfplay/export/symmetry_maps.h"
#include "tests/support/toy_connect_four.h"
#include "tests/support/toy_nim.h"
#include "tests/support/variants.h"

#include <stdlib.h>

enum { MAX_PLANES_BYTES = PLANES_MAX * PLANES_MAX_GRID };

typedef struct seen {
    uint8_t planes[MAX_PLANES_BYTES];
    bool features[FEATURES_MAX];
} seen_t;

static void look(const game_t *game, const state_t *state, seen_t *seen) {
    uint64_t bits[FEATURES_WORDS];
    uint16_t on[FEATURES_MAX];
    *seen = (seen_t){{0}, {false}};
    planes_write(game, state, seen->planes);
    features_write(game, state, bits);
    int count = features_list(bits, features_words(game), on);
    for (int i = 0; i < count; i++)
        seen->features[features_seen(game, game_side(game, state), on[i])] = true;
}

static void check_image(const game_t *game, const symmetry_maps_t *maps, int symmetry,
                        const state_t *state) {
    state_t image = {0};
    seen_t *here = memory_new(2, sizeof *here), *there = here + 1, *mapped;
    mapped = memory_new(1, sizeof *mapped);
    size_t side = (size_t)game_side(game, state), row = 2 * (size_t)symmetry + side;
    size_t places = (size_t)(game->grid_height * game->grid_width);
    size_t features = (size_t)features_count(game);
    game_symmetry(game, symmetry, state, &image);
    assert_int_equal(game_side(game, &image), (int)side ^ maps->sides[symmetry]);
    look(game, state, here);
    look(game, &image, there);
    for (size_t place = 0; place < places; place++)
        for (size_t p = 0; p < planes_bytes(game); p += places)
            mapped->planes[p + maps->places[row * places + place]] =
                here->planes[p + place];
    for (size_t f = 0; f < features; f++)
        mapped->features[maps->features[row * features + f]] = here->features[f];
    if (memcmp(mapped, there, sizeof *mapped) != 0)
        fail_msg("%s %s: symmetry %d, side %zu: the image looks different",
                 game->class->name, game->variant_text, symmetry, side);
    free(here);
    free(mapped);
}

static void check_game(const game_t *game, int games) {
    symmetry_maps_t maps;
    failure_t error;
    action_t actions[GAME_MAX_LEGAL];
    int met[2] = {0, 0};
    if (!symmetry_maps_make(&maps, game, true, true, &error))
        fail_msg("%s", error.message);
    for (int s = 0; s < game->num_symmetries; s++)
        for (int a = 0; a < game->num_actions; a++)
            assert_int_equal(maps.actions[s * game->num_actions + a],
                             game_symmetry_action(game, s, (action_t)a));
    for (int g = 0; g < games; g++) {
        pcg32_t rng = pcg32_for(12, (uint64_t)g, 0, PCG_FOR_TEST);
        state_t state = {0};
        int count, ply = 0;
        game_start(game, &state);
        while ((count = game_legal(game, &state, actions)) > 0 && ply < 300) {
            if (ply++ % 5 == g % 5) {
                met[game_side(game, &state)]++;
                for (int symmetry = 0; symmetry < game->num_symmetries; symmetry++)
                    check_image(game, &maps, symmetry, &state);
            }
            game_apply(game, &state, actions[pcg32_below(&rng, (uint32_t)count)]);
        }
    }
    assert_true(met[0] > 0);
    symmetry_maps_clear(&maps);
}

static void test_images(void **unused) {
    (void)unused;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        check_game(game, test_effort(2));
        game_free(game);
    }
}

static void test_games_from_outside(void **unused) {
    (void)unused;
    failure_t error;
    symmetry_maps_t maps;
    game_t *game = conformance_game(&toy_connect_four_class, "width=5 height=4", &error);
    assert_non_null(game);
    assert_true(game->num_symmetries > 1);
    check_game(game, 3);
    game_t silent = *game;
    silent.features.image = NULL;
    assert_true(symmetry_maps_make(&maps, &silent, true, false, &error));
    assert_null(maps.features);
    symmetry_maps_clear(&maps);
    assert_false(symmetry_maps_make(&maps, &silent, true, true, &error));
    assert_non_null(strstr(error.message, "does not define the images of its features"));
    game_free(game);
    game = conformance_game(&toy_nim_class, "size=5 take=3 swap=true", &error);
    assert_non_null(game);
    check_game(game, 3);
    game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_images),
        cmocka_unit_test(test_games_from_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
