#include "selfplay/train/train_pass.h"

#include "core/base/portable_math.h"
#include "core/base/process/task_queue.h"
#include "mcts/evaluate/integer/integer_network.h"
#include "selfplay/train/train_math.h"
#include "selfplay/train/train_products.h"
#include "selfplay/train/trainer.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOGIT = 2032, /* file units of 1.0 of a logit */
    ACTIVE = 127, /* of an activation */
    SHIFT = 6,    /* of the hidden layer's sums */
    TASK_ROWS = 32
};
static const float per_logit = 1.0F / LOGIT, per_turns = 1.0F / (ACTIVE * TRAIN_TURNS);

void train_pass_clear(train_pass_t *pass) {
    free(pass->x);
    free(pass->clipped);
    free(pass->hidden);
    free(pass->of_sums);
    free(pass->of_hidden);
    free(pass->of_value);
    free(pass->of_turns);
    free(pass->of_actions);
    free(pass->policy);
    free(pass->value);
    free(pass->turns);
    *pass = (train_pass_t){0};
}

static void make_room(train_pass_t *pass, const train_batch_t *batch, int units) {
    const size_t actions = batch->first_action[batch->count], count = batch->count,
                 rows = count > pass->room_rows ? count : pass->room_rows,
                 width = 2 * (size_t)units;
    if (count <= pass->room_rows && actions <= pass->room_actions)
        return;
    train_pass_clear(pass);
    pass->room_rows = rows;
    pass->room_actions = actions + actions / 4;
    pass->x = memory_new_vectors(rows * width * sizeof *pass->x);
    pass->clipped = memory_new_vectors(rows * width * sizeof *pass->clipped);
    pass->hidden = memory_new_vectors(rows * INTEGER_HIDDEN * sizeof *pass->hidden);
    pass->of_sums = memory_new_vectors(rows * width * sizeof *pass->of_sums);
    pass->of_hidden = memory_new(rows * INTEGER_HIDDEN, sizeof *pass->of_hidden);
    pass->of_value = memory_new(rows * INTEGER_RESULTS, sizeof *pass->of_value);
    pass->of_turns = memory_new(rows, sizeof *pass->of_turns);
    pass->of_actions = memory_new(pass->room_actions, sizeof *pass->of_actions);
    pass->policy = memory_new(rows, sizeof *pass->policy);
    pass->value = memory_new(rows, sizeof *pass->value);
    pass->turns = memory_new(rows, sizeof *pass->turns);
}

/* What the rows of one pass share. */
typedef struct pass_call {
    train_pass_t *pass;
    const train_network_t *network;
    const train_batch_t *batch;
    const train_kernels_t *kernels;
    float policy, value, turns; /* factors of the losses' gradients; 0: no gradients */
    bool backward;
} pass_call_t;

/* --- Forward ------------------------------------------------------------------------ */

static void activate_views(const pass_call_t *call, size_t r) {
    const train_batch_t *batch = call->batch;
    const int units = call->network->units;
    int16_t sums[INTEGER_MAX_UNITS] __attribute__((aligned(64)));
    for (size_t view = 2 * r; view < 2 * r + 2; view++) {
        const size_t first = batch->first_feature[view], at = view * (size_t)units;
        for (int k = 0; k < units; k++)
            sums[k] = (int16_t)call->network->biases[INTEGER_FEATURES_BIAS][k];
        call->kernels->add_rows(sums, call->network->weights[INTEGER_FEATURES_WEIGHT],
                                units, batch->features + first,
                                (int)(batch->first_feature[view + 1] - first));
        call->kernels->activate(sums, units, call->pass->clipped + at,
                                call->pass->x + at);
    }
}

/* Replaces logits by their softmax; returns the logarithm of what they were divided by,
 * less the greatest: loss = log_sum - sum of target * (logit - greatest). */
static double softmax(float *logits, size_t count, float *greatest) {
    float sum = 0;
    *greatest = logits[0];
    for (size_t i = 1; i < count; i++)
        *greatest = logits[i] > *greatest ? logits[i] : *greatest;
    for (size_t i = 0; i < count; i++) {
        logits[i] = train_exp(logits[i] - *greatest);
        sum += logits[i];
    }
    const float share = 1 / sum;
    for (size_t i = 0; i < count; i++)
        logits[i] *= share;
    return portable_log((double)sum);
}

