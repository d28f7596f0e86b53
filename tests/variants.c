#include "tests/unit.h"

#include "tests/variants.h"

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
    {"situ", "grid=diagonal order=4"},
    {"situ", "grid=diagonal order=7 surplus=1"},
    {"situ", "order=4 swap=true"},
    {"situ", "grid=square order=6 surplus=4 swap=true"},
};
const int test_variant_count = (int)(sizeof test_variants / sizeof test_variants[0]);

game_t *test_variant_game(const test_variant_t *variant) {
    enum { MAX_WORDS = 12 };
    char words[GAME_VARIANT_TEXT], *keys[MAX_WORDS], *save = NULL;
    int count = 0;
    snprintf(words, sizeof words, "%s", variant->variant);
    for (char *word = strtok_r(words, " ", &save); word;
         word = strtok_r(NULL, " ", &save)) {
        assert_true(count < MAX_WORDS);
        keys[count++] = word;
    }
    error_t error;
    game_t *game = game_new(variant->game, keys, count, &error);
    if (!game)
        fail_msg("%s %s: %s", variant->game, variant->variant, error.message);
    return game;
}

int test_effort(int full) {
    const char *text = getenv("FULCRUM_TEST_EFFORT");
    long percent = text ? strtol(text, NULL, 10) : 100;
    int scaled = (int)(full * percent / 100);
    return scaled > 0 ? scaled : 1;
}
