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
