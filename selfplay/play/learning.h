/* learning.h - what self-play does for the sake of a learner, and its keys.
 * Use: keyset_set_defaults(&learning_keys, &learning);   keyset_read_json(...)
 *      if (!learning_check(&learning, &agent.search, "FILE", &error)) ...
 *      if (learning_has_fast(&learning)) agent = learning_fast_agent(&learning, &agent);
 *      bool full = learning_is_full(&learning, run_seed, game, ply);
 * Playout-cap randomisation: a share of the actions, drawn at random, is searched with
 * the whole budget and with noise, and their visits are a policy target; the others are
 * searched with a small budget and without noise, so that more games end in the same
 * time. All of it is off by default, and what is off changes no game. It is for one agent
 * that plays itself: a match has none of it.
 * Owns: nothing.   Threads: pure.   Errors: of check, values that do not go together.
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
    int64_t fast_simulations;  /* the small budget; 0: all actions have the whole one */
    double full_share;         /* of the actions, where there is a small budget */
    double resigns_below;      /* expected score; 0: nobody resigns (resignation.h) */
    int64_t resigning_actions; /* in a row, of one player, below it */
    double played_out; /* share of the games that are played to the end all the same */
} learning_t;

extern const keyset_t learning_keys; /* "playout_cap.…", "resignation.…" */

/* Whether the values go with each other and with the search that has the whole budget. */
bool learning_check(const learning_t *learning, const search_config_t *search,
                    const char *where, failure_t *error);

/* Whether some actions are searched with the small budget. */
static inline bool learning_has_fast(const learning_t *learning) {
    return learning->fast_simulations > 0;
}

/* The agent with the small budget and without noise. */
agent_t learning_fast_agent(const learning_t *learning, const agent_t *agent);

/* Whether an action has the whole budget: by run seed, game and ply alone. */
bool learning_is_full(const learning_t *learning, uint64_t run_seed, uint64_t game,
                      uint32_t ply);

#endif