/* Logits of a softmax to gradients; returns the loss. */
static double cross_entropy(float *logits, const float *targets, size_t count,
                            float factor) {
    double of_targets = 0, whole = 0;
    float greatest;
    for (size_t i = 0; i < count; i++) {
        of_targets += (double)targets[i] * (double)logits[i];
        whole += (double)targets[i];
    }
    const double log_sum = softmax(logits, count, &greatest);
    for (size_t i = 0; i < count; i++)
        logits[i] = (logits[i] - targets[i]) * factor;
    return whole * (log_sum + (double)greatest) - of_targets;
}

static void pass_policy(const pass_call_t *call, size_t r) {
    const train_batch_t *batch = call->batch;
    const train_network_t *network = call->network;
    const size_t first = batch->first_action[r],
                 count = batch->first_action[r + 1] - first;
    const int width = 2 * network->units;
    const int16_t *x = call->pass->x + r * (size_t)width;
    float *out = call->pass->of_actions + first;
    call->pass->policy[r] = 0;
    if (!batch->rows[r]->has_policy || count == 0) {
        memset(out, 0, count * sizeof *out);
        return;
    }
    for (size_t k = 0; k < count; k++) {
        const uint16_t action = batch->actions[first + k];
        const int32_t sum = call->kernels->dot(network->weights[INTEGER_POLICY_WEIGHT] +
                                                   (size_t)action * (size_t)width,
                                               x, width) +
                            network->biases[INTEGER_POLICY_BIAS][action];
        out[k] = (float)sum * per_logit;
    }
    call->pass->policy[r] = cross_entropy(out, batch->shares[r], count, call->policy);
}

static void pass_value(const pass_call_t *call, size_t r) {
    const train_network_t *network = call->network;
    const int width = 2 * network->units;
    const int16_t *x = call->pass->x + r * (size_t)width;
    int16_t *hidden = call->pass->hidden + r * INTEGER_HIDDEN;
    float *of_hidden = call->pass->of_hidden + r * INTEGER_HIDDEN;
    float *out = call->pass->of_value + r * INTEGER_RESULTS;
    bool is_open[INTEGER_HIDDEN]; /* whether its activation has a slope */
    for (int j = 0; j < INTEGER_HIDDEN; j++) {
        const int32_t sum = call->kernels->dot(network->weights[INTEGER_HIDDEN_WEIGHT] +
                                                   (size_t)j * (size_t)width,
                                               x, width) +
                            network->biases[INTEGER_HIDDEN_BIAS][j];
        is_open[j] = sum > 0 && sum < ACTIVE << SHIFT;
        const int32_t shifted = sum < 0 ? 0 : sum >> SHIFT;
        hidden[j] = (int16_t)(shifted > ACTIVE ? ACTIVE : shifted);
    }
    for (int i = 0; i < INTEGER_RESULTS; i++) {
        int32_t sum = network->biases[INTEGER_VALUE_BIAS][i];
        for (int j = 0; j < INTEGER_HIDDEN; j++)
            sum += network->weights[INTEGER_VALUE_WEIGHT][i * INTEGER_HIDDEN + j] *
                   hidden[j];
        out[i] = (float)sum * per_logit;
    }
    call->pass->value[r] =
        cross_entropy(out, call->batch->rows[r]->value, INTEGER_RESULTS, call->value);
    for (int j = 0; j < INTEGER_HIDDEN; j++) {
        float sum = 0;
        for (int i = 0; i < INTEGER_RESULTS; i++)
            sum += out[i] *
                   (float)network->weights[INTEGER_VALUE_WEIGHT][i * INTEGER_HIDDEN + j];
        of_hidden[j] = is_open[j] ? sum * (1.0F / (1 << SHIFT)) : 0;
    }
}

