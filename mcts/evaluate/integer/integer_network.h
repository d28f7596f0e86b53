/* integer_network.h - the weights of an integer network of one variant, as in INTEGER.md.
 * Use: const integer_network_t *network = integer_network_open("weights.h5", &error);
 *      if (!integer_network_fits(network, game, &error)) ...
 * integer_inference.h evaluates positions with it.
 * Owns: what integer_network_open returns belongs to the program until it ends, one copy
 *      per file and state of the file, so that configurations that name it stay plain
 *      values; others are released with integer_network_free. Weights are read-only once
 *      in use.
 * Threads: constant after creation; integer_network_open is for one thread at a time
 *      (HDF5).
 * Errors: a file that is not an integer network, is damaged, or has another schema, game,
 *      variant or version of features or actions; weights with which a sum could
 *      overflow; with the reason.
 */
#ifndef MCTS_INTEGER_NETWORK_H
#define MCTS_INTEGER_NETWORK_H

#include "core/base/error.h"
#include "core/game/features.h"
#include "core/game/game.h"

enum {
    INTEGER_MAX_UNITS = 512, /* per point of view */
    INTEGER_UNITS_STEP = 64, /* they are a multiple of it */
    INTEGER_HIDDEN = 32,     /* units of the value head's layer */
    INTEGER_RESULTS = 3,     /* win, draw, loss */
    INTEGER_MAX_WEIGHT = 127,
    INTEGER_MAX_BIAS = 1 << 24, /* of the layers after the features */
    INTEGER_NAME = 32,          /* bytes of a tensor's name */
    INTEGER_HASH_TEXT = 19      /* 0x and 16 hexadecimal digits */
};

/* In the order of their names' bytes. */
typedef enum {
    INTEGER_FEATURES_BIAS,
    INTEGER_FEATURES_WEIGHT,
    INTEGER_HIDDEN_BIAS,
    INTEGER_HIDDEN_WEIGHT,
    INTEGER_POLICY_BIAS,
    INTEGER_POLICY_WEIGHT,
    INTEGER_VALUE_BIAS,
    INTEGER_VALUE_WEIGHT,
    INTEGER_TENSORS
} integer_tensor_name_t;

typedef struct integer_tensor {
    const char *name;
    int rank, dimensions[2];
    size_t count; /* of values */
    int bytes;    /* of a value: 1, 2 or 4, signed */
    void *values; /* aligned for vectors, row-major */
} integer_tensor_t;

typedef struct integer_network {
    const game_class_t *class;
    char variant[GAME_VARIANT_TEXT];
    int features_version, features, most_features, actions; /* of the variant */
    int units;                                              /* per point of view */
    integer_tensor_t tensors[INTEGER_TENSORS];
    uint64_t hash;          /* of all of it */
    uint16_t *seen;         /* the number under which side 1 sees a feature, */
    action_t *actions_seen; /* and an action: the row of policy.weight */
    /* hidden.weight as kernels read it: [input / 4][unit][input % 4] */
    int8_t *hidden_groups;
} integer_network_t;

/* All weights 0. */
integer_network_t *integer_network_new(const game_t *game, int units, failure_t *error);
void integer_network_free(integer_network_t *network); /* NULL is fine */

/* Random weights with which units are neither all off nor all saturated, for measurements
 * and tests. */
void integer_network_randomize(integer_network_t *network, uint64_t seed);

/* Call after writing weights: computes the hash and what kernels read. */
void integer_network_settle(integer_network_t *network);

/* False, naming the weight: one is out of range, or a position's sum could overflow. */
bool integer_network_check(const integer_network_t *network, failure_t *error);

static inline const int16_t *integer_network_values16(const integer_network_t *network,
                                                      integer_tensor_name_t name) {
    return network->tensors[name].values;
}
static inline const int8_t *integer_network_values8(const integer_network_t *network,
                                                    integer_tensor_name_t name) {
    return network->tensors[name].values;
}
static inline const int32_t *integer_network_values32(const integer_network_t *network,
                                                      integer_tensor_name_t name) {
    return network->tensors[name].values;
}

/* A value of a tensor, whatever its type. */
int32_t integer_tensor_value(const integer_tensor_t *tensor, size_t i);

/* The hash that a file must have. */
uint64_t integer_network_find_hash(const integer_network_t *network);

/* Reads a file; the caller frees it. */
integer_network_t *integer_network_read(const char *path, failure_t *error);
bool integer_network_write(const integer_network_t *network, const char *path,
                           failure_t *error);

/* The network of a file, read once while the file does not change. */
const integer_network_t *integer_network_open(const char *path, failure_t *error);

/* Whether a file's format attribute says that it is one; reads nothing else. */
bool integer_network_is_in(const char *path);

/* Whether a network plays a game. */
bool integer_network_fits(const integer_network_t *network, const game_t *game,
                          failure_t *error);

void integer_network_write_hash(const integer_network_t *network,
                                char text[INTEGER_HASH_TEXT]);

#endif
