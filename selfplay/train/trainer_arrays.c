#include "selfplay/train/trainer_arrays.h"

#include "core/base/process/task_queue.h"
#include "selfplay/train/train_math.h"
#include "selfplay/train/train_products.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEATURE_UNIT = 255, /* file units of 1.0: of the first layer, */
    WEIGHT_UNIT = 64,   /* of other weights, */
    BIAS_UNIT = 127 * 64
};

/* --- Arrays ------------------------------------------------------------------------- */

static float draw(pcg32_t *rng, float most) {
    return ((float)(pcg32_next(rng) >> 8) * 0x1p-23F - 1) * most;
}

void train_arrays_init(train_arrays_t *arrays, const integer_network_t *shape,
                       pcg32_t *rng) {
    const float most_feature = 8, most_weight = 127.0F / WEIGHT_UNIT, most_bias = 16;
    const double width = 2.0 * shape->units;
    const struct {
        float unit, most, spread, begin; /* first weights: begin - spread ... + spread */
        bool decays;
    } kinds[TRAIN_ARRAYS] = {
        [INTEGER_FEATURES_BIAS] = {FEATURE_UNIT, most_feature, 0, 0.3F, false},
        [INTEGER_FEATURES_WEIGHT] = {FEATURE_UNIT, most_feature, 0.0866F, 0, true},
        [INTEGER_HIDDEN_BIAS] = {BIAS_UNIT, most_bias, 0, 0, false},
        [INTEGER_HIDDEN_WEIGHT] = {WEIGHT_UNIT, most_weight, (float)(2 / sqrt(width)), 0,
                                   true},
        [INTEGER_POLICY_BIAS] = {BIAS_UNIT, most_bias, 0, 0, false},
        [INTEGER_POLICY_WEIGHT] = {WEIGHT_UNIT, most_weight, (float)(0.25 / sqrt(width)),
                                   0, true},
        [INTEGER_VALUE_BIAS] = {BIAS_UNIT, most_bias, 0, 0, false},
        [INTEGER_VALUE_WEIGHT] = {WEIGHT_UNIT, most_weight,
                                  (float)(1 / sqrt((double)INTEGER_HIDDEN)), 0, true},
        [TRAIN_TURNS_BIAS] = {127 * TRAIN_TURNS, most_bias, 0, 0, false},
        [TRAIN_TURNS_WEIGHT] = {TRAIN_TURNS, most_feature, (float)(1 / sqrt(width)), 0,
                                true},
    };
    *arrays = (train_arrays_t){.shape = shape};
    for (int i = 0; i < TRAIN_ARRAYS; i++) {
        train_array_t *array = &arrays->arrays[i];
        array->rows = 1;
        array->columns = i == TRAIN_TURNS_BIAS ? 1 : (size_t)width;
        if (i < INTEGER_TENSORS) {
            const tensor_t *tensor = &shape->weights.tensors[i];
            array->rows = tensor->rank > 1 ? (size_t)tensor->dimensions[0] : 1;
            array->columns = tensor->count / array->rows;
        }
        array->unit = kinds[i].unit;
        array->most = kinds[i].most;
        array->decays = kinds[i].decays;
        const size_t count = array->rows * array->columns;
        for (int part = 0; part < PARTS; part++)
            array->parts[part] = memory_new_vectors(count * sizeof(float));
        for (size_t k = 0; k < count; k++) {
            float begin = kinds[i].begin;
            if (kinds[i].spread > 0)
                begin += draw(rng, kinds[i].spread);
            array->parts[PART_WEIGHTS][k] = array->parts[PART_MEAN][k] = begin;
        }
    }
    arrays->of_bias = memory_new((size_t)shape->rows->actions, sizeof *arrays->of_bias);
}

void train_arrays_set(train_arrays_t *arrays, const integer_network_t *network) {
    for (int i = 0; i < INTEGER_TENSORS; i++) {
        train_array_t *array = &arrays->arrays[i];
        const tensor_t *tensor = &network->weights.tensors[i];
        for (size_t k = 0; k < tensor->count; k++)
            array->parts[PART_WEIGHTS][k] = array->parts[PART_MEAN][k] =
                (float)(int32_t)tensor_word(tensor, k) / array->unit;
    }
}

