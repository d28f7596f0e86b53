/* claim_replay.h - replays games of a claim, drawn at random at the time of the check.
 * Use: const claim_replay_games_t games = {claim, &table, "BUNDLE"};
 *      if (!claim_replay(&games, &order, &replay, &differences, &error)) ...
 * Game i of a run depends only on the configuration, the seed and i: the row of the
 * replayed game has to equal that of the table. Weights are those of the bundle, or of
 * the same name in a folder that the checker gives, and their hash must be the claimed
 * one. Games of outside programs, which are never started, of networks that are kept
 * apart and not in that folder, or whose instruction set this machine lacks, cannot be
 * replayed: these are not drawn.
 * Threads: its own are an OpenMP team; differences are in the order of the games.
 * Errors: a folder that cannot be read, or whose path is too long.
 */
#ifndef EVAL_CLAIM_REPLAY_H
#define EVAL_CLAIM_REPLAY_H

#include "core/base/error.h"
#include "eval/study/study_run.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct claim claim_t;                         /* eval/claim/claim.h */
typedef struct claim_differences claim_differences_t; /* eval/claim/claim_difference.h */
typedef struct claim_table claim_table_t;             /* eval/claim/claim_table.h */

/* What to check. */
typedef struct claim_check_order {
    double share;        /* of the games that can be replayed; 0: none */
    const char *weights; /* folder of weights kept apart from the bundle; NULL: none */
    double solve_s;      /* for all exact values together; 0: nothing is solved */
    uint64_t seed;
    int threads; /* 0: one per processor */
    bool quiet;
} claim_check_order_t;

typedef struct claim_replay_games {
    const claim_t *claim;
    const claim_table_t *table;
    const char *bundle;
} claim_replay_games_t;

/* stopped: on request, before all drawn games were replayed. Those replayed are then not
 * a random sample, as games of the largest budgets are played first. */
typedef struct claim_replay {
    uint64_t games; /* that can be replayed */
    uint64_t replayed, differ;
    /* Not replayable: of outside programs; of networks that are not there; of other
     * instructions. */
    uint64_t outside, apart, elsewhere;
    const char *stopped; /* by what, or NULL */
    /* The run of which the largest share of false games may have gone unnoticed: its
     * name, its games and those replayed. A figure rests on games of one run. */
    char weakest[STUDY_PART_NAME];
    uint64_t weakest_games, weakest_replayed;
} claim_replay_t;

bool claim_replay(const claim_replay_games_t *games, const claim_check_order_t *order,
                  claim_replay_t *replay, claim_differences_t *differences,
                  failure_t *error);

#endif
