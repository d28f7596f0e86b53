/* claim_replay.h - games of a claim played again, drawn at random at the time of the
 * check.
 * Use: claim_replay_order_t order = {.share = 0.01, .seed = seed, .tell = tell};
 *      claim_replay_t replay;
 *      if (!claim_replay(about, &table, &sample, "BUNDLE", &order, &replay, &error)) ...
 * Game i of a run depends on the configuration, the seed and i alone: the row of the game
 * that is played has to be the one of the table, and its line that of the sample, where
 * it is in it. Weights are those of the bundle, or of the same name in a folder of the
 * checker's, and their hash has to be the claimed one.
 * Games of outside programs, which are never started, and of networks whose instructions
 * this machine does not have cannot be played again: these are not drawn.
 * Threads: its own are an OpenMP team; tell is called by one at a time, when all is
 * played, in the order of the games.
 * Errors: a folder whose path is too long; weights that are apart, and no folder.
 * stopped: somebody asked to, and not all that were drawn are replayed. Those that are
 * are no random sample then, as games of the largest budgets are played first.
 */
#ifndef EVAL_CLAIM_REPLAY_H
#define EVAL_CLAIM_REPLAY_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct claim_about claim_about_t;   /* eval/claim/claim_about.h */
typedef struct claim_sample claim_sample_t; /* eval/claim/claim_sample.h */
typedef struct claim_table claim_table_t;   /* eval/claim/claim_table.h */

typedef struct claim_replay_order {
    double share;        /* of the games that can be played again; 0: none */
    const char *weights; /* folder of weights that are apart from the bundle, or NULL */
    uint64_t seed;
    int threads; /* 0: as many as the machine offers */
    bool quiet;
    void (*tell)(void *context, const char *what); /* of a game or weights that differ */
    void *context;
} claim_replay_order_t;

typedef struct claim_replay {
    uint64_t games; /* that can be played again */
    uint64_t replayed, differ;
    uint64_t outside, elsewhere; /* not to be played: outside programs; instructions */
    uint64_t weights;            /* that are not those that are claimed */
    const char *stopped;         /* by what, or NULL */
} claim_replay_t;

bool claim_replay(const claim_about_t *about, const claim_table_t *table,
                  const claim_sample_t *sample, const char *bundle,
                  const claim_replay_order_t *order, claim_replay_t *replay,
                  failure_t *error);

#endif
