#include "mcts/evaluate/evaluator.h"

#include "core/base/portable_math.h"

#include <stdlib.h>

struct evaluator {
    const network_t *network;
    const game_t *game;
    network_trunk_board_t board;
    network_trunk_t *trunk;
    network_heads_t heads;
    evaluation_cache_t cache;
    uint8_t *planes;
    float scales[PLANES_MAX];
    network_outputs_t outputs;
    evaluator_counts_t counts;
};

evaluator_t *evaluator_new(const network_t *network, const game_t *game,
                           const evaluator_options_t *options, failure_t *error) {
    REQUIRE(options->batch >= 1 && options->batch <= EVALUATOR_MAX_BATCH);
    if (!network_fits(network, game, error))
        return NULL;
    evaluator_t *evaluator = memory_new(1, sizeof *evaluator);
    evaluator->network = network;
    evaluator->game = game;
    network_trunk_board_init(&evaluator->board, game);
    evaluator->trunk = network_trunk_new(network, &evaluator->board,
                                         options->instructions, options->batch, error);
    if (!evaluator->trunk) {
        free(evaluator);
        return NULL;
    }
    network_heads_init(&evaluator->heads, network, &evaluator->board);
    evaluation_cache_init(&evaluator->cache, game, options->cache_bytes);
    evaluator->planes = memory_new(planes_bytes(game), 1);
    for (int p = 0; p < network->shape.planes; p++)
        evaluator->scales[p] = planes_scale(game, p);
    return evaluator;
}

void evaluator_free(evaluator_t *evaluator) {
    if (!evaluator)
        return;
    network_trunk_free(evaluator->trunk);
    network_heads_clear(&evaluator->heads);
    evaluation_cache_clear(&evaluator->cache);
    free(evaluator->planes);
    free(evaluator);
}

/* Planes as the trunk takes them: all of a place, then all of the next. */
static void write_input(evaluator_t *evaluator, const state_t *state, float *input) {
    int planes = evaluator->network->shape.planes;
    int places = evaluator->board.height * evaluator->board.width;
    planes_write(evaluator->game, state, evaluator->planes);
    for (int p = 0; p < planes; p++) {
        const uint8_t *plane = evaluator->planes + p * places;
        float scale = evaluator->scales[p];
        for (int place = 0; place < places; place++)
            input[place * planes + p] = (float)plane[place] * scale;
    }
}

/* One batch through the convolutions. */
static void run_trunk(evaluator_t *evaluator, const state_t *const *states, int count) {
    for (int i = 0; i < count; i++)
        write_input(evaluator, states[i], network_trunk_input(evaluator->trunk, i));
    network_trunk_run(evaluator->trunk, count);
    evaluator->counts.positions += (uint64_t)count;
    evaluator->counts.batches++;
}

/* How many of the positions go into the next batch. */
static int next_batch(const evaluator_t *evaluator, int left) {
    return left < evaluator->trunk->batch ? left : evaluator->trunk->batch;
}

void evaluator_outputs(evaluator_t *evaluator, const state_t *const *states, int count,
                       network_outputs_t *const *outputs) {
    for (int first = 0, size; first < count; first += size) {
        size = next_batch(evaluator, count - first);
        run_trunk(evaluator, states + first, size);
        for (int i = 0; i < size; i++)
            network_heads_run(&evaluator->heads, evaluator->game, states[first + i],
                              network_trunk_features(evaluator->trunk, i),
                              outputs[first + i]);
    }
}

/* Probabilities of logits; the sums in the order of the logits. */
static void softmax(const float *logits, int count, double *out) {
    enum { LOWEST = -80 };
    float largest = logits[0];
    double sum = 0;
    for (int i = 1; i < count; i++)
        largest = logits[i] > largest ? logits[i] : largest;
    for (int i = 0; i < count; i++) {
        double difference = (double)logits[i] - (double)largest;
        sum += out[i] = difference < LOWEST ? 0 : portable_exp(difference);
    }
    for (int i = 0; i < count; i++)
        out[i] /= sum;
}

static void conclude(const network_outputs_t *outputs, evaluation_t *evaluation) {
    double shares[GAME_MAX_LEGAL];
    softmax(outputs->result, 3, shares);
    for (int i = 0; i < 3; i++)
        evaluation->result[i] = (float)shares[i];
    evaluation->score = (float)(shares[0] + shares[1] / 2);
    evaluation->count = outputs->count;
    memcpy(evaluation->actions, outputs->actions,
           (size_t)outputs->count * sizeof(action_t));
    softmax(outputs->logits, outputs->count, shares);
    for (int i = 0; i < outputs->count; i++)
        evaluation->priors[i] = (uint16_t)(shares[i] * UINT16_MAX + 0.5);
}

void evaluator_run(evaluator_t *evaluator, const state_t *const *states, int count,
                   evaluation_t *const *evaluations) {
    for (int first = 0, size; first < count; first += size) {
        size = next_batch(evaluator, count - first);
        run_trunk(evaluator, states + first, size);
        for (int i = 0; i < size; i++) {
            network_heads_run(&evaluator->heads, evaluator->game, states[first + i],
                              network_trunk_features(evaluator->trunk, i),
                              &evaluator->outputs);
            conclude(&evaluator->outputs, evaluations[first + i]);
            evaluation_cache_add(&evaluator->cache, states[first + i],
                                 evaluations[first + i]);
        }
    }
}

bool evaluator_find(evaluator_t *evaluator, const state_t *state,
                    evaluation_t *evaluation) {
    bool found = evaluation_cache_find(&evaluator->cache, state, evaluation);
    evaluator->counts.found += found;
    return found;
}

evaluator_counts_t evaluator_counts(const evaluator_t *evaluator) {
    return evaluator->counts;
}

network_trunk_t *evaluator_trunk(evaluator_t *evaluator) {
    return evaluator->trunk;
}
