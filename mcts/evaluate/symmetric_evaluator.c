#include "mcts/evaluate/symmetric_evaluator.h"

#include "mcts/evaluate/evaluator.h"

#include <stdlib.h>

typedef struct symmetric_evaluator {
    evaluator_t base;
    evaluator_t *inner;
    const game_t *game;
    int room;
    state_t *states; /* of the leaves, while their images are evaluated */
    bool *waits;     /* by leaf: its image is being evaluated */
    leaf_batch_t *outer;
} symmetric_evaluator_t;

static void turn(symmetric_evaluator_t *evaluator, int i) {
    leaf_t *leaf = evaluator->outer->leaves[i];
    evaluator->waits[i] = true;
    game_copy(evaluator->game, &evaluator->states[i], &leaf->state);
    game_symmetry(evaluator->game, leaf->symmetry, &evaluator->states[i], &leaf->state);
}

static uint16_t prior_of(const evaluation_t *evaluation, action_t action) {
    int low = 0, high = evaluation->count - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (evaluation->actions[middle] < action)
            low = middle + 1;
        else
            high = middle;
    }
    REQUIRE(evaluation->actions[low] == action);
    return evaluation->priors[low];
}

/* Restores a leaf's state, and maps the image's priors to its own actions. */
static void turn_back(symmetric_evaluator_t *evaluator, int i) {
    const game_t *game = evaluator->game;
    leaf_t *leaf = evaluator->outer->leaves[i];
    evaluation_t *evaluation = &leaf->evaluation;
    action_t actions[GAME_MAX_LEGAL];
    uint16_t priors[GAME_MAX_LEGAL];
    evaluator->waits[i] = false;
    game_copy(game, &leaf->state, &evaluator->states[i]);
    int count = game_legal(game, &leaf->state, actions);
    for (int a = 0; a < count; a++)
        priors[a] =
            prior_of(evaluation, game_symmetry_action(game, leaf->symmetry, actions[a]));
    memcpy(evaluation->actions, actions, (size_t)count * sizeof *actions);
    memcpy(evaluation->priors, priors, (size_t)count * sizeof *priors);
}

/* leaf_batch_t.refill for the batch of images */
static bool refill(void *context, int i) {
    symmetric_evaluator_t *evaluator = context;
    turn_back(evaluator, i);
    if (leaf_batch_refill(evaluator->outer, i))
        turn(evaluator, i);
    return evaluator->waits[i];
}

/* leaf_batch_t.may_continue */
static bool may_continue(void *context) {
    const leaf_batch_t *outer = ((symmetric_evaluator_t *)context)->outer;
    return outer->may_continue(outer->context);
}

static void run(evaluator_t *base, leaf_batch_t *batch) {
    symmetric_evaluator_t *evaluator = (symmetric_evaluator_t *)base;
    REQUIRE(batch->count <= evaluator->room);
    evaluator->outer = batch;
    for (int i = 0; i < batch->count; i++)
        turn(evaluator, i);
    evaluator_run(
        evaluator->inner,
        &(leaf_batch_t){.leaves = batch->leaves,
                        .count = batch->count,
                        .refill = refill,
                        .may_continue = batch->may_continue ? may_continue : NULL,
                        .context = evaluator});
    for (int i = 0; i < batch->count; i++)
        if (evaluator->waits[i])
            turn_back(evaluator, i);
    base->failed = evaluator->inner->failed;
}

static void free_evaluator(evaluator_t *base) {
    symmetric_evaluator_t *evaluator = (symmetric_evaluator_t *)base;
    evaluator_free(evaluator->inner);
    free(evaluator->states);
    free(evaluator->waits);
    free(evaluator);
}

evaluator_t *symmetric_evaluator_new(evaluator_t *inner, const game_t *game, int batch) {
    static const evaluator_class_t class = {
        .name = "symmetric", .has_priors = true, .run = run, .free = free_evaluator};
    REQUIRE(inner->class->has_priors);
    symmetric_evaluator_t *evaluator = memory_new(1, sizeof *evaluator);
    evaluator->base.class = &class;
    evaluator->inner = inner;
    evaluator->game = game;
    evaluator->room = batch;
    evaluator->states = memory_new((size_t)batch, sizeof *evaluator->states);
    evaluator->waits = memory_new((size_t)batch, sizeof *evaluator->waits);
    return &evaluator->base;
}
