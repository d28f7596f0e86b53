#include "mcts/evaluate/integer/integer_network.h"

#include "core/base/pcg.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

/* --- Creating and freeing ----------------------------------------------------------- */

static bool check_units(int units, failure_t *error) {
    return (units >= INTEGER_UNITS_STEP && units <= INTEGER_MAX_UNITS &&
            units % INTEGER_UNITS_STEP == 0) ||
           error_set(error,
                     "an integer network's \"units\" is %d; allowed: multiples of %d up "
                     "to %d",
                     units, INTEGER_UNITS_STEP, INTEGER_MAX_UNITS);
}

static void add_tensors(integer_network_t *network) {
    int units = network->units, both = 2 * units, hidden = INTEGER_HIDDEN;
    const struct {
        const char *name;
        tensor_type_t type;
        int rows, columns; /* 0: of one dimension */
    } all[INTEGER_TENSORS] = {
        [INTEGER_FEATURES_BIAS] = {"features.bias", TENSOR_I16, units, 0},
        [INTEGER_FEATURES_WEIGHT] = {"features.weight", TENSOR_I16,
                                     network->rows->features, units},
        [INTEGER_HIDDEN_BIAS] = {"hidden.bias", TENSOR_I32, hidden, 0},
        [INTEGER_HIDDEN_WEIGHT] = {"hidden.weight", TENSOR_I8, hidden, both},
        [INTEGER_POLICY_BIAS] = {"policy.bias", TENSOR_I32, network->rows->actions, 0},
        [INTEGER_POLICY_WEIGHT] = {"policy.weight", TENSOR_I8, network->rows->actions,
                                   both},
        [INTEGER_VALUE_BIAS] = {"value.bias", TENSOR_I32, INTEGER_RESULTS, 0},
        [INTEGER_VALUE_WEIGHT] = {"value.weight", TENSOR_I8, INTEGER_RESULTS, hidden}};
    network->weights.tensors = memory_new(INTEGER_TENSORS, sizeof(tensor_t));
    for (int i = 0; i < INTEGER_TENSORS; i++)
        network->weights.tensors[i] =
            tensor_of(all[i].name, all[i].type, all[i].columns > 0 ? 2 : 1,
                      (int[]){all[i].rows, all[i].columns});
}

/* Without values of tensors. Takes over the rows, which may be NULL. */
static integer_network_t *make(integer_rows_t *rows, int units, failure_t *error) {
    if (!rows || !check_units(units, error)) {
        integer_rows_free(rows);
        return NULL;
    }
    integer_network_t *network = memory_new(1, sizeof *network);
    network->weights = (weights_t){
        .game = rows->game, .variant = rows->text, .num_tensors = INTEGER_TENSORS};
    network->rows = rows;
    network->units = units;
    add_tensors(network);
    network->hidden_groups = memory_new_vectors((size_t)(INTEGER_HIDDEN * 2 * units));
    return network;
}

integer_network_t *integer_network_of_variants(const game_t *const *games, int count,
                                               int units, failure_t *error) {
    integer_network_t *network =
        make(integer_rows_new(games, count, error), units, error);
    if (network) {
        weights_allocate_tensors(&network->weights);
        integer_network_settle(network);
    }
    return network;
}

integer_network_t *integer_network_new(const game_t *game, int units, failure_t *error) {
    return integer_network_of_variants(&game, 1, units, error);
}

void integer_network_free(integer_network_t *network) {
    if (!network)
        return;
    weights_clear_tensors(&network->weights);
    free(network->hidden_groups);
    integer_rows_free(network->rows);
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
        const tensor_t *tensor = &network->weights.tensors[i];
        for (size_t k = 0; k < tensor->count; k++)
            tensor_set(tensor, k, draw(&rng, most[i]));
    }
    integer_network_settle(network);
}

void integer_network_settle(integer_network_t *network) {
    char about[INTEGER_VARIANTS_TEXT + 64];
    const int8_t *rows = integer_network_values(network, INTEGER_HIDDEN_WEIGHT);
    int inputs = 2 * network->units;
    for (int unit = 0; unit < INTEGER_HIDDEN; unit++)
        for (int i = 0; i < inputs; i++)
            network->hidden_groups[((i / 4) * INTEGER_HIDDEN + unit) * 4 + i % 4] =
                rows[unit * inputs + i];
    snprintf(about, sizeof about, "%s %s %d %d", network->weights.game->name,
             network->rows->text, network->rows->features_version, network->units);
    network->weights.hash = weights_find_hash(&network->weights, about);
}

