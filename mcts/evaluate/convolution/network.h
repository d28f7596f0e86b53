/* network.h - the weights of a convolutional network, as in NETWORK.md.
 * Use: network_t *network = network_new(class, &architecture, &error);
 *      const float *weight = network_tensor(network, "stem.weight");
 * A network is for one class of games and plays every variant of it. network_inference.h
 * evaluates positions with it. Tensors are read-only once in use.
 * Errors: an architecture that is not allowed; of reading: another game or version of
 *      planes; with the reason.
 */
#ifndef MCTS_NETWORK_H
#define MCTS_NETWORK_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "core/game/planes.h"
#include "mcts/evaluate/weights.h"

enum {
    NETWORK_MAX_CHANNELS = 512,
    NETWORK_CHANNELS_STEP = 16, /* channels are a multiple of it */
    NETWORK_MAX_BLOCKS = 64,
    NETWORK_MAX_PAIR_SIZE = 256,
    NETWORK_MAX_HIDDEN = 1024
};

typedef struct architecture {
    int channels, blocks, pool_every, pair_size, hidden;
} architecture_t;

typedef struct network {
    weights_t weights;    /* all of F32 */
    planes_shape_t shape; /* of the class */
    architecture_t architecture;
    char *seen; /* variants that it was trained on, as game->variant_text, each followed
                 * by a newline; NULL: unknown */
} network_t;

static inline const network_t *network_of(const weights_t *weights) {
    return (const network_t *)weights;
}

/* All weights 0. */
network_t *network_new(const game_class_t *class, const architecture_t *architecture,
                       failure_t *error);
void network_free(network_t *network);

/* Random weights that preserve the magnitude of activations from layer to layer, for
 * measurements and tests. */
void network_randomize(network_t *network, uint64_t seed);

/* NULL: the architecture has no tensor of that name. */
const float *network_tensor(const network_t *network, const char *name);

static inline bool network_block_pools(const architecture_t *architecture, int block) {
    return architecture->pool_every > 0 && (block + 1) % architecture->pool_every == 0;
}

/* Call after writing weights: computes the hash. */
void network_settle(network_t *network);

/* Reads a file of the format of `convolution_evaluator`. */
weights_t *network_read(const safetensors_t *file, failure_t *error);

/* Whether a network was trained on a game's variant, as far as its file says; its
 * evaluations of other sizes and rules are guesses. */
bool network_has_seen(const network_t *network, const game_t *game);

#endif
