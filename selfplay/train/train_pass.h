/* train_pass.h - the forward and backward pass over the rows of a batch, up to the
 * gradients of what the weights are multiplied by.
 * Use: train_pass_t pass = {0};
 *      train_pass(&pass, &network, &batch, &of_losses, kernels, queue);
 *      train_pass_losses(&pass, &batch, losses);
 *      train_pass_clear(&pass);
 * The forward pass is integer arithmetic. Rows are divided among the threads; each row's
 * sums have one order, and no thread adds to another's.
 */
#ifndef SELFPLAY_TRAIN_PASS_H
#define SELFPLAY_TRAIN_PASS_H

#include "mcts/evaluate/integer/integer_network.h"
#include "selfplay/train/train_batch.h"
#include "selfplay/train/train_kernels.h"

typedef struct task_queue task_queue_t; /* core/base/process/task_queue.h */

enum {
    TRAIN_TURNS = 1024 /* file units of 1.0 of the turns head's weights */
};

/* The arrays of weights: integer_tensor_name_t, and those of the head for the turns left.
 */
enum { TRAIN_TURNS_BIAS = INTEGER_TENSORS, TRAIN_TURNS_WEIGHT, TRAIN_ARRAYS };

/* Weights in the units of the file, as a pass multiplies by them. */
typedef struct train_network {
    int units, features, actions;
    int16_t *weights[TRAIN_ARRAYS]; /* by tensor; NULL: of a bias */
    int32_t *biases[TRAIN_ARRAYS];
    float turns_bias;
} train_network_t;

typedef struct train_weights_of_losses {
    float value, turns; /* relative to the policy's */
} train_weights_of_losses_t;

/* Gradients of the batch's mean loss, of values in the units of the file. */
typedef struct train_pass {
    size_t room_rows, room_actions;
    int16_t *x, *clipped; /* [count][2 units]: activations, and what they are of */
    int16_t *hidden;      /* [count][INTEGER_HIDDEN]: activations */
    float *of_sums;       /* [count][2 units] */
    float *of_hidden;     /* [count][INTEGER_HIDDEN]: before the activation */
    float *of_value;      /* [count][INTEGER_RESULTS] */
    float *of_turns;      /* [count] */
    float *of_actions;    /* of each action's output */
    double *policy, *value, *turns; /* losses, [count] */
} train_pass_t;

/* of_losses: NULL: without gradients. */
void train_pass(train_pass_t *pass, const train_network_t *network,
                const train_batch_t *batch, const train_weights_of_losses_t *of_losses,
                const train_kernels_t *kernels, task_queue_t *queue);

/* Means by loss_t (trainer.h). */
void train_pass_losses(const train_pass_t *pass, const train_batch_t *batch,
                       double *losses);
void train_pass_clear(train_pass_t *pass);

#endif
