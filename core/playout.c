#include "core/playout.h"

#include <assert.h>

playout_t playout_generic(const game_t *game, void *state, pcg32_t *rng) {
    action_t actions[GAME_MAX_LEGAL];
    playout_t playout = {.outcome = game->rules->outcome(game, state)};
    while (!playout.outcome.over) {
        int count = game->rules->legal(game, state, actions);
        assert(count > 0 && playout.decisions < (uint32_t)game->max_decisions);
        game->rules->apply(game, state, actions[pcg32_below(rng, (uint32_t)count)]);
        playout.decisions++;
        playout.outcome = game->rules->outcome(game, state);
    }
    return playout;
}

void game_playouts(const game_t *game, const playout_feed_t *feed) {
    REQUIRE(feed->count >= 1 && feed->count <= PLAYOUT_SLOTS);
    if (game->rules->playouts)
        game->rules->playouts(game, feed);
    else
        playouts_in_turn(game, feed);
}

void playouts_in_turn(const game_t *game, const playout_feed_t *feed) {
    for (int i = 0; i < feed->count; i++) {
        playout_slot_t *slot = &feed->slots[i];
        while (feed->next(feed->context, i))
            slot->result = game_playout(game, &slot->state, &slot->rng);
    }
}
