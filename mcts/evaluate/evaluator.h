/* evaluator.h - what a network thinks of positions of one game, in batches.
 * Use: evaluator_t *evaluator =
 *          evaluator_new(network, game, &(evaluator_options_t){...}, &error);
 *      evaluator_run(evaluator, states, count, evaluations);
 *      evaluator_free(evaluator);
 * What comes out for a position hangs on network, position and instructions alone, to the
 * bit; the cache and the batches change nothing but the time.
 * Owns: its buffers and cache; network and game are borrowed.
 * Threads: one evaluator for each thread, side by side without end; all work is done in the
 *      calling thread.
 * Errors: evaluator_new alone: a network of another game, instructions that are not there.
 * Source: mcts/evaluate/NETWORK.md.
 */
#ifndef MCTS_EVALUATOR_H
#define MCTS_EVALUATOR_H

#include "mcts/evaluate/evaluation_cache.h"
#include "mcts/evaluate/network_heads.h"

typedef struct evaluator evaluator_t;

typedef struct evaluator_options {
    network_instructions_t instructions; /* settled */
    int batch;          /* positions at a time, at most; more are run in turn */
    size_t cache_bytes; /* 0: no cache */
} evaluator_options_t;

enum { EVALUATOR_MAX_BATCH = 128 };

evaluator_t *evaluator_new(const network_t *network, const game_t *game,
                           const evaluator_options_t *options, failure_t *error);
void evaluator_free(evaluator_t *evaluator); /* NULL is fine */

/* Positions that are not over. */
void evaluator_run(evaluator_t *evaluator, const state_t *const *states, int count,
                   evaluation_t *const *evaluations);

/* An evaluation that is known already; false: there is none. */
bool evaluator_find(evaluator_t *evaluator, const state_t *state,
                    evaluation_t *evaluation);

/* The logits themselves, without the cache. */
void evaluator_outputs(evaluator_t *evaluator, const state_t *const *states, int count,
                       network_outputs_t *const *outputs);

/* Since it was made. */
typedef struct evaluator_counts {
    uint64_t positions, batches,
        found; /* evaluated; how many together; found in the cache */
} evaluator_counts_t;

evaluator_counts_t evaluator_counts(const evaluator_t *evaluator);

/* Its convolutions, for measurements. */
network_trunk_t *evaluator_trunk(evaluator_t *evaluator);

#endif
