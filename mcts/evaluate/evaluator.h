/* evaluator.h - the interface of all evaluators, which turn the leaves of searches into
 * values and priors.
 * Use: evaluator_t *evaluator = evaluator_choice_make(&choice, game, 8);
 *      leaf_t *leaves[] = {&a, &b};      states and generators must be set
 *      evaluator_run(evaluator, &(leaf_batch_t){.leaves = leaves, .count = 2});
 *      ... a.evaluation.value ...
 *      evaluator_free(evaluator);
 * A batch is evaluated together, whether it is the single leaf of one search or comes
 * from many searches. An evaluation depends only on the leaf's position and symmetry, and
 * on its generator if the kind uses random numbers, never on the other leaves: batches
 * affect nothing but speed.
 * Kinds: playout_evaluator.h, convolution_evaluator.h, integer_evaluator.h,
 * process_evaluator.h; a new one fills in an evaluator_class_t and is listed in
 * evaluator_choice.h.
 * Owns: an evaluator owns its buffers; game and leaves are borrowed.
 * Threads: one evaluator per thread, any number of them concurrently; all work is done in
 *      the calling thread.
 * Errors: an outside evaluator may fail (process_evaluator.h); no other does.
 */
#ifndef MCTS_EVALUATOR_H
#define MCTS_EVALUATOR_H

#include "core/base/pcg.h"
#include "core/game/game.h"
#include "mcts/tree/bounds.h"

/* The evaluation of a position that is not over. */
typedef struct evaluation {
    uint32_t value;  /* to player 1, in units of 1/VALUE_ONE */
    bounds_t bounds; /* proven bounds, for player 1; BOUNDS_NONE: none */
    /* Set by classes with priors: all legal actions, ascending, and the probability that
     * each is the best, in units of 1/65535; others leave them unset. */
    int count;
    action_t actions[GAME_MAX_LEGAL];
    uint16_t priors[GAME_MAX_LEGAL];
} evaluation_t;

/* A position to be evaluated for a search. */
typedef struct leaf {
    state_t state;          /* not over; a class without priors may change it */
    pcg32_t *rng;           /* the search's, for kinds that use random numbers */
    playout_notes_t *notes; /* where a playout notes its actions; NULL: nowhere */
    /* Of the board, exchanging no sides (game.h): a class with priors evaluates the
     * state's image if evaluator_choice_t.symmetry says so. */
    int symmetry;
    evaluation_t evaluation;
} leaf_t;

typedef struct leaf_batch {
    leaf_t **leaves;
    int count;
    /* Takes leaf i, which has been evaluated, and replaces it with another; false: there
     * is none now, and i is not used again in this batch. An evaluator may call it if
     * leaves take different times, so as never to wait for the longest. NULL: no leaf is
     * replaced. */
    bool (*refill)(void *context, int i);
    /* Whether to continue; called a few times a second by an evaluator that waits. false:
     * it returns at once, without evaluating the leaves. NULL: it keeps waiting. */
    bool (*goes_on)(void *context);
    void *context;
} leaf_batch_t;

static inline bool leaf_batch_refill(leaf_batch_t *batch, int i) {
    return batch->refill && batch->refill(batch->context, i);
}

typedef struct evaluator evaluator_t;

typedef struct evaluator_class {
    const char *name;
    bool has_priors;
    /* Evaluates all leaves of the batch, and those that replace them. */
    void (*run)(evaluator_t *evaluator, leaf_batch_t *batch);
    void (*free)(evaluator_t *evaluator);
} evaluator_class_t;

/* The first member of every kind's struct. */
struct evaluator {
    const evaluator_class_t *class;
    bool failed; /* permanently: its evaluations are invalid */
};

static inline void evaluator_run(evaluator_t *evaluator, leaf_batch_t *batch) {
    evaluator->class->run(evaluator, batch);
}

static inline void evaluator_free(evaluator_t *evaluator) { /* NULL is fine */
    if (evaluator)
        evaluator->class->free(evaluator);
}

#endif
