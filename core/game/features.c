#include "core/game/features.h"

#include "core/game/planes.h"

#include <stdlib.h>

const char *const features_turns_names[FEATURES_TURNS] = {
    "at most 4 turns left", "5 to 16 turns left", "17 to 64 turns left"};

int features_seen(const game_t *game, int side, int feature) {
    REQUIRE(feature >= 0 && feature < features_count(game));
    return side == 0 ? feature : game->features.seen(game, feature);
}

bool features_have_images(const game_t *game) {
    return game->num_symmetries == 1 || game->features.image;
}

int features_image(const game_t *game, int symmetry, int feature) {
    REQUIRE(feature >= 0 && feature < features_count(game));
    REQUIRE(!game_symmetry_exchanges_sides(game, symmetry));
    return symmetry == 0 ? feature : game->features.image(game, symmetry, feature);
}

int features_list_seen(const game_t *game, int side, const state_t *state,
                       uint16_t on[FEATURES_MAX]) {
    uint64_t bits[FEATURES_WORDS], seen[FEATURES_WORDS] = {0};
    features_write(game, state, bits);
    int count = features_list(bits, features_words(game), on);
    for (int i = 0; i < count; i++) {
        int feature = features_seen(game, side, on[i]);
        seen[feature / 64] |= UINT64_C(1) << feature % 64;
    }
    return features_list(seen, features_words(game), on);
}

void features_seen_all(const game_t *game, int side, uint16_t *seen) {
    for (int feature = 0; feature < features_count(game); feature++)
        seen[feature] = (uint16_t)features_seen(game, side, feature);
}

void features_meaning(const game_t *game, int feature, text_t *out) {
    REQUIRE(feature >= 0 && feature < features_count(game));
    game->features.meaning(game, feature, out);
}

/* --- Actions: by their policy outputs ----------------------------------------------- */

/* An output as a number. */
static size_t number_of_output(const game_t *game, policy_output_t output) {
    size_t places = (size_t)(game->grid_height * game->grid_width);
    size_t head = (size_t)output.kind * PLANES_MAX_HEADS + output.head;
    return (head * places + output.from) * places + output.to;
}

void features_seen_actions(const game_t *game, int side, action_t *seen) {
    size_t places = (size_t)(game->grid_height * game->grid_width);
    size_t outputs = (size_t)(OUTPUT_WHOLE + 1) * PLANES_MAX_HEADS * places * places;
    action_t *action_of = memory_new(outputs, sizeof *action_of);
    memset(action_of, 0xff, outputs * sizeof *action_of); /* ACTION_NONE */
    for (int action = 0; action < game->num_actions; action++)
        action_of[number_of_output(game, planes_output(game, 0, (action_t)action))] =
            (action_t)action;
    for (int action = 0; action < game->num_actions; action++) {
        policy_output_t output = planes_output(game, side, (action_t)action);
        action_t like = action_of[number_of_output(game, output)];
        seen[action] = side == 0 || like == ACTION_NONE ? (action_t)action : like;
    }
    free(action_of);
}