void train_arrays_clear(train_arrays_t *arrays) {
    for (int i = 0; i < TRAIN_ARRAYS; i++)
        for (int part = 0; part < PARTS; part++)
            free(arrays->arrays[i].parts[part]);
    free(arrays->of_bias);
}

/* --- Networks ----------------------------------------------------------------------- */

void train_network_init(train_network_t *network, const integer_network_t *shape) {
    *network = (train_network_t){.units = shape->units,
                                 .features = shape->rows->features,
                                 .actions = shape->rows->actions};
    for (int i = 0; i < INTEGER_TENSORS; i++) {
        const tensor_t *tensor = &shape->weights.tensors[i];
        if (tensor->rank > 1)
            network->weights[i] = memory_new_vectors(tensor->count * sizeof(int16_t));
        else
            network->biases[i] = memory_new_vectors(tensor->count * sizeof(int32_t));
    }
    network->weights[TRAIN_TURNS_WEIGHT] =
        memory_new_vectors(2 * (size_t)shape->units * sizeof(int16_t));
}

void train_network_clear(train_network_t *network) {
    for (int i = 0; i < TRAIN_ARRAYS; i++) {
        free(network->weights[i]);
        free(network->biases[i]);
    }
}

static void round_array(const train_array_t *array, const float *from, int name,
                        const train_network_t *network) {
    const size_t count = array->rows * array->columns;
    for (size_t k = 0; k < count; k++)
        if (network->weights[name])
            network->weights[name][k] = (int16_t)train_round(from[k] * array->unit);
        else if (network->biases[name])
            network->biases[name][k] = (int32_t)train_round(from[k] * array->unit);
}

/* The sum of the `most` greatest sizes among the weights of a unit, which are at most
 * 2040 (8 times 255). */
static int32_t sum_of_greatest(const train_network_t *network, int unit, int most) {
    enum { SIZES = 2048 };
    uint16_t counts[SIZES] = {0};
    int32_t sum = 0;
    for (int f = 0; f < network->features; f++)
        counts[abs(
            (int)network->weights[INTEGER_FEATURES_WEIGHT][f * network->units + unit])]++;
    for (int size = SIZES - 1; size > 0 && most > 0; size--) {
        const int taken = counts[size] < most ? counts[size] : most;
        sum += taken * size;
        most -= taken;
    }
    return sum;
}

/* Scales down the weights of units whose sums could overflow 16 bits. sizes: of all
 * weights of a unit. Of room, the roundings of most + 1 weights are left over, so that
 * means over steps fit as well. */
static void bound_units(const train_arrays_t *arrays, const int32_t *sizes,
                        train_network_t *network) {
    const int most = arrays->shape->rows->most;
    const train_array_t *array = &arrays->arrays[INTEGER_FEATURES_WEIGHT];
    for (int unit = 0; unit < network->units; unit++) {
        const int32_t room = INT16_MAX - (most + 1) -
                             abs((int)network->biases[INTEGER_FEATURES_BIAS][unit]);
        if (sizes[unit] <= room)
            continue;
        const int32_t sum = sum_of_greatest(network, unit, most);
        if (sum <= room)
            continue;
        const float share = (float)room / (float)sum;
        for (size_t f = 0; f < array->rows; f++) {
            const size_t k = f * array->columns + (size_t)unit;
            array->parts[PART_WEIGHTS][k] *= share;
            network->weights[INTEGER_FEATURES_WEIGHT][k] =
                (int16_t)train_round(array->parts[PART_WEIGHTS][k] * array->unit);
        }
    }
}

void train_arrays_round(const train_arrays_t *arrays, bool mean,
                        train_network_t *network) {
    const train_part_t part = mean ? PART_MEAN : PART_WEIGHTS;
    for (int i = 0; i < TRAIN_ARRAYS; i++)
        round_array(&arrays->arrays[i], arrays->arrays[i].parts[part], i, network);
    network->turns_bias = arrays->arrays[TRAIN_TURNS_BIAS].parts[part][0];
}

