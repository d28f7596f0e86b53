#include "selfplay/train/trainer.h"

#include "core/base/pcg.h"
#include "core/base/process/task_queue.h"
#include "core/game/game.h"
#include "mcts/evaluate/integer/integer_network.h"
#include "selfplay/train/train_batch.h"
#include "selfplay/train/train_kernels.h"
#include "selfplay/train/train_pass.h"
#include "selfplay/train/trainer_arrays.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const loss_names[LOSSES] = {"policy", "policy_floor", "value", "value_floor",
                                        "turns"};

enum { SLICE = 64 }; /* rows that stay together: single ones miss the cache */

struct trainer {
    train_options_t options;
    const train_kernels_t *kernels;
    task_queue_t *queue;
    integer_network_t *shape; /* a network without weights */
    train_arrays_t arrays;
    train_network_t network; /* as rounded for the next step */
    uint64_t step, planned;
    double power1, power2; /* Adam's 0.9^step, 0.999^step */
    uint64_t epoch;        /* of the order: + 1; 0: none yet */
    size_t *order, slices; /* of slices, in this epoch */
    train_batch_t batch;
    train_pass_t pass;
};

/* A network of the variants of rows, without weights. */
static integer_network_t *new_network(const train_rows_t *rows, long units,
                                      failure_t *error) {
    const game_t *games[TRAIN_VARIANTS];
    for (int v = 0; v < rows->num_variants; v++)
        games[v] = rows->variants[v].game;
    return integer_network_of_variants(games, rows->num_variants, (int)units, error);
}

trainer_t *trainer_new(const train_rows_t *rows, const train_options_t *options,
                       uint64_t steps, int threads, failure_t *error) {
    integer_network_t *shape = new_network(rows, options->units, error);
    if (!shape)
        return NULL;
    trainer_t *trainer = memory_new(1, sizeof *trainer);
    trainer->options = *options;
    trainer->planned = steps;
    trainer->power1 = trainer->power2 = 1;
    trainer->kernels = train_kernels_best();
    trainer->queue = task_queue_start(threads);
    trainer->shape = shape;
    pcg32_t rng = pcg32_for(options->seed, 0, 0, PCG_FOR_TRAINING);
    train_arrays_init(&trainer->arrays, shape, &rng);
    train_network_init(&trainer->network, shape);
    train_arrays_round(&trainer->arrays, false, &trainer->network);
    return trainer;
}

bool trainer_start(trainer_t *trainer, const integer_network_t *network,
                   failure_t *error) {
    if (network->units != trainer->shape->units ||
        strcmp(network->rows->text, trainer->shape->rows->text) != 0)
        return error_set(error,
                         "the network to start from has %d units for %.200s; needed are "
                         "%d for %.200s",
                         network->units, network->rows->text, trainer->shape->units,
                         trainer->shape->rows->text);
    train_arrays_set(&trainer->arrays, network);
    train_arrays_round(&trainer->arrays, false, &trainer->network);
    return true;
}

void trainer_free(trainer_t *trainer) {
    if (!trainer)
        return;
    task_queue_free(trainer->queue);
    train_arrays_clear(&trainer->arrays);
    train_network_clear(&trainer->network);
    train_batch_clear(&trainer->batch);
    train_pass_clear(&trainer->pass);
    integer_network_free(trainer->shape);
    free(trainer->order);
    free(trainer);
}

/* --- The next rows ------------------------------------------------------------------ */

/* Shuffles the slices of an epoch. */
static void begin_epoch(trainer_t *trainer, uint64_t epoch, size_t rows) {
    pcg32_t rng = pcg32_for(trainer->options.seed, 0, epoch + 1, PCG_FOR_TRAINING_ORDER);
    trainer->slices = rows / SLICE;
    trainer->order =
        memory_resize(trainer->order, trainer->slices + 1, sizeof *trainer->order);
    for (size_t i = 0; i < trainer->slices; i++)
        trainer->order[i] = i;
    for (size_t left = trainer->slices; left > 1; left--) {
        const size_t k = pcg32_below(&rng, (uint32_t)left), i = left - 1;
        const size_t held = trainer->order[i];
        trainer->order[i] = trainer->order[k];
        trainer->order[k] = held;
    }
    trainer->epoch = epoch + 1;
}

/* The row at a place in an endless sequence of epochs: slices in the epoch's order, then
 * the rows that fill no slice. */
static size_t row_at(trainer_t *trainer, uint64_t place, size_t rows) {
    const uint64_t epoch = place / rows;
    const size_t at = (size_t)(place % rows);
    if (trainer->epoch != epoch + 1)
        begin_epoch(trainer, epoch, rows);
    return at / SLICE < trainer->slices ? trainer->order[at / SLICE] * SLICE + at % SLICE
                                        : at;
}

