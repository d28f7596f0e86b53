/* claim_replay.h - replays games of a claim, drawn at random at the time of the check.
 * Use: claim_replay_order_t order = {.share = 0.01, .seed = seed, .tell = tell};
 *      claim_replay_t replay;
 *      if (!claim_replay(about, &table, "BUNDLE", &order, &replay, &error)) ...
 * Game i of a run depends only on the configuration, the seed and i: the row of the
 * replayed game has to equal that of the table. Weights are those of the
 * bundle, or of the same name in a folder that the checker gives, and their hash must be
 * the claimed one. Games of outside programs, which are never started, and of networks
 * whose instruction set this machine lacks cannot be replayed: these are not drawn.
 * Threads: its own are an OpenMP team; tell is called by one at a time, after all games,
 *      in the order of the games.
 * Errors: a folder whose path is too long; weights kept apart, but no folder.
 * stopped: on request, before all drawn games were replayed. Those replayed are then not
 * a random sample, as games of the largest budgets are played first.
 */
#ifndef EVAL_CLAIM_REPLAY_H
#define EVAL_CLAIM_REPLAY_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct claim_about claim_about_t; /* eval/claim/claim_about.h */
typedef struct claim_table claim_table_t; /* eval/claim/claim_table.h */

typedef struct claim_replay_order {
    double share;        /* of the games that can be replayed; 0: none */
    const char *weights; /* folder of weights kept apart from the bundle, or NULL */
    uint64_t seed;
    int threads; /* 0: one per processor */
    bool quiet;
    void (*tell)(void *context, const char *what); /* a game or weights that differ */
    void *context;
} claim_replay_order_t;

typedef struct claim_replay {
    uint64_t games; /* that can be replayed */
    uint64_t replayed, differ;
    uint64_t outside, elsewhere; /* not replayable: outside programs; instructions */
    uint64_t weights;            /* that are not those claimed */
    const char *stopped;         /* by what, or NULL */
} claim_replay_t;

bool claim_replay(const claim_about_t *about, const claim_table_t *table,
                  const char *bundle, const claim_replay_order_t *order,
                  claim_replay_t *replay, failure_t *error);

#endif
