#include "mcts/evaluate/convolution/network_inference.h"

#include "mcts/evaluate/convolution/network_heads.h"

#include "mcts/evaluate/convolution/trunk/network_trunk_onednn.h"
#include "mcts/evaluate/evaluation_logits.h"

#include <stdlib.h>

struct network_inference {
    const network_t *network;
    const game_t *game;
    network_trunk_board_t board;
    network_trunk_t *trunk;
    network_heads_t heads;
    uint8_t *planes;
    float scales[PLANES_MAX];
    network_outputs_t outputs;
};

static network_trunk_t *make_trunk(const network_inference_t *inference,
                                   network_instructions_t instructions, int batch,
                                   failure_t *error) {
    const network_t *network = inference->network;
    REQUIRE(instructions != INSTRUCTIONS_AUTO);
    return instructions == INSTRUCTIONS_PORTABLE
               ? network_trunk_portable_new(network, &inference->board, batch)
               : network_trunk_onednn_new(network, &inference->board, instructions, batch,
                                          error);
}

network_inference_t *network_inference_new(const network_t *network, const game_t *game,
                                           network_instructions_t instructions, int batch,
                                           failure_t *error) {
    REQUIRE(batch >= 1 && batch <= NETWORK_MAX_BATCH);
    if (!weights_fit(&network->weights, game, error))
        return NULL;
    network_inference_t *inference = memory_new(1, sizeof *inference);
    inference->network = network;
    inference->game = game;
    network_trunk_board_init(&inference->board, game);
    inference->trunk = make_trunk(inference, instructions, batch, error);
    if (!inference->trunk) {
        free(inference);
        return NULL;
    }
    network_heads_init(&inference->heads, network, &inference->board);
    inference->planes = memory_new(planes_bytes(game), 1);
    for (int p = 0; p < network->shape.planes; p++)
        inference->scales[p] = planes_scale(game, p);
    return inference;
}

void network_inference_free(network_inference_t *inference) {
    if (!inference)
        return;
    network_trunk_free(inference->trunk);
    network_heads_clear(&inference->heads);
    free(inference->planes);
    free(inference);
}

/* Writes planes in the trunk's layout: all of one place, then all of the next. */
static void write_input(network_inference_t *inference, const state_t *state,
                        float *input) {
    int planes = inference->network->shape.planes;
    int places = inference->board.height * inference->board.width;
    planes_write(inference->game, state, inference->planes);
    for (int p = 0; p < planes; p++) {
        const uint8_t *plane = inference->planes + p * places;
        float scale = inference->scales[p];
        for (int place = 0; place < places; place++)
            input[place * planes + p] = (float)plane[place] * scale;
    }
}

/* Runs one batch through the convolutions. */
static void run_trunk(network_inference_t *inference, const state_t *const *states,
                      int count) {
    for (int i = 0; i < count; i++)
        write_input(inference, states[i], network_trunk_input(inference->trunk, i));
    network_trunk_run(inference->trunk, count);
}

/* The number of positions in the next batch. */
static int next_batch(const network_inference_t *inference, int left) {
    return left < inference->trunk->batch ? left : inference->trunk->batch;
}

void network_inference_outputs(network_inference_t *inference,
                               const state_t *const *states, int count,
                               network_outputs_t *const *outputs) {
    for (int first = 0, size; first < count; first += size) {
        size = next_batch(inference, count - first);
        run_trunk(inference, states + first, size);
        for (int i = 0; i < size; i++)
            network_heads_run(&inference->heads, inference->game, states[first + i],
                              network_trunk_features(inference->trunk, i),
                              outputs[first + i]);
    }
}

bool network_inference_is_finite(network_inference_t *inference, const state_t *state) {
    network_outputs_t *outputs = &inference->outputs;
    network_inference_outputs(inference, &state, 1, &outputs);
    return logits_are_finite(outputs->result, 3) &&
           logits_are_finite(outputs->logits, outputs->count);
}

network_chances_t network_chances(const network_outputs_t *outputs) {
    double shares[3];
    network_chances_t chances;
    logits_to_shares(outputs->result, 3, shares);
    for (int i = 0; i < 3; i++)
        chances.result[i] = (float)shares[i];
    chances.score = (float)(shares[0] + shares[1] / 2);
    return chances;
}

static void conclude(const network_outputs_t *outputs, int mover,
                     evaluation_t *evaluation) {
    evaluation_set_score(evaluation, mover, (double)network_chances(outputs).score);
    evaluation->count = outputs->count;
    memcpy(evaluation->actions, outputs->actions,
           (size_t)outputs->count * sizeof(action_t));
    evaluation_set_logits(evaluation, outputs->logits);
}

void network_inference_run(network_inference_t *inference, const state_t *const *states,
                           int count, evaluation_t *const *evaluations) {
    for (int first = 0, size; first < count; first += size) {
        size = next_batch(inference, count - first);
        run_trunk(inference, states + first, size);
        for (int i = 0; i < size; i++) {
            const state_t *state = states[first + i];
            network_heads_run(&inference->heads, inference->game, state,
                              network_trunk_features(inference->trunk, i),
                              &inference->outputs);
            conclude(&inference->outputs, game_player(inference->game, state),
                     evaluations[first + i]);
        }
    }
}

network_trunk_t *network_inference_trunk(network_inference_t *inference) {
    return inference->trunk;
}
