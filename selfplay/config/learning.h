/* learning.h - self-play options for learning, and their keys.
 * Use: keyset_set_defaults(&learning_keys, &learning);   keyset_read_json(...)
 *      if (!learning_check(&learning, &agent.search, "FILE", &error)) ...
 *      if (learning_has_fast(&learning)) agent = learning_fast_agent(&learning, &agent);
 *      bool full = learning_is_full(&learning, run_seed, game, ply);
 * Playout-cap randomisation: a random share of the actions is searched with the full
 * budget and with noise, and their visits are a policy target; the others with a small
 * budget and without noise, so that more games are finished. All options are off by
 * default, and then change no game; they are for self-play of one agent only.
 * Source: D. Wu, Accelerating Self-Play Learning in Go, 2019 (playout caps).
 */
#ifndef SELFPLAY_LEARNING_H
#define SELFPLAY_LEARNING_H

#include "core/base/error.h"
#include "core/config/keys.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct agent agent_t;                 /* mcts/search/agent.h */
typedef struct search_config search_config_t; /* mcts/search/search_config.h */

typedef struct learning {
    int64_t fast_simulations; /* the small budget; 0: all actions have the full one */
    double full_share; /* of the actions with the full budget, if there is a small one */
    double resigns_below;      /* expected score; 0: nobody resigns (resignation.h) */
    int64_t resigning_actions; /* consecutive ones of a player, below it */
    double played_out;         /* share of the games that are played out regardless */
} learning_t;

extern const keyset_t learning_keys; /* "playout_cap.…", "resignation.…" */

/* Whether the values are consistent with each other and with the full search. */
bool learning_check(const learning_t *learning, const search_config_t *search,
                    const char *where, failure_t *error);

/* Whether some actions have the small budget. */
static inline bool learning_has_fast(const learning_t *learning) {
    return learning->fast_simulations > 0;
}

/* The agent with the small budget and without noise. */
agent_t learning_fast_agent(const learning_t *learning, const agent_t *agent);

/* Whether an action has the full budget; depends only on run seed, game and ply. */
bool learning_is_full(const learning_t *learning, uint64_t run_seed, uint64_t game,
                      uint32_t ply);

#endif
