#include "mcts/evaluate/convolution/convolution_evaluator.h"

#include "mcts/evaluate/convolution/evaluation_cache.h"
#include "mcts/evaluate/convolution/network_inference.h"

#include <stdlib.h>

typedef struct convolution_evaluator {
    evaluator_t base;
    network_choice_t choice;
    const game_t *game;
    int batch;
    network_inference_t *inference; /* NULL: no batch yet */
    evaluation_cache_t cache;
} convolution_evaluator_t;

static void make_ready(convolution_evaluator_t *evaluator) {
    const network_choice_t *choice = &evaluator->choice;
    evaluator->inference =
        network_choice_inference(choice, evaluator->game, evaluator->batch);
    evaluation_cache_init(&evaluator->cache, evaluator->game,
                          (size_t)choice->cache_mb << 20);
}

/* Answers leaf i from the cache, and those that replace it; false: no leaf is left. */
static bool find_unknown(convolution_evaluator_t *evaluator, leaf_batch_t *batch, int i) {
    while (evaluation_cache_find(&evaluator->cache, &batch->leaves[i]->state,
                                 &batch->leaves[i]->evaluation))
        if (!leaf_batch_refill(batch, i))
            return false;
    return true;
}

static void run(evaluator_t *base, leaf_batch_t *batch) {
    convolution_evaluator_t *evaluator = (convolution_evaluator_t *)base;
    const state_t *states[NETWORK_MAX_BATCH];
    evaluation_t *evaluations[NETWORK_MAX_BATCH];
    int count = 0;
    REQUIRE(batch->count <= NETWORK_MAX_BATCH);
    if (!evaluator->inference)
        make_ready(evaluator);
    for (int i = 0; i < batch->count; i++)
        if (find_unknown(evaluator, batch, i)) {
            states[count] = &batch->leaves[i]->state;
            evaluations[count++] = &batch->leaves[i]->evaluation;
        }
    network_inference_run(evaluator->inference, states, count, evaluations);
    for (int i = 0; i < count; i++)
        evaluation_cache_add(&evaluator->cache, states[i], evaluations[i]);
}

static void free_evaluator(evaluator_t *base) {
    convolution_evaluator_t *evaluator = (convolution_evaluator_t *)base;
    network_inference_free(evaluator->inference);
    evaluation_cache_clear(&evaluator->cache);
    free(evaluator);
}

evaluator_t *convolution_evaluator_new(const network_choice_t *choice, const game_t *game,
                                       int batch) {
    static const evaluator_class_t class = {
        .name = "network", .has_priors = true, .run = run, .free = free_evaluator};
    REQUIRE(choice->opened && batch >= 1 && batch <= NETWORK_MAX_BATCH);
    convolution_evaluator_t *evaluator = memory_new(1, sizeof *evaluator);
    evaluator->base.class = &class;
    evaluator->choice = *choice;
    evaluator->game = game;
    evaluator->batch = batch;
    return &evaluator->base;
}