static void choose_rows(trainer_t *trainer, const train_rows_t *rows, size_t *chosen) {
    const size_t count = rows->groups[TRAIN_ROWS].count;
    const uint64_t first = trainer->step * (uint64_t)trainer->options.batch;
    for (long i = 0; i < trainer->options.batch; i++)
        chosen[i] = row_at(trainer, first + (uint64_t)i, count);
}

/* --- A step ------------------------------------------------------------------------- */

static double rate_of(const trainer_t *trainer) {
    const train_options_t *options = &trainer->options;
    const double at = (double)trainer->step, steps = (double)trainer->planned;
    double share = 1;
    if (options->warm_up > 0)
        share = ((double)trainer->step + 1) / (double)options->warm_up;
    if (options->decay > 0) {
        double fall = (steps - at) / fmax(options->decay * steps, 1);
        share = fall < share ? fall : share;
    }
    return options->rate * fmin(fmax(share, 0), 1);
}

/* The same for all arrays; the others' fields are theirs. */
static train_step_t step_of(trainer_t *trainer) {
    const uint64_t step = trainer->step + 1;
    const double rate = rate_of(trainer);
    trainer->power1 *= 0.9;
    trainer->power2 *= 0.999;
    const double old = fmin(trainer->options.average, (double)step / (double)(step + 9));
    return (train_step_t){
        .keep = (float)fmax(1 - rate * trainer->options.weight_decay, 0),
        .rate = (float)(rate / (1 - trainer->power1)),
        .root = (float)(1 / sqrt(1 - trainer->power2)),
        .share = (float)(1 - old),
    };
}

void trainer_step(trainer_t *trainer, const train_rows_t *rows, train_losses_t *losses) {
    const train_options_t *options = &trainer->options;
    const size_t size = (size_t)options->batch;
    size_t *chosen = memory_new(size, sizeof *chosen);
    choose_rows(trainer, rows, chosen);
    const train_draw_t draw = {.rows = rows,
                               .network = trainer->shape->rows,
                               .group = TRAIN_ROWS,
                               .chosen = chosen,
                               .count = size,
                               .images = options->symmetries,
                               .seed = options->seed,
                               .step = trainer->step};
    const train_weights_of_losses_t of_losses = {(float)options->value_weight,
                                                 (float)options->turns_weight};
    train_batch_fill(&trainer->batch, &draw);
    train_pass(&trainer->pass, &trainer->network, &trainer->batch, &of_losses,
               trainer->kernels, trainer->queue);
    const train_step_t step = step_of(trainer);
    train_arrays_step(&trainer->arrays, &step, &trainer->pass, &trainer->batch,
                      &trainer->network, trainer->kernels, trainer->queue);
    train_pass_losses(&trainer->pass, &trainer->batch, losses->of);
    trainer->step++;
    free(chosen);
}

bool trainer_validate(trainer_t *trainer, const train_rows_t *rows, size_t most,
                      train_losses_t *losses) {
    const size_t there = rows->groups[VALIDATION_ROWS].count,
                 count = there < most ? there : most;
    if (count == 0)
        return false;
    train_network_t mean;
    size_t *chosen = memory_new(count, sizeof *chosen);
    for (size_t i = 0; i < count; i++)
        chosen[i] = i;
    const train_draw_t draw = {.rows = rows,
                               .network = trainer->shape->rows,
                               .group = VALIDATION_ROWS,
                               .chosen = chosen,
                               .count = count};
    train_network_init(&mean, trainer->shape);
    train_arrays_round(&trainer->arrays, true, &mean);
    train_batch_fill(&trainer->batch, &draw);
    train_pass(&trainer->pass, &mean, &trainer->batch, NULL, trainer->kernels,
               trainer->queue);
    train_pass_losses(&trainer->pass, &trainer->batch, losses->of);
    train_network_clear(&mean);
    free(chosen);
    return true;
}

/* --- The network -------------------------------------------------------------------- */

integer_network_t *trainer_network(const trainer_t *trainer, const train_rows_t *rows) {
    failure_t error;
    train_network_t mean;
    integer_network_t *network = new_network(rows, trainer->options.units, &error);
    train_network_init(&mean, trainer->shape);
    train_arrays_round(&trainer->arrays, true, &mean);
    train_network_copy(&mean, network);
    train_network_clear(&mean);
    integer_network_settle(network);
    REQUIRE(integer_network_check(network, &error));
    return network;
}