static void pass_turns(const pass_call_t *call, size_t r) {
    const int width = 2 * call->network->units;
    const train_row_t *row = call->batch->rows[r];
    const int32_t sum = call->kernels->dot(call->network->weights[TRAIN_TURNS_WEIGHT],
                                           call->pass->x + r * (size_t)width, width);
    const float apart =
        (float)sum * per_turns + call->network->turns_bias - row->log_turns;
    const float size = apart < 0 ? -apart : apart;
    call->pass->turns[r] = 0;
    call->pass->of_turns[r] = 0;
    if (!row->has_turns)
        return;
    call->pass->turns[r] = (double)(size < 1 ? apart * apart * 0.5F : size - 0.5F);
    call->pass->of_turns[r] = train_clip(apart, 1) * call->turns * per_turns;
}

/* --- Backward ----------------------------------------------------------------------- */

static void back_to_sums(const pass_call_t *call, size_t r) {
    const train_batch_t *batch = call->batch;
    const train_network_t *network = call->network;
    const int width = 2 * network->units;
    const float *of_hidden = call->pass->of_hidden + r * INTEGER_HIDDEN;
    float *of_sums = call->pass->of_sums + r * (size_t)width;
    train_products_t products = train_products_into(
        of_sums, width, network->weights[INTEGER_POLICY_WEIGHT], call->kernels);
    memset(of_sums, 0, (size_t)width * sizeof *of_sums);
    for (size_t i = batch->first_action[r]; i < batch->first_action[r + 1]; i++)
        train_products_add(&products, batch->actions[i], call->pass->of_actions[i]);
    train_products_end(&products);
    products.matrix = network->weights[INTEGER_HIDDEN_WEIGHT];
    for (size_t j = 0; j < INTEGER_HIDDEN; j++)
        train_products_add(&products, j, of_hidden[j]);
    train_products_end(&products);
    products.matrix = network->weights[TRAIN_TURNS_WEIGHT];
    train_products_add(&products, 0, call->pass->of_turns[r]);
    train_products_end(&products);
    call->kernels->through_activation(of_sums, call->pass->clipped + r * (size_t)width,
                                      width);
}

/* --- All rows ----------------------------------------------------------------------- */

static void pass_rows(void *context, size_t task, int thread) {
    const pass_call_t *call = context;
    const size_t end = (task + 1) * TASK_ROWS;
    (void)thread;
    for (size_t r = task * TASK_ROWS; r < end && r < call->batch->count; r++) {
        activate_views(call, r);
        pass_policy(call, r);
        pass_value(call, r);
        pass_turns(call, r);
        if (call->backward)
            back_to_sums(call, r);
    }
}

void train_pass(train_pass_t *pass, const train_network_t *network,
                const train_batch_t *batch, const train_weights_of_losses_t *of_losses,
                const train_kernels_t *kernels, task_queue_t *queue) {
    pass_call_t call = {pass, network, batch, kernels, .backward = of_losses != NULL};
    make_room(pass, batch, network->units);
    if (of_losses) {
        call.policy = batch->searched > 0 ? per_logit / (float)batch->searched : 0;
        call.value = of_losses->value * per_logit / (float)batch->count;
        call.turns = batch->known > 0 ? of_losses->turns / (float)batch->known : 0;
    }
    task_queue_do_all(queue, true, batch->count, TASK_ROWS, pass_rows, &call);
}

void train_pass_losses(const train_pass_t *pass, const train_batch_t *batch,
                       double *losses) {
    memset(losses, 0, LOSSES * sizeof *losses);
    for (size_t r = 0; r < batch->count; r++) {
        losses[LOSS_POLICY] += pass->policy[r];
        losses[LOSS_POLICY_FLOOR] +=
            batch->rows[r]->has_policy ? (double)batch->rows[r]->policy_floor : 0;
        losses[LOSS_VALUE] += pass->value[r];
        losses[LOSS_VALUE_FLOOR] += (double)batch->rows[r]->value_floor;
        losses[LOSS_TURNS] += pass->turns[r];
    }
    const double searched = (double)(batch->searched > 0 ? batch->searched : 1),
                 known = (double)(batch->known > 0 ? batch->known : 1);
    losses[LOSS_POLICY] /= searched;
    losses[LOSS_POLICY_FLOOR] /= searched;
    losses[LOSS_VALUE] /= (double)batch->count;
    losses[LOSS_VALUE_FLOOR] /= (double)batch->count;
    losses[LOSS_TURNS] /= known;
}
