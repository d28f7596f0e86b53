/* naive_features.h - a naive implementation of sparse features: one by one, from the
 * planes and the documented meaning of each feature.
 * Use: naive_features_t naive;   naive_features_init(&naive, game);         once a game
 *      naive_features_look(&naive, &state);                            each position
 *      bool on = naive_feature_is_on(&naive, feature);          as the mover sees it
 * Errors: a meaning that this file does not know fails the test.
 */
#ifndef TESTS_NAIVE_FEATURES_H
#define TESTS_NAIVE_FEATURES_H

#include "core/game/features.h"
#include "core/game/planes.h"

enum { NAIVE_FACT_TEXT = 64, NAIVE_FACTS = 64, NAIVE_NO_CELL = -1 };

typedef struct naive_features {
    const game_t *game;
    planes_shape_t shape;
    /* Of each feature: its meaning, an index into `facts`, and its cell. */
    char facts[NAIVE_FACTS][NAIVE_FACT_TEXT];
    int fact_count;
    int fact[FEATURES_MAX], cell[FEATURES_MAX];
    int place[GAME_MAX_CELLS]; /* of a cell, as side 0 sees it */
    /* The current position. */
    uint8_t planes[PLANES_MAX * PLANES_MAX_GRID];
    int turns_left; /* -1: not counted */
} naive_features_t;

void naive_features_init(naive_features_t *naive, const game_t *game);
void naive_features_look(naive_features_t *naive, const state_t *state);
bool naive_feature_is_on(const naive_features_t *naive, int feature);

/* The action of side 0 with the same output; the action itself if there is none. */
action_t naive_seen_action(const game_t *game, int side, action_t action);

/* The feature for a fact about a cell (or NAIVE_NO_CELL), or -1. */
int naive_feature_find(const naive_features_t *naive, int fact, int cell);

#endif
