/* trainer.h - trains an integer network (mcts/evaluate/integer/INTEGER.md) on rows of
 * exports, to the same bits on every machine, compiler and number of threads.
 * Use: trainer_t *trainer = trainer_new(rows, &options, steps, threads, &error);
 *      for (uint64_t i = 0; i < steps; i++)
 *          trainer_step(trainer, rows, &losses);
 *      trainer_validate(trainer, rows, 2048, &losses);
 *      integer_network_t *network = trainer_network(trainer, rows);
 *      trainer_free(trainer);
 * Weights are single-precision numbers, as the optimizer sees them; each use rounds them
 * to the integers of the file, so that training and search compute the same network.
 * Gradients pass straight through the rounding. What comes out is the mean of the weights
 * over the steps. TRAIN.md specifies every sum, its order and its rounding.
 * Threads: one trainer, one caller; steps use `threads` threads of its own.
 * Errors: those of integer_network_of_variants.
 */
#ifndef SELFPLAY_TRAINER_H
#define SELFPLAY_TRAINER_H

#include "core/base/error.h"
#include "selfplay/train/train_rows.h"

typedef struct integer_network integer_network_t; /* mcts/evaluate/integer */
typedef struct trainer trainer_t;

typedef struct train_options {
    uint64_t seed;       /* of the first weights, the order of rows, and their images */
    long units;          /* per point of view: 64, 128, ... 512 */
    long batch;          /* rows of a step */
    double rate;         /* highest learning rate of Adam */
    double weight_decay; /* times the rate: the share of a weight that a step takes off */
    double average;      /* share of the mean that a step keeps */
    double value_weight, turns_weight; /* of the losses, that of the policy's being 1 */
    long warm_up;                      /* steps in which the rate rises from 0 */
    double decay;    /* share of the steps, at the end, in which it falls to 0 */
    bool symmetries; /* each row becomes a random image of itself at each use */
} train_options_t;

#define TRAIN_OPTIONS                                                                    \
    {                                                                                    \
        .seed = 1, .units = 128, .batch = 1024, .rate = 0.002, .weight_decay = 1,        \
        .average = 0.995, .value_weight = 1, .turns_weight = 0.1, .warm_up = 200,        \
        .decay = 0.3, .symmetries = true                                                 \
    }

/* Means over rows, in nats but for turns. The first and the third cannot fall below the
 * entropies of their targets, the floors. */
typedef enum {
    LOSS_POLICY,
    LOSS_POLICY_FLOOR,
    LOSS_VALUE,
    LOSS_VALUE_FLOOR,
    LOSS_TURNS,
    LOSSES
} loss_t;
extern const char *const loss_names[LOSSES];
typedef struct train_losses {
    double of[LOSSES];
} train_losses_t;

/* steps: how many are to come: within them the learning rate rises and falls. */
trainer_t *trainer_new(const train_rows_t *rows, const train_options_t *options,
                       uint64_t steps, int threads, failure_t *error);
void trainer_free(trainer_t *trainer); /* NULL is fine */

/* Begins with a network's weights instead of random ones; before the first step. false:
 * it has another shape, or other variants. */
bool trainer_start(trainer_t *trainer, const integer_network_t *network,
                   failure_t *error);

/* One step on the next rows. rows: of the trainer's game, at least one for training, the
 * same in all steps. */
void trainer_step(trainer_t *trainer, const train_rows_t *rows, train_losses_t *losses);

/* The mean network's losses on the first rows for validation; false: there are none. */
bool trainer_validate(trainer_t *trainer, const train_rows_t *rows, size_t most,
                      train_losses_t *losses);

/* The mean network. rows: as in trainer_step. The caller frees it. */
integer_network_t *trainer_network(const trainer_t *trainer, const train_rows_t *rows);

#endif
