#include "mcts/evaluate/convolution/network.h"

#include "core/base/pcg.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* --- Tensors ------------------------------------------------------------------------ */

static void add_tensor(network_t *network, const char *name, const char *kind, int rank,
                       const int *dimensions) {
    tensor_t *tensor = &network->tensors[network->num_tensors++];
    int length = snprintf(tensor->name, sizeof tensor->name, "%s.%s", name, kind);
    REQUIRE(length < NETWORK_NAME);
    tensor->rank = rank;
    tensor->count = 1;
    for (int i = 0; i < rank; i++) {
        tensor->dimensions[i] = dimensions[i];
        tensor->count *= (size_t)dimensions[i];
    }
    tensor->values = memory_new(tensor->count, sizeof *tensor->values);
}

/* Adds a layer with `kernel` x `kernel` weights, or a linear one for 0; none without
 * outputs. */
static void add_layer(network_t *network, const char *name, int outputs, int inputs,
                      int kernel) {
    if (outputs == 0)
        return;
    add_tensor(network, name, "weight", kernel > 0 ? 4 : 2,
               (int[]){outputs, inputs, kernel, kernel});
    add_tensor(network, name, "bias", 1, &outputs);
}

static int compare_tensors(const void *a, const void *b) {
    return strcmp(((const tensor_t *)a)->name, ((const tensor_t *)b)->name);
}

static void add_layers(network_t *network) {
    const architecture_t *a = &network->architecture;
    const planes_shape_t *shape = &network->shape;
    int c = a->channels, pair = shape->pair_heads * a->pair_size;
    char name[NETWORK_NAME];
    add_layer(network, "stem", c, shape->planes, 3);
    for (int i = 0; i < a->blocks; i++) {
        snprintf(name, sizeof name, "blocks.%d.first", i);
        add_layer(network, name, c, c, 3);
        snprintf(name, sizeof name, "blocks.%d.pool", i);
        add_layer(network, name, network_block_pools(a, i) ? c : 0, 3 * c, 0);
        snprintf(name, sizeof name, "blocks.%d.second", i);
        add_layer(network, name, c, c, 3);
    }
    add_layer(network, "cell", shape->cell_heads, c, 1);
    add_layer(network, "pair_from", pair, c, 1);
    add_layer(network, "pair_to", pair, c, 1);
    add_layer(network, "hidden", a->hidden, 3 * c, 0);
    add_layer(network, "value", 3, a->hidden, 0);
    add_layer(network, "whole", shape->whole_heads, a->hidden, 0);
    qsort(network->tensors, (size_t)network->num_tensors, sizeof *network->tensors,
          compare_tensors);
}

/* --- Creating and freeing ----------------------------------------------------------- */

static bool is_within(const char *name, int value, int min, int max, failure_t *error) {
    return (value >= min && value <= max) ||
           error_set(error, "a network's \"%s\" is %d; allowed: %d to %d", name, value,
                     min, max);
}

static bool check_architecture(const architecture_t *a, bool has_pairs,
                               failure_t *error) {
    if (!is_within("channels", a->channels, NETWORK_CHANNELS_STEP, NETWORK_MAX_CHANNELS,
                   error) ||
        !is_within("blocks", a->blocks, 0, NETWORK_MAX_BLOCKS, error) ||
        !is_within("pool_every", a->pool_every, 0, NETWORK_MAX_BLOCKS, error) ||
        !is_within("pair_size", a->pair_size, has_pairs,
                   has_pairs ? NETWORK_MAX_PAIR_SIZE : 0, error) ||
        !is_within("hidden", a->hidden, 1, NETWORK_MAX_HIDDEN, error))
        return false;
    return a->channels % NETWORK_CHANNELS_STEP == 0 ||
           error_set(error, "a network's \"channels\" is %d; allowed: multiples of %d",
                     a->channels, NETWORK_CHANNELS_STEP);
}

network_t *network_new(const game_class_t *class, const architecture_t *architecture,
                       failure_t *error) {
    enum { LAYERS = 3 * NETWORK_MAX_BLOCKS + 7 };
    if (!class->networks.planes) {
        error_set(error, "%s has no planes: no network plays it", class->name);
        return NULL;
    }
    planes_shape_t shape = planes_class_shape(class);
    if (!check_architecture(architecture, shape.pair_heads > 0, error))
        return NULL;
    network_t *network = memory_new(1, sizeof *network);
    network->class = class;
    network->shape = shape;
    network->architecture = *architecture;
    network->tensors = memory_new((size_t)2 * LAYERS, sizeof *network->tensors);
    add_layers(network);
    network->hash = network_find_hash(network);
    return network;
}

void network_free(network_t *network) {
    if (!network)
        return;
    for (int i = 0; i < network->num_tensors; i++)
        free(network->tensors[i].values);
    free(network->tensors);
    free(network->seen);
    free(network);
}

/* Uniform weights whose variance preserves that of the inputs, half of which the
 * rectifier zeroes; the second convolution of a block adds little to the residual. */
void network_randomize(network_t *network, uint64_t seed) {
    pcg32_t rng = pcg32_for(seed, 0, 0, PCG_FOR_NETWORK);
    for (int i = 0; i < network->num_tensors; i++) {
        tensor_t *tensor = &network->tensors[i];
        size_t inputs =
            tensor->rank > 1 ? tensor->count / (size_t)tensor->dimensions[0] : 64;
        double width = sqrt(6.0 / (double)inputs);
        if (strstr(tensor->name, "second") || tensor->rank == 1)
            width *= 0.4;
        for (size_t k = 0; k < tensor->count; k++)
            tensor->values[k] = (float)((2 * pcg32_real(&rng) - 1) * width);
    }
    network->hash = network_find_hash(network);
}

const float *network_tensor(const network_t *network, const char *name) {
    for (int i = 0; i < network->num_tensors; i++)
        if (strcmp(network->tensors[i].name, name) == 0)
            return network->tensors[i].values;
    return NULL;
}

/* --- The hash of a network ---------------------------------------------------------- */

uint64_t network_find_hash(const network_t *network) {
    const architecture_t *a = &network->architecture;
    char text[128];
    uint64_t sum = 0, index = 0;
    snprintf(text, sizeof text, "%s %d %d %d %d %d %d", network->class->name,
             network->shape.version, a->channels, a->blocks, a->pool_every, a->pair_size,
             a->hidden);
    for (const char *p = text; *p; p++)
        sum += ((uint64_t)(unsigned char)*p + 1) * mix64(index++);
    for (int i = 0; i < network->num_tensors; i++)
        for (size_t k = 0; k < network->tensors[i].count; k++) {
            uint32_t word;
            memcpy(&word, &network->tensors[i].values[k], sizeof word);
            sum += ((uint64_t)word + 1) * mix64(index++);
        }
    return mix64(sum);
}

void network_write_hash(const network_t *network, char text[NETWORK_HASH_TEXT]) {
    snprintf(text, NETWORK_HASH_TEXT, "0x%016" PRIx64, network->hash);
}

bool network_has_seen(const network_t *network, const game_t *game) {
    size_t length = strlen(game->variant_text);
    for (const char *line = network->seen; line && *line;) {
        size_t size = strcspn(line, "\n");
        if (size == length && memcmp(line, game->variant_text, size) == 0)
            return true;
        line += size + (line[size] != 0);
    }
    return !network->seen;
}

bool network_fits(const network_t *network, const game_t *game, failure_t *error) {
    return network->class == game->class ||
           error_set(error, "the network plays %s, not %s", network->class->name,
                     game->class->name);
}
