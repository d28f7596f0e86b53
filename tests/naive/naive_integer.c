#include "tests/naive/naive_integer.h"

#include "tests/naive/naive_features.h"

#include <stdlib.h>

static int64_t weight_of(const integer_network_t *network, integer_tensor_name_t name,
                         int row, int column) {
    const tensor_t *tensor = &network->weights.tensors[name];
    int columns = tensor->rank == 2 ? tensor->dimensions[1] : 1;
    return (int32_t)tensor_word(tensor, (size_t)(row * columns + column));
}

static int64_t clamp(int64_t value, int64_t most) {
    return value < 0 ? 0 : value > most ? most : value;
}

/* Units from one point of view, after activation. */
static void units_of(const integer_network_t *network, const game_t *game,
                     const uint64_t *bits, int side, int64_t *units) {
    for (int unit = 0; unit < network->units; unit++) {
        int64_t sum = weight_of(network, INTEGER_FEATURES_BIAS, unit, 0);
        for (int f = 0; f < features_count(game); f++)
            if (bits[f / 64] >> f % 64 & 1)
                sum += weight_of(network, INTEGER_FEATURES_WEIGHT,
                                 features_seen(game, side, f), unit);
        int64_t clamped = clamp(sum, 255);
        units[unit] = clamped * clamped >> 9;
    }
}

static int64_t layer(const integer_network_t *network, integer_tensor_name_t weights,
                     integer_tensor_name_t bias, int row, const int64_t *in, int inputs) {
    int64_t sum = weight_of(network, bias, row, 0);
    for (int i = 0; i < inputs; i++)
        sum += weight_of(network, weights, row, i) * in[i];
    return sum;
}

static int64_t exponential(int64_t distance) {
    int64_t index = (distance * 32 + 1016) / 2032;
    uint64_t value = 1 << 24;
    if (index >= 512)
        return 0;
    for (int64_t i = 0; i < index; i++)
        value = value * 4162825044 >> 32;
    return (int64_t)value;
}

static int64_t exponentials(const int64_t *logits, int count, int64_t *out) {
    int64_t largest = logits[0], sum = 0;
    for (int i = 0; i < count; i++)
        largest = logits[i] > largest ? logits[i] : largest;
    for (int i = 0; i < count; i++)
        sum += out[i] = exponential(largest - logits[i]);
    return sum;
}

void naive_integer_run(const integer_network_t *network, const game_t *game,
                       const state_t *state, naive_integer_t *said) {
    int side = game_side(game, state), both = 2 * network->units;
    int64_t x[2 * INTEGER_MAX_UNITS], hidden[INTEGER_HIDDEN], shares[GAME_MAX_LEGAL];
    uint64_t bits[FEATURES_WORDS];
    action_t actions[GAME_MAX_LEGAL];
    features_write(game, state, bits);
    units_of(network, game, bits, side, x);
    units_of(network, game, bits, 1 - side, x + network->units);
    for (int unit = 0; unit < INTEGER_HIDDEN; unit++)
        hidden[unit] = clamp(
            layer(network, INTEGER_HIDDEN_WEIGHT, INTEGER_HIDDEN_BIAS, unit, x, both) >>
                6,
            127);
    for (int i = 0; i < INTEGER_RESULTS; i++)
        said->result[i] = layer(network, INTEGER_VALUE_WEIGHT, INTEGER_VALUE_BIAS, i,
                                hidden, INTEGER_HIDDEN);
    said->count = game_legal(game, state, actions);
    for (int i = 0; i < said->count; i++) {
        action_t seen = naive_seen_action(game, side, actions[i]);
        said->policy[i] =
            layer(network, INTEGER_POLICY_WEIGHT, INTEGER_POLICY_BIAS, seen, x, both);
    }
    int64_t sum = exponentials(said->result, INTEGER_RESULTS, shares);
    said->value = ((2 * shares[0] + shares[1]) * 4096 + sum) / (2 * sum);
    sum = exponentials(said->policy, said->count, shares);
    for (int i = 0; i < said->count; i++)
        said->priors[i] = (shares[i] * 65535 + sum / 2) / sum;
}
