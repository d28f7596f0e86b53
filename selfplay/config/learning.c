#include "selfplay/config/learning.h"

#include "mcts/search/agent.h"

static const config_key_t keys[] = {
    KEY_INT("playout_cap.simulations", learning_t, fast_simulations, 0, 0,
            SEARCH_MAX_SIMULATIONS,
            "simulations of fast searches, which have no noise and are no policy target; "
            "0: none"),
    KEY_REAL("playout_cap.full_share", learning_t, full_share, 0.25, 0.001, 1,
             "share of the searches that are full, with search.simulations"),
    KEY_REAL("resignation.value", learning_t, resigns_below, 0, 0, 0.5,
             "a player whose expected score is lower resigns; 0: nobody does"),
    KEY_INT("resignation.decisions", learning_t, resigning_actions, 3, 1, 1000,
            "consecutive actions of the player for which that has to hold"),
    KEY_REAL("resignation.played_out", learning_t, played_out, 0.1, 0, 1,
             "share of the games in which nobody resigns, to measure wrong resignations"),
};
const keyset_t learning_keys = {keys, KEYSET_COUNT(keys)};

bool learning_check(const learning_t *learning, const search_config_t *search,
                    const char *where, failure_t *error) {
    return learning->fast_simulations < search->simulations ||
           error_set(error,
                     "%s: \"playout_cap.simulations\" is %lld, and must be less than "
                     "\"search.simulations\", %lld; 0: no fast searches",
                     where, (long long)learning->fast_simulations,
                     (long long)search->simulations);
}

agent_t learning_fast_agent(const learning_t *learning, const agent_t *agent) {
    agent_t fast = *agent;
    fast.search.simulations = learning->fast_simulations;
    fast.search.noise_weight = 0;
    fast.search.gumbel_noise = false;
    fast.search.forced_playouts = 0;
    return fast;
}

bool learning_is_full(const learning_t *learning, uint64_t run_seed, uint64_t game,
                      uint32_t ply) {
    if (!learning_has_fast(learning))
        return true;
    pcg32_t rng = pcg32_for(run_seed, game, ply, PCG_FOR_PLAYOUT_CAP);
    return pcg32_real(&rng) < learning->full_share;
}
