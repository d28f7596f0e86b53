#include "mcts/evaluate/integer/integer_network.h"

#include "core/base/pcg.h"
#include "core/game/planes.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- Creating and freeing ----------------------------------------------------------- */

static void set_tensor(integer_network_t *network, integer_tensor_name_t at,
                       const char *name, int bytes, int rows, int columns) {
    integer_tensor_t *tensor = &network->tensors[at];
    *tensor = (integer_tensor_t){.name = name,
                                 .rank = columns > 0 ? 2 : 1,
                                 .dimensions = {rows, columns},
                                 .bytes = bytes};
    tensor->count = (size_t)rows * (size_t)(columns > 0 ? columns : 1);
    tensor->values = memory_new_vectors(tensor->count * (size_t)bytes);
}

static bool check_units(int units, failure_t *error) {
    return (units >= INTEGER_UNITS_STEP && units <= INTEGER_MAX_UNITS &&
            units % INTEGER_UNITS_STEP == 0) ||
           error_set(error,
                     "an integer network's \"units\" is %d; allowed: multiples of %d up "
                     "to %d",
                     units, INTEGER_UNITS_STEP, INTEGER_MAX_UNITS);
}

static void find_seen(integer_network_t *network, const game_t *game) {
    network->seen = memory_new((size_t)network->features, sizeof *network->seen);
    features_seen_all(game, 1, network->seen);
    network->actions_seen =
        memory_new((size_t)network->actions, sizeof *network->actions_seen);
    features_seen_actions(game, 1, network->actions_seen);
}

integer_network_t *integer_network_new(const game_t *game, int units, failure_t *error) {
    if (!game->class->networks.planes) {
        error_set(error, "%s has no planes: no network plays it", game->class->name);
        return NULL;
    }
    if (!check_units(units, error))
        return NULL;
    integer_network_t *network = memory_new(1, sizeof *network);
    network->class = game->class;
    snprintf(network->variant, sizeof network->variant, "%s", game->variant_text);
    network->features_version = features_version(game);
    network->features = features_count(game);
    network->most_features = features_most(game);
    network->actions = game->num_actions;
    network->units = units;
    int both = 2 * units;
    set_tensor(network, INTEGER_FEATURES_BIAS, "features.bias", 2, units, 0);
    set_tensor(network, INTEGER_FEATURES_WEIGHT, "features.weight", 2, network->features,
               units);
    set_tensor(network, INTEGER_HIDDEN_BIAS, "hidden.bias", 4, INTEGER_HIDDEN, 0);
    set_tensor(network, INTEGER_HIDDEN_WEIGHT, "hidden.weight", 1, INTEGER_HIDDEN, both);
    set_tensor(network, INTEGER_POLICY_BIAS, "policy.bias", 4, network->actions, 0);
    set_tensor(network, INTEGER_POLICY_WEIGHT, "policy.weight", 1, network->actions,
               both);
    set_tensor(network, INTEGER_VALUE_BIAS, "value.bias", 4, INTEGER_RESULTS, 0);
    set_tensor(network, INTEGER_VALUE_WEIGHT, "value.weight", 1, INTEGER_RESULTS,
               INTEGER_HIDDEN);
    network->hidden_groups = memory_new_vectors((size_t)INTEGER_HIDDEN * (size_t)both);
    find_seen(network, game);
    integer_network_settle(network);
    return network;
}

void integer_network_free(integer_network_t *network) {
    if (!network)
        return;
    for (int i = 0; i < INTEGER_TENSORS; i++)
        free(network->tensors[i].values);
    free(network->hidden_groups);
    free(network->seen);
    free(network->actions_seen);
    free(network);
}

static int32_t draw(pcg32_t *rng, int32_t most) {
    return (int32_t)pcg32_below(rng, (uint32_t)(2 * most + 1)) - most;
}

/* Feature sums are some hundreds, positive or negative alike: about a third of the units
 * are off and a few are saturated. */
void integer_network_randomize(integer_network_t *network, uint64_t seed) {
    enum { FEATURE = 120, FEATURE_BIAS = 60, HIDDEN_BIAS = 4000, OUTPUT_BIAS = 2000 };
    static const int32_t most[INTEGER_TENSORS] = {
        [INTEGER_FEATURES_BIAS] = FEATURE_BIAS,
        [INTEGER_FEATURES_WEIGHT] = FEATURE,
        [INTEGER_HIDDEN_BIAS] = HIDDEN_BIAS,
        [INTEGER_HIDDEN_WEIGHT] = INTEGER_MAX_WEIGHT / 4,
        [INTEGER_POLICY_BIAS] = OUTPUT_BIAS,
        [INTEGER_POLICY_WEIGHT] = INTEGER_MAX_WEIGHT / 4,
        [INTEGER_VALUE_BIAS] = OUTPUT_BIAS,
        [INTEGER_VALUE_WEIGHT] = INTEGER_MAX_WEIGHT};
    pcg32_t rng = pcg32_for(seed, 0, 0, PCG_FOR_NETWORK);
    for (int i = 0; i < INTEGER_TENSORS; i++) {
        const integer_tensor_t *tensor = &network->tensors[i];
        for (size_t k = 0; k < tensor->count; k++) {
            int32_t value = draw(&rng, most[i]);
            if (tensor->bytes == 1)
                ((int8_t *)tensor->values)[k] = (int8_t)value;
            else if (tensor->bytes == 2)
                ((int16_t *)tensor->values)[k] = (int16_t)value;
            else
                ((int32_t *)tensor->values)[k] = value;
        }
    }
    integer_network_settle(network);
}

