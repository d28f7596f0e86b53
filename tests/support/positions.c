#include "tests/support/unit.h"

#include "tests/support/positions.h"
#include "tests/support/variants.h"

#include <stdlib.h>

void fails_at(const game_t *game, const state_t *state, const char *what) {
    char text[GAME_POSITION_TEXT];
    game_write_position(game, state, POSITION_FULL, text);
    fail_msg("%s %s\nat %s\n%s", game->class->name, game->variant_text, text, what);
}

void visit_positions(const game_t *game, int games, int stride, visit_t *visit,
                     void *context) {
    for (int g = 0; g < games; g++) {
        pcg32_t rng = pcg32_for(11, (uint64_t)g, 0, PCG_FOR_TEST);
        action_t actions[GAME_MAX_LEGAL];
        state_t state = {0};
        int count, ply = 0;
        game_start(game, &state);
        while ((count = game_legal(game, &state, actions)) > 0) {
            if ((ply++ + g) % stride == 0)
                visit(game, &state, context);
            game_apply(game, &state, actions[pcg32_below(&rng, (uint32_t)count)]);
        }
    }
}

void visit_variants(int games, int stride, visit_t *visit, void *context) {
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        visit_positions(game, games, stride, visit, context);
        game_free(game);
    }
}

/* --- What is told apart ------------------------------------------------------------- */

enum { ROOM = 20000 };

typedef struct sighting {
    uint64_t hash;
    char *text;
} sighting_t;

typedef struct sightings {
    uint64_t (*hash)(const game_t *game, const state_t *state);
    void (*add_word)(const game_t *game, const char *word, text_t *out);
    size_t count;
    sighting_t all[ROOM];
} sightings_t;

static void note_sighting(const game_t *game, const state_t *state, void *context) {
    sightings_t *sightings = context;
    char text[GAME_POSITION_TEXT], *save = NULL;
    if (sightings->count == ROOM)
        return;
    char *seen = memory_new(GAME_POSITION_TEXT, 1);
    text_t out = text_into(seen, GAME_POSITION_TEXT);
    game_write_position(game, state, POSITION_FULL, text);
    for (char *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save))
        sightings->add_word(game, word, &out);
    sightings->all[sightings->count++] = (sighting_t){sightings->hash(game, state), seen};
}

static int compare_sightings(const void *a, const void *b) {
    uint64_t x = ((const sighting_t *)a)->hash, y = ((const sighting_t *)b)->hash;
    return (x > y) - (x < y);
}

void tells_apart(int games, uint64_t (*hash)(const game_t *game, const state_t *state),
                 void (*add_word)(const game_t *game, const char *word, text_t *out)) {
    sightings_t *sightings = memory_new(1, sizeof *sightings);
    sightings->hash = hash;
    sightings->add_word = add_word;
    for (int i = 0; i < test_variant_count; i++) {
        game_t *game = test_variant_game(&test_variants[i]);
        const sighting_t *all = sightings->all;
        sightings->count = 0;
        visit_positions(game, games, 1, note_sighting, sightings);
        qsort(sightings->all, sightings->count, sizeof *all, compare_sightings);
        for (size_t k = 1; k < sightings->count; k++)
            if (all[k - 1].hash == all[k].hash &&
                strcmp(all[k - 1].text, all[k].text) != 0)
                fail_msg("%s %s: the same for\n%s\n%s", game->class->name,
                         game->variant_text, all[k - 1].text, all[k].text);
        for (size_t k = 0; k < sightings->count; k++)
            free(all[k].text);
        game_free(game);
    }
    free(sightings);
}
