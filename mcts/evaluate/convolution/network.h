/* network.h - the weights of one network: architecture and tensors, as NETWORK.md says.
 * Use: const network_t *network = network_open("weights.h5", &error);
 *      if (!network_fits(network, game, &error)) ...
 *      const float *weight = network_tensor(network, "stem.weight");
 * A network is of one class of games and plays every variant of it. Positions
 * are evaluated with it by network_inference.h.
 * Owns: what network_open gives belongs to the program until it ends, one copy for each
 *      file and state of it, so that configurations that name it stay plain values;
 *      others are released by network_free. Tensors are read-only once it is in use.
 * Threads: constant after it is made; network_open is for one thread at a time (HDF5).
 * Errors: a file that is none, is damaged, or of another schema, game or version of
 *      planes: with the reason.
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
    char *seen; /* variants that it was trained on, as game->variant_text, each ended by a
                 * line's end; NULL: the file does not say */
} network_t;

/* All weights 0. */
network_t *network_new(const game_class_t *class, const architecture_t *architecture,
                       failure_t *error);
void network_free(network_t *network);

/* Random weights under which numbers keep their size from layer to layer: for
 * measurements and tests. */
void network_randomize(network_t *network, uint64_t seed);

/* NULL: the architecture has none of that name. */
const float *network_tensor(const network_t *network, const char *name);

static inline bool network_block_pools(const architecture_t *architecture, int block) {
    return architecture->pool_every > 0 && (block + 1) % architecture->pool_every == 0;
}

/* What a file's hash has to be. */
uint64_t network_find_hash(const network_t *network);

/* Reads a file; the caller frees it. */
network_t *network_read(const char *path, failure_t *error);
bool network_write(const network_t *network, const char *path, failure_t *error);

/* The network of a file, read once while the file stays as it is. */
const network_t *network_open(const char *path, failure_t *error);

/* Whether a network plays a game. */
bool network_fits(const network_t *network, const game_t *game, failure_t *error);

/* Whether a network was trained on a game's variant, as far as its file says: other sizes
 * and rules it was never shown, and what it says of them is a guess. */
bool network_has_seen(const network_t *network, const game_t *game);

void network_write_hash(const network_t *network, char text[NETWORK_HASH_TEXT]);

#endif
