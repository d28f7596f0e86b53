/* Evaluates leaves with an integer network, one by one, as batches save nothing; a leaf
 * is refilled at once. */
#include "core/base/text.h"
#include "core/game/features.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "mcts/evaluate/integer/integer_inference.h"
#include "mcts/evaluate/network_outputs.h"

#include <stdlib.h>

typedef struct integer_evaluator {
    evaluator_t base;
    int symmetries;
    /* By symmetry; NULL: it exchanges the sides. */
    integer_inference_t **inferences;
} integer_evaluator_t;

static bool bind(evaluator_choice_t *choice, const game_t *game, const char *where,
                 failure_t *error) {
    return choice->symmetry == SYMMETRY_NONE || features_have_images(game) ||
           error_set(error,
                     "%s: %s does not say which features are images of each other "
                     "(game_features_t.image); \"search.symmetry\" must be \"none\"",
                     where, game->class->name);
}

static void run(evaluator_t *base, leaf_batch_t *batch) {
    integer_evaluator_t *evaluator = (integer_evaluator_t *)base;
    for (int i = 0; i < batch->count; i++)
        do {
            leaf_t *leaf = batch->leaves[i];
            int symmetry = evaluator->symmetries > 1 ? leaf->symmetry : 0;
            integer_inference_run(evaluator->inferences[symmetry], &leaf->state,
                                  &leaf->evaluation);
        } while (leaf_batch_refill(batch, i));
}

static void free_evaluator(evaluator_t *base) {
    integer_evaluator_t *evaluator = (integer_evaluator_t *)base;
    for (int s = 0; s < evaluator->symmetries; s++)
        integer_inference_free(evaluator->inferences[s]);
    free(evaluator->inferences);
    free(evaluator);
}

static evaluator_t *make(const evaluator_choice_t *choice, const game_t *game,
                         int batch) {
    const integer_network_t *network = integer_network_of(choice->network.opened);
    integer_evaluator_t *evaluator = memory_new(1, sizeof *evaluator);
    (void)batch;
    evaluator->base.class = &integer_evaluator;
    evaluator->symmetries = choice->symmetry == SYMMETRY_NONE ? 1 : game->num_symmetries;
    evaluator->inferences =
        memory_new((size_t)evaluator->symmetries, sizeof(integer_inference_t *));
    for (int s = 0; s < evaluator->symmetries; s++)
        if (!game_symmetry_exchanges_sides(game, s)) {
            evaluator->inferences[s] =
                integer_inference_new(network, game, integer_kernels_best());
            integer_inference_turn(evaluator->inferences[s], s);
        }
    return &evaluator->base;
}

static void explain(evaluator_t *base, const state_t *state, network_outputs_t *outputs) {
    integer_inference_t *inference = ((integer_evaluator_t *)base)->inferences[0];
    evaluation_t *evaluation = memory_new(1, sizeof *evaluation);
    integer_inference_run(inference, state, evaluation);
    size_t count = (size_t)(outputs->count = evaluation->count);
    memcpy(outputs->actions, evaluation->actions, count * sizeof *outputs->actions);
    outputs->unit = INTEGER_LOGIT_ONE;
    memcpy(outputs->exact_result, integer_inference_result(inference),
           sizeof outputs->exact_result);
    memcpy(outputs->exact_logits, integer_inference_policy(inference),
           count * sizeof *outputs->exact_logits);
    for (int i = 0; i < INTEGER_RESULTS; i++)
        outputs->result[i] = (float)outputs->exact_result[i] / INTEGER_LOGIT_ONE;
    for (int i = 0; i < outputs->count; i++)
        outputs->logits[i] = (float)outputs->exact_logits[i] / INTEGER_LOGIT_ONE;
    free(evaluation);
}

static void describe(const evaluator_choice_t *choice, text_t *out) {
    text_add(out, "integer, %d units, %s",
             integer_network_of(choice->network.opened)->units,
             integer_kernels_best()->name);
}

/* "128" units */
static weights_t *make_random(const char *size, const game_t *game, failure_t *error) {
    long units;
    if (!text_read_number(&size, INTEGER_MAX_UNITS, &units) || *size)
        return NULL;
    integer_network_t *network = integer_network_new(game, (int)units, error);
    if (!network)
        return NULL;
    integer_network_randomize(network, 1);
    return &network->weights;
}

static void free_weights(weights_t *weights) {
    integer_network_free((integer_network_t *)weights);
}

const evaluator_class_t integer_evaluator = {.name = "integer",
                                             .has_priors = true,
                                             .is_exact = true,
                                             .turns = true,
                                             .most_leaves = PLAYOUT_SLOTS,
                                             .bind = bind,
                                             .make = make,
                                             .run = run,
                                             .free = free_evaluator,
                                             .format = INTEGER_FORMAT,
                                             .read = integer_network_read,
                                             .random = make_random,
                                             .free_weights = free_weights,
                                             .explain = explain,
                                             .describe = describe};
