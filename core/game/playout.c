#include "core/game/playout.h"

#include <assert.h>

/* notes may be NULL. */
static playout_t play_out(const game_t *game, state_t *state, pcg32_t *rng,
                          playout_notes_t *notes) {
    action_t actions[GAME_MAX_LEGAL];
    playout_t playout = {.outcome = game_outcome(game, state)};
    while (!playout.outcome.over) {
        int count = game_legal(game, state, actions);
        assert(count > 0);
        action_t action = actions[pcg32_below(rng, (uint32_t)count)];
        if (notes)
            playout_note(notes, game_player(game, state), action);
        game_apply(game, state, action);
        playout.length++;
        playout.outcome = game_outcome_at(game, state, playout.length);
    }
    return playout;
}

playout_t playout_generic(const game_t *game, void *state, pcg32_t *rng) {
    return play_out(game, state, rng, NULL);
}

playout_t game_playout_noted(const game_t *game, state_t *state, pcg32_t *rng,
                             playout_notes_t *notes) {
    return game->rules.playout_noted ? game->rules.playout_noted(game, state, rng, notes)
                                     : play_out(game, state, rng, notes);
}

void game_playouts(const game_t *game, const playout_feed_t *feed) {
    REQUIRE(feed->count >= 1 && feed->count <= PLAYOUT_SLOTS);
    if (game->rules.playouts)
        game->rules.playouts(game, feed);
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
