/* evaluator.h - what turns the leaves of searches into values and priors: the interface
 * that all kinds of evaluators have.
 * Use: evaluator_t *evaluator = evaluator_choice_make(&choice, game, 8);
 *      leaf_t *leaves[] = {&a, &b};      their states and generators are set
 *      evaluator_run(evaluator, &(leaf_batch_t){.leaves = leaves, .count = 2});
 *      ... a.evaluation.value ...
 *      evaluator_free(evaluator);
 * A batch is evaluated together, whether it is the one leaf of a search that runs alone
 * or comes from many searches. What is said of a leaf depends on its position and its
 * symmetry, and on its generator where the kind draws, alone, never on the leaves beside
 * it: batches change nothing but the time.
 * Kinds: playout_evaluator.h, convolution_evaluator.h, integer_evaluator.h,
 * process_evaluator.h; a new one fills in an
 * evaluator_class_t and is named in evaluator_choice.h.
 * Owns: an evaluator its buffers; game and leaves are borrowed.
 * Threads: one evaluator for each thread, any number of them at once; all work is done
 *      in the calling thread.
 * Errors: an outside evaluator may fail (process_evaluator.h); no other does.
 */
#ifndef MCTS_EVALUATOR_H
#define MCTS_EVALUATOR_H

#include "core/base/pcg.h"
#include "core/game/game.h"
#include "mcts/tree/bounds.h"

/* What an evaluator says of a position that is not over. */
typedef struct evaluation {
    uint32_t value;  /* to player 1, in VALUE_ONE */
    bounds_t bounds; /* what is proven, for player 1; BOUNDS_NONE: nothing */
    /* From a class with priors: all legal actions, ascending, and how likely each is to
     * be the best, of 65535; others leave them alone. */
    int count;
    action_t actions[GAME_MAX_LEGAL];
    uint16_t priors[GAME_MAX_LEGAL];
} evaluation_t;

/* A position that a search asks about. */
typedef struct leaf {
    state_t state;          /* not over; a class without priors may change it */
    pcg32_t *rng;           /* of the search, for kinds that draw */
    playout_notes_t *notes; /* where a playout notes its actions; NULL: nowhere */
    /* Of the board, exchanging no sides (game.h): a class with priors evaluates the
     * state's image, where evaluator_choice_t.symmetry has it do so. */
    int symmetry;
    evaluation_t evaluation;
} leaf_t;

typedef struct leaf_batch {
    leaf_t **leaves;
    int count;
    /* Takes leaf i, which has been evaluated, and puts another one in its place; false:
     * there is none now, and i is not asked about again in this batch. An evaluator may
     * call it where leaves take different times, so as never to wait for the longest.
     * NULL: no leaf is replaced. */
    bool (*refill)(void *context, int i);
    /* Asked a few times a second by an evaluator that waits; false: it returns at once,
     * and nothing is said of the leaves. NULL: it goes on waiting. */
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
    /* Evaluates all leaves of the batch, and those that are put in their places. */
    void (*run)(evaluator_t *evaluator, leaf_batch_t *batch);
    void (*free)(evaluator_t *evaluator);
} evaluator_class_t;

/* The first member of every kind's struct. */
struct evaluator {
    const evaluator_class_t *class;
    bool failed; /* for good: what it says of leaves is nothing that counts */
};

static inline void evaluator_run(evaluator_t *evaluator, leaf_batch_t *batch) {
    evaluator->class->run(evaluator, batch);
}

static inline void evaluator_free(evaluator_t *evaluator) { /* NULL is fine */
    if (evaluator)
        evaluator->class->free(evaluator);
}

#endif
