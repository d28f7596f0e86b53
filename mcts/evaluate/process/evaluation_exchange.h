/* evaluation_exchange.h - sends one batch to an outside evaluator and reads its answer
 * (PROTOCOL.md, "evaluate").
 * Use: exchange_t exchange = {session, &memory, buffer, rows};
 *      exchange_send(&exchange, true, &number, &problem)
 *      exchange_receive(&exchange, true, answer, &problem)     once it has arrived
 *      exchange_read(&exchange, row, &leaf, &problem)          for each row
 * Threads: as engine_session.h, except exchange_read, which any thread may call
 *      concurrently for different rows.
 * Errors: engine_problem_t: an invalid answer, a value that is not a score.
 */
#ifndef MCTS_EVALUATION_EXCHANGE_H
#define MCTS_EVALUATION_EXCHANGE_H

#include "mcts/engine/engine_session.h"
#include "mcts/evaluate/evaluator.h"

typedef struct evaluation_memory evaluation_memory_t; /* evaluation_memory.h */

typedef struct exchange {
    engine_session_t *session;
    const evaluation_memory_t *memory;
    int buffer, rows;
    bool
        are_priors; /* in answers: the policy is priors in units of 1/65535, not logits */
} exchange_t;

/* Sends the location and layout of the shared memory. */
bool exchange_offer_memory(engine_session_t *session, const evaluation_memory_t *memory,
                           const engine_patience_t *patience, engine_problem_t *problem);

/* in_memory: the positions are in the shared memory; else they are sent as texts. */
bool exchange_send(const exchange_t *exchange, bool in_memory, int64_t *number,
                   engine_problem_t *problem);

/* Deletes the answer; the evaluations are in the memory afterwards. */
bool exchange_receive(exchange_t *exchange, bool in_memory, cJSON *answer,
                      engine_problem_t *problem);

/* Reads a row into the leaf's evaluation, whose actions must be set. */
bool exchange_read(const exchange_t *exchange, int row, leaf_t *leaf,
                   engine_problem_t *problem);

#endif
