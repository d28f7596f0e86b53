#include "tests/support/unit.h"

#include "core/conformance/conformance.h"
#include "tests/support/variants.h"

#include <stdlib.h>

const test_variant_t test_variants[] = {
    {"seesaw", "size=2"},
    {"seesaw", "size=3"},
    {"seesaw", "size=4"},
    {"seesaw", "size=5"},
    {"seesaw", "size=6"},
    {"seesaw", "size=3 stuck=loss"},
    {"seesaw", "size=4 recapture=optional"},
    {"seesaw", "size=5 recapture=optional capture=optional"},
    {"seesaw", "size=4 capture=optional stuck=loss"},
    {"seesaw", "size=4 first_turn=deploy"},
    {"seesaw", "size=5 first_turn=glide max_turns=40"},
    {"seesaw", "size=6 capture=optional recapture=optional max_turns=300"},
    {"seesaw", "size=4 swap=true"},
    {"seesaw", "size=5 swap=true first_turn=deploy"},
    {"cascade", "size=2 direction=down"},
    {"cascade", "size=2 direction=both"},
    {"cascade", "size=3 direction=down"},
    {"cascade", "size=3 direction=both"},
    {"cascade", "size=4 direction=down"},
    {"cascade", "size=4 direction=both"},
    {"cascade", "size=5 direction=down"},
    {"cascade", "size=5 direction=both"},
    {"cascade", "size=6 direction=down"},
    {"cascade", "size=6 direction=both"},
    {"cascade", "size=7 direction=down"},
    {"cascade", "size=7 direction=both"},
    {"cascade", "size=8 direction=down"},
    {"cascade", "size=8 direction=both"},
    {"cascade", "size=9 direction=down"},
    {"cascade", "size=9 direction=both"},
    {"cascade", "size=10 direction=down"},
    {"cascade", "size=10 direction=both"},
    {"cascade", "size=11 direction=down"},
    {"cascade", "size=11 direction=both"},
    {"cascade", "size=8 swap=true"},
    {"cascade", "size=4 direction=both swap=true"},
    {"seega", "size=5"},
    {"seega", "size=7"},
    {"seega", "size=9"},
    {"seega", "size=5 opening=free safe_centre=false end_at=0"},
    {"seega", "size=5 blocked=pass no_capture_limit=200"},
    {"seega", "size=5 opening=free blocked=loss end_at=0"},
    {"seega", "size=5 blocked=remove safe_centre=false no_capture_limit=1"},
    {"seega", "size=7 opening=free blocked=loss safe_centre=false"},
    {"seega", "size=7 blocked=pass end_at=0 no_capture_limit=300"},
    {"seega", "size=9 opening=free blocked=pass no_capture_limit=20"},
    {"seega", "size=5 swap=true"},
    {"seega", "size=7 opening=free swap=true"},
    {"situ", "order=2"},
    {"situ", "order=4"},
    {"situ", "order=3 surplus=1"},
    {"situ", "order=5 surplus=2 cut=1"},
    {"situ", "order=6 surplus=4 cut=0"},
    {"situ", "order=7"},
    {"situ", "grid=square order=2 surplus=2"},
    {"situ", "grid=square order=4 surplus=1"},
    {"situ", "grid=square order=5 cut=0"},
    {"situ", "grid=diagonal order=2 cut=0"},
    {"situ", "grid=diagonal order=3 surplus=1 cut=1"},
    {"situ", "grid=diagonal order=3 surplus=1"},
    {"situ", "grid=diagonal order=4"},
    {"situ", "grid=diagonal order=7 surplus=1"},
    {"situ", "order=4 swap=true"},
    {"situ", "grid=square order=6 surplus=4 swap=true"},
    {"situ", "grid=diagonal order=2 surplus=4 swap=true"},
};
const int test_variant_count = (int)(sizeof test_variants / sizeof test_variants[0]);

game_t *test_variant_game(const test_variant_t *variant) {
    failure_t error;
    const game_class_t *class = game_class_find(variant->game, &error);
    game_t *game = class ? conformance_game(class, variant->variant, &error) : NULL;
    if (!game)
        fail_msg("%s %s: %s", variant->game, variant->variant, error.message);
    return game;
}

bool test_random_position(const game_t *game, uint64_t stream, uint64_t seed,
                          int num_actions, state_t *state) {
    pcg32_t rng = pcg32_for(stream, seed, 0, PCG_FOR_TEST);
    memset(state, 0, sizeof *state);
    game_start(game, state);
    for (int i = 0; i < num_actions; i++) {
        action_t actions[GAME_MAX_LEGAL];
        int count = game_legal(game, state, actions);
        if (count == 0)
            return false;
        game_apply(game, state, actions[pcg32_below(&rng, (uint32_t)count)]);
    }
    return true;
}

int test_effort(int full) {
    const char *text = getenv("FULCRUM_TEST_EFFORT");
    long percent = text ? strtol(text, NULL, 10) : 100;
    int scaled = (int)(full * percent / 100);
    return scaled > 0 ? scaled : 1;
}