/* --- Limits of weights -------------------------------------------------------------- */

static bool check_range(const tensor_t *tensor, int32_t most, failure_t *error) {
    for (size_t i = 0; i < tensor->count; i++) {
        int32_t value = (int32_t)tensor_word(tensor, i);
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
    const int16_t *values = integer_network_values(network, INTEGER_FEATURES_WEIGHT);
    for (int f = 0; f < network->rows->features; f++)
        weights[f] = abs((int)values[f * network->units + unit]);
    qsort(weights, (size_t)network->rows->features, sizeof *weights, compare_falling);
    const int16_t *bias = integer_network_values(network, INTEGER_FEATURES_BIAS);
    int sum = abs((int)bias[unit]);
    for (int f = 0; f < network->rows->features && f < network->rows->most; f++)
        sum += weights[f];
    return sum <= INT16_MAX ||
           error_set(error,
                     "the weights of \"features\", unit %d, could add up to %d; allowed: "
                     "%d",
                     unit, sum, INT16_MAX);
}

bool integer_network_check(const integer_network_t *network, failure_t *error) {
    const tensor_t *tensors = network->weights.tensors;
    if (!check_range(&tensors[INTEGER_HIDDEN_BIAS], INTEGER_MAX_BIAS, error) ||
        !check_range(&tensors[INTEGER_HIDDEN_WEIGHT], INTEGER_MAX_WEIGHT, error) ||
        !check_range(&tensors[INTEGER_POLICY_BIAS], INTEGER_MAX_BIAS, error) ||
        !check_range(&tensors[INTEGER_POLICY_WEIGHT], INTEGER_MAX_WEIGHT, error) ||
        !check_range(&tensors[INTEGER_VALUE_BIAS], INTEGER_MAX_BIAS, error) ||
        !check_range(&tensors[INTEGER_VALUE_WEIGHT], INTEGER_MAX_WEIGHT, error))
        return false;
    int *weights = memory_new((size_t)network->rows->features, sizeof *weights);
    bool ok = true;
    for (int unit = 0; ok && unit < network->units; unit++)
        ok = check_unit(network, unit, weights, error);
    free(weights);
    return ok;
}

/* --- Files -------------------------------------------------------------------------- */

static integer_rows_t *read_rows(const safetensors_t *file, failure_t *error) {
    const char *name = safetensors_text(file, "game");
    const char *variant = safetensors_text(file, "variant");
    if (name && variant)
        return integer_rows_read(name, variant, error);
    error_set(error, "its \"game\" or \"variant\" is missing");
    return NULL;
}

static bool check_versions(const safetensors_t *file, const integer_rows_t *rows,
                           failure_t *error) {
    const int features = rows->features_version, planes = rows->planes_version;
    int number;
    return safetensors_integer(file, "features_version", features, features, &number,
                               error) &&
           safetensors_integer(file, "planes_version", planes, planes, &number, error);
}

unsigned char *integer_network_write(const integer_network_t *network, size_t *size) {
    const weights_t *weights = &network->weights;
    char hash[WEIGHTS_HASH];
    const struct {
        const char *key;
        int number;
    } numbers[] = {{"features_version", network->rows->features_version},
                   {"planes_version", network->rows->planes_version},
                   {"units", network->units}};
    cJSON *metadata = cJSON_CreateObject();
    weights_write_hash(weights, hash);
    cJSON_AddStringToObject(metadata, "format", INTEGER_FORMAT);
    cJSON_AddStringToObject(metadata, "game", weights->game->name);
    cJSON_AddStringToObject(metadata, "variant", network->rows->text);
    cJSON_AddStringToObject(metadata, "hash", hash);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", numbers[i].number);
        cJSON_AddStringToObject(metadata, numbers[i].key, text);
    }
    return safetensors_write(metadata, weights->tensors, weights->num_tensors, size);
}

weights_t *integer_network_read(const safetensors_t *file, failure_t *error) {
    integer_network_t *network = NULL;
    int units;
    integer_rows_t *rows = read_rows(file, error);
    if (rows && check_versions(file, rows, error) &&
        safetensors_integer(file, "units", 1, INTEGER_MAX_UNITS, &units, error))
        network = make(rows, units, error);
    else
        integer_rows_free(rows);
    if (!network)
        return NULL;
    if (safetensors_fill(file, network->weights.tensors, INTEGER_TENSORS, error) &&
        integer_network_check(network, error)) {
        integer_network_settle(network);
        return &network->weights;
    }
    integer_network_free(network);
    return NULL;
}
