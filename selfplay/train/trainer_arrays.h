/* trainer_arrays.h - the weights that are trained, with the state of the optimizer, Adam,
 * as floats; the integers of a network file are weights times train_array_t.unit.
 * Use: train_arrays_init(&arrays, shape, &rng);
 *      train_arrays_step(&arrays, &step, &pass, &batch, &network, kernels, queue);
 *      train_arrays_round(&arrays, true, &mean);
 * A step divides the rows of the matrices among threads: the gradient of a row is summed
 * over its uses in ascending order, and the row is updated, averaged and rounded while it
 * is in the cache.
 */
#ifndef SELFPLAY_TRAINER_ARRAYS_H
#define SELFPLAY_TRAINER_ARRAYS_H

#include "core/base/pcg.h"
#include "mcts/evaluate/integer/integer_network.h"
#include "selfplay/train/train_batch.h"
#include "selfplay/train/train_kernels.h"
#include "selfplay/train/train_pass.h"

/* Parts of an array. */
typedef enum {
    PART_WEIGHTS,
    PART_FIRST,  /* mean of the gradient */
    PART_SECOND, /* mean of its square */
    PART_MEAN,   /* of the weights over steps: what is validated and written */
    PARTS
} train_part_t;

typedef struct train_array {
    size_t rows, columns; /* of a bias: 1, values */
    float unit, most;     /* integer in the file for 1.0; bound on |weight| */
    bool decays;
    float *parts[PARTS];
} train_array_t;

typedef struct train_arrays {
    const integer_network_t *shape;
    train_array_t arrays[TRAIN_ARRAYS];
    float *of_bias; /* gradients of the policy biases */
} train_arrays_t;

void train_arrays_init(train_arrays_t *arrays, const integer_network_t *shape,
                       pcg32_t *rng);
/* Sets the weights and their means to those of a network of the same shape, which has no
 * head for the turns. */
void train_arrays_set(train_arrays_t *arrays, const integer_network_t *network);
void train_arrays_clear(train_arrays_t *arrays);

/* Updates all weights. step: only what all arrays share is used. network: receives the
 * rounded weights; units whose sums could overflow 16 bits are scaled down. */
void train_arrays_step(train_arrays_t *arrays, const train_step_t *step,
                       const train_pass_t *pass, const train_batch_t *batch,
                       train_network_t *network, const train_kernels_t *kernels,
                       task_queue_t *queue);

void train_network_init(train_network_t *network, const integer_network_t *shape);
void train_network_clear(train_network_t *network);

/* The weights, or their means, as integers. */
void train_arrays_round(const train_arrays_t *arrays, bool mean,
                        train_network_t *network);
/* Copies all but the head for the turns to a network of the same shape. */
void train_network_copy(const train_network_t *network, integer_network_t *into);

#endif