void integer_network_settle(integer_network_t *network) {
    const int8_t *rows = integer_network_values8(network, INTEGER_HIDDEN_WEIGHT);
    int inputs = 2 * network->units;
    for (int unit = 0; unit < INTEGER_HIDDEN; unit++)
        for (int i = 0; i < inputs; i++)
            network->hidden_groups[((i / 4) * INTEGER_HIDDEN + unit) * 4 + i % 4] =
                rows[unit * inputs + i];
    network->hash = integer_network_find_hash(network);
}

int32_t integer_tensor_value(const integer_tensor_t *tensor, size_t i) {
    return tensor->bytes == 1   ? ((const int8_t *)tensor->values)[i]
           : tensor->bytes == 2 ? ((const int16_t *)tensor->values)[i]
                                : ((const int32_t *)tensor->values)[i];
}

/* --- Limits of weights -------------------------------------------------------------- */

static bool check_range(const integer_tensor_t *tensor, int32_t most, failure_t *error) {
    for (size_t i = 0; i < tensor->count; i++) {
        int32_t value = integer_tensor_value(tensor, i);
        if (value < -most || value > most)
            return error_set(error, "\"%s\" holds %d; allowed: -%d to %d", tensor->name,
                             value, most, most);
    }
    return true;
}

static int compare_falling(const void *a, const void *b) {
    return *(const int *)b - *(const int *)a;
}

/* Checks that a unit's sum fits 16 bits in whatever order its features are added, even
 * with the largest weights of as many features as can be on. */
static bool check_unit(const integer_network_t *network, int unit, int *weights,
                       failure_t *error) {
    const int16_t *values = integer_network_values16(network, INTEGER_FEATURES_WEIGHT);
    for (int f = 0; f < network->features; f++)
        weights[f] = abs((int)values[f * network->units + unit]);
    qsort(weights, (size_t)network->features, sizeof *weights, compare_falling);
    int sum = abs((int)integer_network_values16(network, INTEGER_FEATURES_BIAS)[unit]);
    for (int f = 0; f < network->features && f < network->most_features; f++)
        sum += weights[f];
    return sum <= INT16_MAX ||
           error_set(error,
                     "the weights of \"features\", unit %d, could add up to %d; allowed: "
                     "%d",
                     unit, sum, INT16_MAX);
}

bool integer_network_check(const integer_network_t *network, failure_t *error) {
    const integer_tensor_t *tensors = network->tensors;
    if (!check_range(&tensors[INTEGER_HIDDEN_BIAS], INTEGER_MAX_BIAS, error) ||
        !check_range(&tensors[INTEGER_HIDDEN_WEIGHT], INTEGER_MAX_WEIGHT, error) ||
        !check_range(&tensors[INTEGER_POLICY_BIAS], INTEGER_MAX_BIAS, error) ||
        !check_range(&tensors[INTEGER_POLICY_WEIGHT], INTEGER_MAX_WEIGHT, error) ||
        !check_range(&tensors[INTEGER_VALUE_BIAS], INTEGER_MAX_BIAS, error) ||
        !check_range(&tensors[INTEGER_VALUE_WEIGHT], INTEGER_MAX_WEIGHT, error))
        return false;
    int *weights = memory_new((size_t)network->features, sizeof *weights);
    bool ok = true;
    for (int unit = 0; ok && unit < network->units; unit++)
        ok = check_unit(network, unit, weights, error);
    free(weights);
    return ok;
}

bool integer_network_fits(const integer_network_t *network, const game_t *game,
                          failure_t *error) {
    if (network->class != game->class)
        return error_set(error, "the network plays %s, not %s", network->class->name,
                         game->class->name);
    return strcmp(network->variant, game->variant_text) == 0 ||
           error_set(error, "the network plays %s with %s, not with %s",
                     game->class->name, network->variant, game->variant_text);
}

/* --- The hash ----------------------------------------------------------------------- */

uint64_t integer_network_find_hash(const integer_network_t *network) {
    char text[GAME_VARIANT_TEXT + 64];
    uint64_t sum = 0, index = 0;
    snprintf(text, sizeof text, "%s %s %d %d", network->class->name, network->variant,
             network->features_version, network->units);
    for (const char *p = text; *p; p++)
        sum += ((uint64_t)(unsigned char)*p + 1) * mix64(index++);
    for (int i = 0; i < INTEGER_TENSORS; i++)
        for (size_t k = 0; k < network->tensors[i].count; k++) {
            uint32_t word = (uint32_t)integer_tensor_value(&network->tensors[i], k);
            sum += ((uint64_t)word + 1) * mix64(index++);
        }
    return mix64(sum);
}

void integer_network_write_hash(const integer_network_t *network,
                                char text[INTEGER_HASH_TEXT]) {
    snprintf(text, INTEGER_HASH_TEXT, "0x%016" PRIx64, network->hash);
}
