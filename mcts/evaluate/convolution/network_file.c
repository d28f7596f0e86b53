/* Network files, and the networks that the program has read. */
#include "core/base/files/foreign_hdf5.h"
#include "core/base/files/hdf5_attributes.h"
#include "mcts/evaluate/convolution/network.h"
#include "mcts/evaluate/hdf5_image.h"
#include "mcts/evaluate/network_formats.h"
#include "mcts/evaluate/opened_files.h"

#include <math.h>
#include <stdlib.h>

enum { SCHEMA_VERSION = 1 };

/* --- Reading ------------------------------------------------------------------------ */

static bool read_int(foreign_hdf5_t *file, const char *path, const char *name, int *value,
                     failure_t *error) {
    uint64_t number;
    if (!foreign_hdf5_number(file, name, &number) || number > INT_MAX)
        return error_set(error,
                         "%s: the attribute \"%s\" is missing or not a whole number",
                         path, name);
    *value = (int)number;
    return true;
}

static bool check_format(foreign_hdf5_t *file, const char *path, failure_t *error) {
    char format[64];
    int version = 0;
    foreign_hdf5_text_into(file, "format", format, sizeof format);
    if (strcmp(format, INTEGER_FORMAT) == 0)
        return error_set(error, "%s: is an integer network: use search.evaluator=integer",
                         path);
    if (strcmp(format, CONVOLUTIONAL_FORMAT) != 0)
        return error_set(error, "%s: is not a network file: its \"format\" is \"%s\"",
                         path, format);
    return read_int(file, path, "schema_version", &version, error) &&
           (version == SCHEMA_VERSION ||
            error_set(error, "%s: schema version %d; this program reads %d", path,
                      version, SCHEMA_VERSION));
}

static const game_class_t *read_class(foreign_hdf5_t *file, const char *path,
                                      failure_t *error) {
    char name[64];
    int version = 0;
    foreign_hdf5_text_into(file, "game", name, sizeof name);
    const game_class_t *class = game_class_find(name, error);
    if (!class || !class->networks.planes) {
        error_prefix(error, "%s", path);
        return NULL;
    }
    if (!read_int(file, path, "planes_version", &version, error))
        return NULL;
    if (version == class->networks.planes->version)
        return class;
    error_set(error, "%s: planes of %s, version %d; this program has version %d", path,
              name, version, class->networks.planes->version);
    return NULL;
}

static bool read_architecture(foreign_hdf5_t *file, const char *path, architecture_t *a,
                              failure_t *error) {
    return read_int(file, path, "channels", &a->channels, error) &&
           read_int(file, path, "blocks", &a->blocks, error) &&
           read_int(file, path, "pool_every", &a->pool_every, error) &&
           read_int(file, path, "pair_size", &a->pair_size, error) &&
           read_int(file, path, "hidden", &a->hidden, error);
}

static void describe_shape(const tensor_t *tensor, char text[64]) {
    text_t out = text_into(text, 64);
    for (int i = 0; i < tensor->rank; i++)
        text_add(&out, "%s%d", i ? " x " : "", tensor->dimensions[i]);
}

static bool read_tensor(foreign_hdf5_t *file, const char *path, tensor_t *tensor,
                        failure_t *error) {
    char shape[64];
    foreign_array_t array = {
        tensor->name, FOREIGN_F32, tensor->rank, {0}, tensor->values};
    for (int i = 0; i < tensor->rank; i++)
        array.dimensions[i] = tensor->dimensions[i];
    foreign_answer_t answer = foreign_hdf5_read(file, &array);
    if (answer == FOREIGN_MISSING)
        return error_set(error, "%s: the tensor \"%s\" is missing", path, tensor->name);
    describe_shape(tensor, shape);
    if (answer == FOREIGN_UNLIKE)
        return error_set(error, "%s: \"%s\" must be %s 32-bit numbers", path,
                         tensor->name, shape);
    if (answer != FOREIGN_READ)
        return error_set(error, "%s: \"%s\" cannot be read", path, tensor->name);
    for (size_t i = 0; i < tensor->count; i++)
        if (!isfinite(tensor->values[i]))
            return error_set(error, "%s: \"%s\" contains a number that is not finite",
                             path, tensor->name);
    return true;
}

