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
 * A kind is one evaluator_class_t, listed in evaluators.c: playout_evaluator.c,
 * convolution_evaluator.c, integer_evaluator.c, process_evaluator.c.
 * Owns: an evaluator owns its buffers; game and leaves are borrowed.
 * Threads: one evaluator per thread, any number of them concurrently; all work is done in
 *      the calling thread.
 * Errors: of binding and starting; later only those of an outside evaluator
 *      (process_evaluator.h).
 */
#ifndef MCTS_EVALUATOR_H
#define MCTS_EVALUATOR_H

#include "core/base/error.h"
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
    /* A symmetry of the board that exchanges no sides (game.h): a class with priors
     * evaluates the state's image under it, unless the choice has SYMMETRY_NONE. */
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
    bool (*may_continue)(void *context);
    void *context;
} leaf_batch_t;

static inline bool leaf_batch_refill(leaf_batch_t *batch, int i) {
    return batch->refill && batch->refill(batch->context, i);
}

typedef struct evaluator evaluator_t;
typedef struct evaluator_choice evaluator_choice_t; /* mcts/evaluate/evaluator_choice.h */
typedef struct network_outputs network_outputs_t;   /* mcts/evaluate/network_outputs.h */
typedef struct safetensors safetensors_t;           /* core/base/files/safetensors.h */
typedef struct text text_t;                         /* core/base/text.h */
typedef struct weights weights_t;                   /* mcts/evaluate/weights.h */

/* A kind of evaluator. What it does not need is false, 0 or NULL. */
typedef struct evaluator_class {
    const char *name; /* for messages, and "search.evaluator" */
    bool has_priors;
    bool is_exact;   /* the same bits on every machine */
    bool is_batched; /* fast if many leaves share a batch: one thread for each tree */
    bool turns;      /* applies leaf_t.symmetry itself; else symmetric_evaluator.c */
    int most_leaves; /* of a batch */

    /* Completes a choice that is to evaluate a game: opens what it names, except weights,
     * which are open (choice->network.opened). */
    bool (*bind)(evaluator_choice_t *choice, const game_t *game, const char *where,
                 failure_t *error);
    /* Starts the outside program. */
    bool (*start)(evaluator_choice_t *choice, const game_t *game, const char *where,
                  failure_t *error);
    evaluator_t *(*make)(const evaluator_choice_t *choice, const game_t *game, int batch);
    /* Evaluates all leaves of the batch, and those that replace them. */
    void (*run)(evaluator_t *evaluator, leaf_batch_t *batch);
    void (*free)(evaluator_t *evaluator);

    /* --- For kinds with a network --- */
    const char *format; /* "format" of their weights files */
    /* Weights from the tensors of a file; random weights of a size as `fulcrum bench`
     * accepts it (NULL without a message: no such size). */
    weights_t *(*read)(const safetensors_t *file, failure_t *error);
    weights_t *(*random)(const char *size, const game_t *game, failure_t *error);
    void (*free_weights)(weights_t *weights);
    /* The network's outputs for a position that is not over. */
    void (*explain)(evaluator_t *evaluator, const state_t *state,
                    network_outputs_t *outputs);
    /* Adds the network's size and the instruction set: "integer, 128 units, avx2". */
    void (*describe)(const evaluator_choice_t *choice, text_t *out);
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
