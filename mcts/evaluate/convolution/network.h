/* network.h - the weights of one network: architecture and tensors, as in NETWORK.md.
 * Use: const network_t *network = network_open("weights.h5", &error);
 *      if (!network_fits(network, game, &error)) ...
 *      const float *weight = network_tensor(network, "stem.weight");
 * A network is for one class of games and plays every variant of it. network_inference.h
 * evaluates positions with it.
 * Owns: what network_open returns belongs to the program until it ends, one copy per file
 *      and state of the file, so that configurations that name it stay plain values;
 *      others are released with network_free. Tensors are read-only once in use.
 * Threads: constant after creation; network_open is for one thread at a time (HDF5).
 * Errors: a file that is not a network, is damaged, or has another schema, game or
 *      version of planes, with the reason.
 */
#ifndef MCTS_NETWORK_H
#define MCTS_NETWORK_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "core/game/planes.h"

enum {
    NETWORK_MAX_CHANNELS = 512,
    NETWORK_CHANNELS_STEP = 16, /* channels are a multiple of it */
    NETWORK_MAX_BLOCKS = 64,
    NETWORK_MAX_PAIR_SIZE = 256,
    NETWORK_MAX_HIDDEN = 1024,
    NETWORK_NAME = 32,     /* bytes of a tensor's name */
    NETWORK_HASH_TEXT = 19 /* 0x and 16 hexadecimal digits */
};

typedef struct architecture {
    int channels, blocks, pool_every, pair_size, hidden;
} architecture_t;

typedef struct tensor {
    char name[NETWORK_NAME];
    int rank, dimensions[4];
    size_t count; /* of values */
    float *values;
} tensor_t;

typedef struct network {
    const game_class_t *class;
    planes_shape_t shape; /* of the class */
    architecture_t architecture;
    int num_tensors;
    tensor_t *tensors; /* in the order of their names' bytes */
    uint64_t hash;     /* of all of it */
    char *seen; /* variants that it was trained on, as game->variant_text, each followed
                 * by a newline; NULL: unknown */
} network_t;

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

/* The hash that a file must have. */
uint64_t network_find_hash(const network_t *network);

/* Reads a file; the caller frees it. */
network_t *network_read(const char *path, failure_t *error);
bool network_write(const network_t *network, const char *path, failure_t *error);

/* The network of a file, read once while the file does not change. */
const network_t *network_open(const char *path, failure_t *error);

/* Whether a network plays a game. */
bool network_fits(const network_t *network, const game_t *game, failure_t *error);

/* Whether a network was trained on a game's variant, as far as its file says; its
 * evaluations of other sizes and rules are guesses. */
bool network_has_seen(const network_t *network, const game_t *game);

void network_write_hash(const network_t *network, char text[NETWORK_HASH_TEXT]);

#endif