void train_network_copy(const train_network_t *network, integer_network_t *into) {
    for (int i = 0; i < INTEGER_TENSORS; i++) {
        const tensor_t *tensor = &into->weights.tensors[i];
        for (size_t k = 0; k < tensor->count; k++)
            tensor_set(tensor, k,
                       network->weights[i] ? network->weights[i][k]
                                           : network->biases[i][k]);
    }
}

/* --- A step ------------------------------------------------------------------------- */

/* The rows of hidden, value and turns, by number. */
enum { DENSE_ROWS = INTEGER_HIDDEN + INTEGER_RESULTS + 1 };

typedef struct step_call {
    train_arrays_t *arrays;
    const train_step_t *step;
    const train_pass_t *pass;
    const train_batch_t *batch;
    train_network_t *network;
    const train_kernels_t *kernels;
    float of_dense[DENSE_ROWS]; /* gradients of their biases */
} step_call_t;

/* Steps one row of an array by its gradient. */
static void step_row(const step_call_t *call, int name, size_t row,
                     const float *gradient) {
    const train_array_t *array = &call->arrays->arrays[name];
    int16_t *rounded = call->network->weights[name];
    train_step_t step = *call->step;
    step.scale = array->unit;
    step.most = array->most;
    step.unit = array->unit;
    if (!array->decays)
        step.keep = 1;
    const size_t at = row * array->columns;
    call->kernels->step(&step, gradient, array->parts[PART_WEIGHTS] + at,
                        array->parts[PART_FIRST] + at, array->parts[PART_SECOND] + at,
                        array->parts[PART_MEAN] + at, rounded ? rounded + at : NULL,
                        (int)array->columns);
}

static void step_feature(const step_call_t *call, size_t feature) {
    float gradient[INTEGER_MAX_UNITS] __attribute__((aligned(64)));
    const int units = call->network->units;
    const train_uses_t *uses = &call->batch->of_features;
    call->kernels->sum_rows(gradient, call->pass->of_sums, units,
                            uses->use + uses->first[feature],
                            (int)(uses->first[feature + 1] - uses->first[feature]));
    step_row(call, INTEGER_FEATURES_WEIGHT, feature, gradient);
}

static void step_action(const step_call_t *call, size_t action) {
    float gradient[2 * INTEGER_MAX_UNITS] __attribute__((aligned(64)));
    const size_t width = 2 * (size_t)call->network->units;
    const train_uses_t *uses = &call->batch->of_actions;
    train_products_t products =
        train_products_into(gradient, (int)width, call->pass->x, call->kernels);
    float sum = 0;
    memset(gradient, 0, width * sizeof *gradient);
    for (size_t i = uses->first[action]; i < uses->first[action + 1]; i++) {
        const uint32_t place = uses->use[i];
        train_products_add(&products, call->batch->row_of[place],
                           call->pass->of_actions[place]);
        sum += call->pass->of_actions[place];
    }
    train_products_end(&products);
    call->arrays->of_bias[action] = sum;
    step_row(call, INTEGER_POLICY_WEIGHT, action, gradient);
}

/* A row of a matrix that every row of the batch uses: its gradient is the sum of
 * factor * x, where the factors are `stride` apart. Returns the sum of the factors. */
static float step_dense(const step_call_t *call, int name, size_t row,
                        const float *factors, size_t stride, const int16_t *x) {
    float gradient[2 * INTEGER_MAX_UNITS] __attribute__((aligned(64)));
    const size_t width = call->arrays->arrays[name].columns;
    train_products_t products =
        train_products_into(gradient, (int)width, x, call->kernels);
    float sum = 0;
    memset(gradient, 0, width * sizeof *gradient);
    for (size_t r = 0; r < call->batch->count; r++) {
        train_products_add(&products, r, factors[r * stride]);
        sum += factors[r * stride];
    }
    train_products_end(&products);
    step_row(call, name, row, gradient);
    return sum;
}

