/* Evaluates leaves with a convolutional network. A leaf in the cache is answered at once
 * and refilled; the others of a batch go through the network together. The value is the
 * expected score, rounded to 1/VALUE_ONE. Buffers, layers and cache are allocated for the
 * first batch, so a search that is evaluated by another evaluator (search_batch.h)
 * allocates none. */
#include "core/base/plain_text.h"
#include "core/base/text.h"
#include "mcts/evaluate/convolution/evaluation_cache.h"
#include "mcts/evaluate/convolution/network_inference.h"
#include "mcts/evaluate/evaluator_choice.h"

#include <stdlib.h>

static network_inference_t *make_inference(const network_choice_t *choice,
                                           const game_t *game, int batch,
                                           failure_t *error) {
    return network_inference_new(network_of(choice->opened), game,
                                 (network_instructions_t)choice->instructions, batch,
                                 error);
}

/* --- Binding ------------------------------------------------------------------------ */

/* Makes an inference for self-play batches, evaluates the start position, and frees it.
 */
static bool try_inference(const network_choice_t *choice, const game_t *game,
                          failure_t *error) {
    network_inference_t *inference = make_inference(choice, game, PLAYOUT_SLOTS, error);
    state_t start = {0};
    if (!inference)
        return false;
    game_start(game, &start);
    bool is_finite = network_inference_is_finite(inference, &start);
    network_inference_free(inference);
    return is_finite ||
           error_set(error,
                     "%s: its weights are so large that the value of the start position "
                     "is not a number",
                     choice->weights);
}

/* Once per network and variant, as several agents of a command may be alike. Called only
 * by the thread that opens networks. */
static void warn_of_unseen(const network_choice_t *choice, const game_t *game) {
    static uint64_t warned[16];
    static size_t count;
    const network_t *network = network_of(choice->opened);
    uint64_t key = network->weights.hash ^ text_hash(game->variant_text);
    if (network_has_seen(network, game))
        return;
    for (size_t i = 0; i < count && i < sizeof warned / sizeof warned[0]; i++)
        if (warned[i] == key)
            return;
    warned[count++ % (sizeof warned / sizeof warned[0])] = key;
    message("%s: the network was not trained on %s %s, but on %s; its evaluations of "
            "other sizes and rules are guesses",
            choice->weights, game->class->name, game->variant_text, network->seen);
}

static bool bind(evaluator_choice_t *choice, const game_t *game, const char *where,
                 failure_t *error) {
    network_choice_t *network = &choice->network;
    if (!network_instructions_settle(&network->instructions, where, error))
        return false;
    if (!try_inference(network, game, error))
        return error_prefix(error, "%s", where);
    warn_of_unseen(network, game);
    return true;
}

/* --- Evaluating --------------------------------------------------------------------- */

typedef struct convolution_evaluator {
    evaluator_t base;
    network_choice_t choice;
    const game_t *game;
    int batch;
    network_inference_t *inference; /* NULL: no batch yet */
    evaluation_cache_t cache;
} convolution_evaluator_t;

static network_inference_t *inference_of(convolution_evaluator_t *evaluator) {
    failure_t error;
    const network_choice_t *choice = &evaluator->choice;
    if (evaluator->inference)
        return evaluator->inference;
    evaluator->inference =
        make_inference(choice, evaluator->game, evaluator->batch, &error);
    REQUIRE(evaluator->inference); /* bind has made one */
    evaluation_cache_init(&evaluator->cache, evaluator->game,
                          (size_t)choice->cache_mb << 20);
    return evaluator->inference;
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
    network_inference_t *inference = inference_of(evaluator);
    int count = 0;
    REQUIRE(batch->count <= NETWORK_MAX_BATCH);
    for (int i = 0; i < batch->count; i++)
        if (find_unknown(evaluator, batch, i)) {
            states[count] = &batch->leaves[i]->state;
            evaluations[count++] = &batch->leaves[i]->evaluation;
        }
    network_inference_run(inference, states, count, evaluations);
    for (int i = 0; i < count; i++)
        evaluation_cache_add(&evaluator->cache, states[i], evaluations[i]);
}

static void free_evaluator(evaluator_t *base) {
    convolution_evaluator_t *evaluator = (convolution_evaluator_t *)base;
    network_inference_free(evaluator->inference);
    evaluation_cache_clear(&evaluator->cache);
    free(evaluator);
}

static evaluator_t *make(const evaluator_choice_t *choice, const game_t *game,
                         int batch) {
    REQUIRE(choice->network.opened && batch >= 1 && batch <= NETWORK_MAX_BATCH);
    convolution_evaluator_t *evaluator = memory_new(1, sizeof *evaluator);
    evaluator->base.class = &convolution_evaluator;
    evaluator->choice = choice->network;
    evaluator->game = game;
    evaluator->batch = batch;
    return &evaluator->base;
}

static void explain(evaluator_t *base, const state_t *state, network_outputs_t *outputs) {
    network_inference_outputs(inference_of((convolution_evaluator_t *)base), &state, 1,
                              &outputs);
}

/* --- Networks ----------------------------------------------------------------------- */

static void describe(const evaluator_choice_t *choice, text_t *out) {
    const architecture_t *a = &network_of(choice->network.opened)->architecture;
    text_add(out, "%d channels, %d blocks, %s", a->channels, a->blocks,
             network_instructions_names[choice->network.instructions]);
}

/* "64x6": channels and blocks */
static weights_t *make_random(const char *size, const game_t *game, failure_t *error) {
    enum { PAIR_SIZE = 32, HIDDEN = 64, POOL_EVERY = 3 };
    const game_class_t *class = game->class;
    long channels, blocks;
    if (!text_read_number(&size, NETWORK_MAX_CHANNELS, &channels) || *size++ != 'x' ||
        !text_read_number(&size, NETWORK_MAX_BLOCKS, &blocks) || *size)
        return NULL;
    bool has_pairs = class->networks.planes && planes_class_shape(class).pair_heads > 0;
    architecture_t architecture = {.channels = (int)channels,
                                   .blocks = (int)blocks,
                                   .pool_every = POOL_EVERY,
                                   .pair_size = has_pairs ? PAIR_SIZE : 0,
                                   .hidden = HIDDEN};
    network_t *network = network_new(class, &architecture, error);
    if (!network)
        return NULL;
    network_randomize(network, 1);
    return &network->weights;
}

static void free_weights(weights_t *weights) {
    network_free((network_t *)weights);
}

const evaluator_class_t convolution_evaluator = {.name = "network",
                                                 .has_priors = true,
                                                 .is_batched = true,
                                                 .most_leaves = PLAYOUT_SLOTS,
                                                 .bind = bind,
                                                 .make = make,
                                                 .run = run,
                                                 .free = free_evaluator,
                                                 .format = "fulcrum network",
                                                 .read = network_read,
                                                 .random = make_random,
                                                 .free_weights = free_weights,
                                                 .explain = explain,
                                                 .describe = describe};
