/* integer_network.h - the weights of an integer network of one variant, or of several
 * that share a board, as in INTEGER.md.
 * Use: integer_network_t *network = integer_network_new(game, 128, &error);
 *      const integer_network_t *network = integer_network_of(weights);
 * integer_inference.h evaluates positions with it. Weights are read-only once in use.
 * Errors: a game without planes; weights with which a sum could overflow; of reading:
 *      another variant or version of features or actions; with the reason.
 */
#ifndef MCTS_INTEGER_NETWORK_H
#define MCTS_INTEGER_NETWORK_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "mcts/evaluate/integer/integer_rows.h"
#include "mcts/evaluate/weights.h"

#define INTEGER_FORMAT "fulcrum integer network"

enum {
    INTEGER_MAX_UNITS = 512, /* per point of view */
    INTEGER_UNITS_STEP = 64, /* they are a multiple of it */
    INTEGER_HIDDEN = 32,     /* units of the value head's layer */
    INTEGER_RESULTS = 3,     /* win, draw, loss */
    INTEGER_MAX_WEIGHT = 127,
    INTEGER_MAX_BIAS = 1 << 24 /* of the layers after the features */
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

typedef struct integer_network {
    weights_t weights;    /* its tensors are numbered by integer_tensor_name_t */
    integer_rows_t *rows; /* of features.weight and policy.weight, by variant */
    int units;            /* per point of view */
    /* hidden.weight as kernels read it: [input / 4][unit][input % 4] */
    int8_t *hidden_groups;
} integer_network_t;

static inline const integer_network_t *integer_network_of(const weights_t *weights) {
    return (const integer_network_t *)weights;
}

/* A tensor's values, of its type. */
static inline const void *integer_network_values(const integer_network_t *network,
                                                 integer_tensor_name_t name) {
    return network->weights.tensors[name].values;
}

/* All weights 0. */
integer_network_t *integer_network_new(const game_t *game, int units, failure_t *error);
integer_network_t *integer_network_of_variants(const game_t *const *games, int count,
                                               int units, failure_t *error);
void integer_network_free(integer_network_t *network); /* NULL is fine */

/* Random weights with which units are neither all off nor all saturated, for measurements
 * and tests. */
void integer_network_randomize(integer_network_t *network, uint64_t seed);

/* Call after writing weights: computes the hash and what kernels read. */
void integer_network_settle(integer_network_t *network);

/* False, naming the weight: one is out of range, or a position's sum could overflow. */
bool integer_network_check(const integer_network_t *network, failure_t *error);

/* The bytes of its weights file, which the caller frees. */
unsigned char *integer_network_write(const integer_network_t *network, size_t *size);

/* Reads a file of the format of `integer_evaluator`. */
weights_t *integer_network_read(const safetensors_t *file, failure_t *error);

#endif
