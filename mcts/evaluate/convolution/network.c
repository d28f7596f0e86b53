#include "mcts/evaluate/convolution/network.h"

#include "core/base/pcg.h"
#include "core/base/text.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* --- Tensors ------------------------------------------------------------------------ */

static void add_tensor(network_t *network, const char *name, const char *kind, int rank,
                       const int *dimensions) {
    char full[2 * TENSOR_NAME];
    snprintf(full, sizeof full, "%s.%s", name, kind);
    network->weights.tensors[network->weights.num_tensors++] =
        tensor_of(full, TENSOR_F32, rank, dimensions);
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
    char name[TENSOR_NAME];
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
    qsort(network->weights.tensors, (size_t)network->weights.num_tensors,
          sizeof(tensor_t), compare_tensors);
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
        !is_within("hidden", a->hidden, 1, NETWORK_MAX_HIDDEN, error))
        return false;
    if (!has_pairs && a->pair_size != 0)
        return error_set(error,
                         "a network's \"pair_size\" is %d; allowed: 0, as no action of "
                         "the game is a pair of cells",
                         a->pair_size);
    if (has_pairs &&
        !is_within("pair_size", a->pair_size, 1, NETWORK_MAX_PAIR_SIZE, error))
        return false;
    return a->channels % NETWORK_CHANNELS_STEP == 0 ||
           error_set(error, "a network's \"channels\" is %d; allowed: multiples of %d",
                     a->channels, NETWORK_CHANNELS_STEP);
}

/* Without values. */
static network_t *make(const game_class_t *class, const architecture_t *architecture,
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
    network->weights.game = class;
    network->shape = shape;
    network->architecture = *architecture;
    network->weights.tensors = memory_new((size_t)2 * LAYERS, sizeof(tensor_t));
    add_layers(network);
    return network;
}

network_t *network_new(const game_class_t *class, const architecture_t *architecture,
                       failure_t *error) {
    network_t *network = make(class, architecture, error);
    if (!network)
        return NULL;
    weights_allocate_tensors(&network->weights);
    network_settle(network);
    return network;
}

void network_free(network_t *network) {
    if (!network)
        return;
    weights_clear_tensors(&network->weights);
    free(network->seen);
    free(network);
}

/* Uniform weights whose variance preserves that of the inputs, half of which the
 * rectifier zeroes; the second convolution of a block adds little to the residual. */
void network_randomize(network_t *network, uint64_t seed) {
    pcg32_t rng = pcg32_for(seed, 0, 0, PCG_FOR_NETWORK);
    for (int i = 0; i < network->weights.num_tensors; i++) {
        const tensor_t *tensor = &network->weights.tensors[i];
        float *values = tensor->values;
        size_t inputs =
            tensor->rank > 1 ? tensor->count / (size_t)tensor->dimensions[0] : 64;
        double width = sqrt(6.0 / (double)inputs);
        if (strstr(tensor->name, "second") || tensor->rank == 1)
            width *= 0.4;
        for (size_t k = 0; k < tensor->count; k++)
            values[k] = (float)((2 * pcg32_real(&rng) - 1) * width);
    }
    network_settle(network);
}

const float *network_tensor(const network_t *network, const char *name) {
    for (int i = 0; i < network->weights.num_tensors; i++)
        if (strcmp(network->weights.tensors[i].name, name) == 0)
            return network->weights.tensors[i].values;
    return NULL;
}

void network_settle(network_t *network) {
    const architecture_t *a = &network->architecture;
    char about[128];
    snprintf(about, sizeof about, "%s %d %d %d %d %d %d", network->weights.game->name,
             network->shape.version, a->channels, a->blocks, a->pool_every, a->pair_size,
             a->hidden);
    network->weights.hash = weights_find_hash(&network->weights, about);
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

/* --- Files -------------------------------------------------------------------------- */

static const game_class_t *read_class(const safetensors_t *file, failure_t *error) {
    const char *name = safetensors_text(file, "game");
    const game_class_t *class = name ? game_class_find(name, error) : NULL;
    int version;
    if (!name)
        error_set(error, "its \"game\" is missing");
    if (!class || !class->networks.planes)
        return NULL;
    version = class->networks.planes->version;
    return safetensors_integer(file, "planes_version", version, version, &version, error)
               ? class
               : NULL;
}

static bool read_architecture(const safetensors_t *file, architecture_t *a,
                              failure_t *error) {
    const struct {
        const char *name;
        int *value;
    } numbers[] = {{"channels", &a->channels},
                   {"blocks", &a->blocks},
                   {"pool_every", &a->pool_every},
                   {"pair_size", &a->pair_size},
                   {"hidden", &a->hidden}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (!safetensors_integer(file, numbers[i].name, 0, INT_MAX, numbers[i].value,
                                 error))
            return false;
    return true;
}

weights_t *network_read(const safetensors_t *file, failure_t *error) {
    const game_class_t *class = read_class(file, error);
    const char *seen = safetensors_text(file, "seen_variants");
    architecture_t architecture;
    network_t *network = NULL;
    if (class && read_architecture(file, &architecture, error))
        network = make(class, &architecture, error);
    if (network && safetensors_fill(file, network->weights.tensors,
                                    network->weights.num_tensors, error)) {
        network_settle(network);
        if (seen && *seen) /* else of a learner that has not begun */
            network->seen = text_copy(seen);
        return &network->weights;
    }
    network_free(network);
    return NULL;
}
