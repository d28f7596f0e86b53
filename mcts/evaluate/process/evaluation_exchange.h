/* evaluation_exchange.h - one batch on its way to an outside evaluator and back: what is
 * asked, and what the answer means (PROTOCOL.md, "evaluate").
 * Use: exchange_t exchange = {session, &memory, buffer, rows};
 *      exchange_send(&exchange, true, &number, &problem)
 *      exchange_receive(&exchange, true, answer, &problem)     once it is there
 *      exchange_read(&exchange, row, &leaf, &problem)          for each row
 * Owns: nothing.
 * Threads: as engine_session.h, but exchange_read, which any may call beside others of
 *      other rows.
 * Errors: engine_problem_t: an answer that is none, a value that is no score.
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
    bool are_priors; /* in answers: the policy is of priors of 65535, not of logits */
} exchange_t;

/* Says where the shared memory is, and what is in it. */
bool exchange_offer_memory(engine_session_t *session, const evaluation_memory_t *memory,
                           const engine_patience_t *patience, engine_problem_t *problem);

/* in_memory: the positions are in the shared memory; else they go as texts. */
bool exchange_send(const exchange_t *exchange, bool in_memory, int64_t *number,
                   engine_problem_t *problem);

/* Deletes the answer; what is said is in the memory after it. */
bool exchange_receive(exchange_t *exchange, bool in_memory, cJSON *answer,
                      engine_problem_t *problem);

/* Into the leaf's evaluation, whose actions are set. */
bool exchange_read(const exchange_t *exchange, int row, leaf_t *leaf,
                   engine_problem_t *problem);

#endif