static bool read_tensors(foreign_hdf5_t *file, const char *path, network_t *network,
                         failure_t *error) {
    uint64_t hash;
    for (int i = 0; i < network->num_tensors; i++)
        if (!read_tensor(file, path, &network->tensors[i], error))
            return false;
    int64_t links = foreign_hdf5_links(file);
    if (links != network->num_tensors)
        return error_set(error, "%s: has %lld tensors, but its architecture has %d", path,
                         (long long)links, network->num_tensors);
    network->hash = network_find_hash(network);
    return (foreign_hdf5_number(file, "hash", &hash) && hash == network->hash) ||
           error_set(error, "%s: its hash does not match its contents: it is damaged",
                     path);
}

static network_t *read_open(foreign_hdf5_t *file, const char *path, failure_t *error) {
    architecture_t architecture;
    const game_class_t *class =
        check_format(file, path, error) ? read_class(file, path, error) : NULL;
    if (!class || !read_architecture(file, path, &architecture, error))
        return NULL;
    network_t *network = network_new(class, &architecture, error);
    if (!network) {
        error_prefix(error, "%s", path);
    } else if (!read_tensors(file, path, network, error)) {
        network_free(network);
        network = NULL;
    } else {
        network->seen = foreign_hdf5_text(file, "seen_variants");
        if (network->seen && !*network->seen) { /* from a learner that has not begun */
            free(network->seen);
            network->seen = NULL;
        }
    }
    return network;
}

network_t *network_read(const char *path, failure_t *error) {
    foreign_hdf5_t *file = foreign_hdf5_open(path, error);
    if (!file)
        return NULL;
    network_t *network = read_open(file, path, error);
    if (foreign_hdf5_close(file, error))
        return network;
    network_free(network);
    return NULL;
}

/* --- Writing ------------------------------------------------------------------------ */

static bool write_tensor(hid_t file, const tensor_t *tensor) {
    hsize_t dimensions[4];
    for (int i = 0; i < tensor->rank; i++)
        dimensions[i] = (hsize_t)tensor->dimensions[i];
    hid_t space = H5Screate_simple(tensor->rank, dimensions, NULL);
    hid_t properties = hdf5_untimed(H5P_DATASET_CREATE);
    hid_t dataset = H5Dcreate2(file, tensor->name, H5T_IEEE_F32LE, space, H5P_DEFAULT,
                               properties, H5P_DEFAULT);
    bool written = dataset >= 0 && H5Dwrite(dataset, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL,
                                            H5P_DEFAULT, tensor->values) >= 0;
    if (dataset >= 0)
        written = H5Dclose(dataset) >= 0 && written;
    H5Pclose(properties);
    H5Sclose(space);
    return written;
}

static bool write_all(hid_t file, const network_t *network) {
    const architecture_t *a = &network->architecture;
    const struct {
        const char *name;
        int value;
    } numbers[] = {
        {"schema_version", SCHEMA_VERSION},
        {"planes_version", network->shape.version},
        {"channels", a->channels},
        {"blocks", a->blocks},
        {"pool_every", a->pool_every},
        {"pair_size", a->pair_size},
        {"hidden", a->hidden},
    };
    bool written =
        hdf5_write_text(file, "format", CONVOLUTIONAL_FORMAT) &&
        hdf5_write_text(file, "game", network->class->name) &&
        hdf5_write_number(file, "hash", network->hash) &&
        (!network->seen || hdf5_write_text(file, "seen_variants", network->seen));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        written = written &&
                  hdf5_write_number(file, numbers[i].name, (uint64_t)numbers[i].value);
    for (int i = 0; i < network->num_tensors; i++)
        written = written && write_tensor(file, &network->tensors[i]);
    return written;
}

bool network_write(const network_t *network, const char *path, failure_t *error) {
    hid_t file = hdf5_image_new();
    return hdf5_image_publish(file, file >= 0 && write_all(file, network), path, error);
}

/* --- The program's networks --------------------------------------------------------- */

static void *read_any(const char *path, failure_t *error) {
    return network_read(path, error);
}

const network_t *network_open(const char *path, failure_t *error) {
    static opened_files_t opened;
    return opened_files_get(&opened, path, read_any, error);
}