static void step_dense_row(step_call_t *call, size_t row) {
    const train_pass_t *pass = call->pass;
    float *of_bias = call->of_dense;
    if (row < INTEGER_HIDDEN)
        of_bias[row] = step_dense(call, INTEGER_HIDDEN_WEIGHT, row, pass->of_hidden + row,
                                  INTEGER_HIDDEN, pass->x);
    else if (row < INTEGER_HIDDEN + INTEGER_RESULTS)
        of_bias[row] = step_dense(call, INTEGER_VALUE_WEIGHT, row - INTEGER_HIDDEN,
                                  pass->of_value + (row - INTEGER_HIDDEN),
                                  INTEGER_RESULTS, pass->hidden);
    else
        of_bias[row] =
            step_dense(call, TRAIN_TURNS_WEIGHT, 0, pass->of_turns, 1, pass->x);
}

static void step_biases(const step_call_t *call) {
    const float *of_dense = call->of_dense;
    float of_units[INTEGER_MAX_UNITS] __attribute__((aligned(64)));
    call->kernels->sum_rows(of_units, call->pass->of_sums, call->network->units,
                            call->batch->views, (int)(2 * call->batch->count));
    const struct {
        int name;
        const float *gradient;
    } all[] = {
        {INTEGER_FEATURES_BIAS, of_units},
        {INTEGER_HIDDEN_BIAS, of_dense},
        {INTEGER_VALUE_BIAS, of_dense + INTEGER_HIDDEN},
        {TRAIN_TURNS_BIAS, of_dense + INTEGER_HIDDEN + INTEGER_RESULTS},
        {INTEGER_POLICY_BIAS, call->arrays->of_bias},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const train_array_t *array = &call->arrays->arrays[all[i].name];
        step_row(call, all[i].name, 0, all[i].gradient);
        round_array(array, array->parts[PART_WEIGHTS], all[i].name, call->network);
    }
    call->network->turns_bias =
        call->arrays->arrays[TRAIN_TURNS_BIAS].parts[PART_WEIGHTS][0];
}

/* Tasks of a step: each of the dense rows, then features, then actions. */
enum { TASK_FEATURES = 16, TASK_ACTIONS = 32 };

static size_t tasks_of(size_t rows, size_t at_once) {
    return (rows + at_once - 1) / at_once;
}

static void step_rows(void *context, size_t task, int thread) {
    step_call_t *call = context;
    const size_t features = (size_t)call->network->features,
                 actions = (size_t)call->network->actions;
    (void)thread;
    if (task < DENSE_ROWS) {
        step_dense_row(call, task);
        return;
    }
    task -= DENSE_ROWS;
    if (task < tasks_of(features, TASK_FEATURES)) {
        size_t row = task * TASK_FEATURES;
        for (const size_t end = row + TASK_FEATURES; row < end && row < features; row++)
            step_feature(call, row);
        return;
    }
    size_t row = (task - tasks_of(features, TASK_FEATURES)) * TASK_ACTIONS;
    for (const size_t end = row + TASK_ACTIONS; row < end && row < actions; row++)
        step_action(call, row);
}

void train_arrays_step(train_arrays_t *arrays, const train_step_t *step,
                       const train_pass_t *pass, const train_batch_t *batch,
                       train_network_t *network, const train_kernels_t *kernels,
                       task_queue_t *queue) {
    step_call_t call = {arrays, step, pass, batch, network, kernels, {0}};
    const size_t features = (size_t)network->features, actions = (size_t)network->actions;
    int32_t sizes[INTEGER_MAX_UNITS] __attribute__((aligned(64))) = {0};
    task_queue_do_all(queue, true,
                      DENSE_ROWS + tasks_of(features, TASK_FEATURES) +
                          tasks_of(actions, TASK_ACTIONS),
                      1, step_rows, &call);
    step_biases(&call);
    for (size_t row = 0; row < features; row++)
        kernels->add_sizes(sizes,
                           network->weights[INTEGER_FEATURES_WEIGHT] +
                               row * (size_t)network->units,
                           network->units);
    bound_units(arrays, sizes, network);
}
