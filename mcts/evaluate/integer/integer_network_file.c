/* Integer network files, and the networks that the program has read. */
#include "core/base/files/foreign_hdf5.h"
#include "core/base/files/hdf5_attributes.h"
#include "core/game/planes.h"
#include "mcts/evaluate/hdf5_image.h"
#include "mcts/evaluate/integer/integer_network.h"
#include "mcts/evaluate/network_formats.h"
#include "mcts/evaluate/opened_files.h"

#include <stdlib.h>

enum { SCHEMA_VERSION = 1 };

/* --- Reading ------------------------------------------------------------------------ */

static bool expect_number(foreign_hdf5_t *file, const char *path, const char *name,
                          int expected, failure_t *error) {
    uint64_t number;
    if (!foreign_hdf5_number(file, name, &number))
        return error_set(error,
                         "%s: the attribute \"%s\" is missing or not a whole number",
                         path, name);
    return number == (uint64_t)expected ||
           error_set(error, "%s: \"%s\" is %llu; this program has %d", path, name,
                     (unsigned long long)number, expected);
}

static bool has_format(foreign_hdf5_t *file, const char *path, failure_t *error) {
    char format[64];
    foreign_hdf5_text_into(file, "format", format, sizeof format);
    if (strcmp(format, CONVOLUTIONAL_FORMAT) == 0)
        return error_set(
            error, "%s: is a convolutional network: use search.evaluator=network", path);
    return strcmp(format, INTEGER_FORMAT) == 0 ||
           error_set(error,
                     "%s: is not an integer network file: its \"format\" is \"%s\"", path,
                     format);
}

/* Makes the game of the variant that the file names. */
static game_t *make_game(const char *name, char *variant, failure_t *error) {
    enum { WORDS = GAME_VARIANT_TEXT / 2 };
    char *words[WORDS], *rest = variant, *word;
    int count = 0;
    while ((word = strtok_r(rest, " ", &rest)) && count < WORDS)
        words[count++] = word;
    return game_new(name, words, count, error);
}

static game_t *read_game(foreign_hdf5_t *file, const char *path, failure_t *error) {
    char name[64], variant[GAME_VARIANT_TEXT], copy[GAME_VARIANT_TEXT];
    foreign_hdf5_text_into(file, "game", name, sizeof name);
    foreign_hdf5_text_into(file, "variant", variant, sizeof variant);
    memcpy(copy, variant, sizeof copy);
    game_t *game = make_game(name, copy, error);
    if (!game) {
        error_prefix(error, "%s", path);
        return NULL;
    }
    if (strcmp(variant, game->variant_text) == 0)
        return game;
    error_set(error, "%s: its \"variant\" is \"%s\"; it must be \"%s\"", path, variant,
              game->variant_text);
    game_free(game);
    return NULL;
}

static bool refuse_shape(const char *path, const integer_tensor_t *tensor,
                         failure_t *error) {
    char shape[64];
    text_t out = text_into(shape, sizeof shape);
    for (int i = 0; i < tensor->rank; i++)
        text_add(&out, "%s%d", i ? " x " : "", tensor->dimensions[i]);
    return error_set(error, "%s: \"%s\" must be %s signed numbers of %d bits", path,
                     tensor->name, shape, 8 * tensor->bytes);
}

static bool read_tensor(foreign_hdf5_t *file, const char *path,
                        const integer_tensor_t *tensor, failure_t *error) {
    foreign_array_t array = {.name = tensor->name,
                             .type = tensor->bytes == 1   ? FOREIGN_I8
                                     : tensor->bytes == 2 ? FOREIGN_I16
                                                          : FOREIGN_I32,
                             .rank = tensor->rank,
                             .values = tensor->values};
    for (int i = 0; i < tensor->rank; i++)
        array.dimensions[i] = tensor->dimensions[i];
    foreign_answer_t answer = foreign_hdf5_read(file, &array);
    if (answer == FOREIGN_MISSING)
        return error_set(error, "%s: the tensor \"%s\" is missing", path, tensor->name);
    if (answer == FOREIGN_UNLIKE)
        return refuse_shape(path, tensor, error);
    return answer == FOREIGN_READ ||
           error_set(error, "%s: \"%s\" cannot be read", path, tensor->name);
}

static bool read_tensors(foreign_hdf5_t *file, const char *path,
                         integer_network_t *network, failure_t *error) {
    uint64_t hash;
    for (int i = 0; i < INTEGER_TENSORS; i++)
        if (!read_tensor(file, path, &network->tensors[i], error))
            return false;
    int64_t links = foreign_hdf5_links(file);
    if (links != INTEGER_TENSORS)
        return error_set(error, "%s: has %lld tensors; an integer network has %d", path,
                         (long long)links, INTEGER_TENSORS);
    if (!integer_network_check(network, error))
        return error_prefix(error, "%s", path);
    integer_network_settle(network);
    return (foreign_hdf5_number(file, "hash", &hash) && hash == network->hash) ||
           error_set(error, "%s: its hash does not match its contents: it is damaged",
                     path);
}

/* Checks a file's attributes before allocating memory for its weights, which is as much
 * as the variant needs. */
static bool check_versions(foreign_hdf5_t *file, const char *path, const game_t *game,
                           failure_t *error) {
    return expect_number(file, path, "features_version", features_version(game), error) &&
           expect_number(file, path, "planes_version", planes_shape(game).version, error);
}

static bool read_units(foreign_hdf5_t *file, const char *path, int *units,
                       failure_t *error) {
    uint64_t number;
    if (!foreign_hdf5_number(file, "units", &number) || number > INTEGER_MAX_UNITS)
        return error_set(
            error, "%s: the attribute \"units\" is missing, or not a number up to %d",
            path, INTEGER_MAX_UNITS);
    *units = (int)number;
    return true;
}

static integer_network_t *read_open(foreign_hdf5_t *file, const char *path,
                                    failure_t *error) {
    if (!has_format(file, path, error) ||
        !expect_number(file, path, "schema_version", SCHEMA_VERSION, error) ||
        !expect_number(file, path, "hidden", INTEGER_HIDDEN, error))
        return NULL;
    integer_network_t *network = NULL;
    int units = 0;
    game_t *game = read_game(file, path, error);
    if (game && check_versions(file, path, game, error) &&
        read_units(file, path, &units, error)) {
        network = integer_network_new(game, units, error);
        if (!network)
            error_prefix(error, "%s", path);
    }
    if (network && !read_tensors(file, path, network, error)) {
        integer_network_free(network);
        network = NULL;
    }
    game_free(game);
    return network;
}

integer_network_t *integer_network_read(const char *path, failure_t *error) {
    foreign_hdf5_t *file = foreign_hdf5_open(path, error);
    if (!file)
        return NULL;
    integer_network_t *network = read_open(file, path, error);
    if (foreign_hdf5_close(file, error))
        return network;
    integer_network_free(network);
    return NULL;
}

bool integer_network_is_in(const char *path) {
    foreign_hdf5_t *file = foreign_hdf5_open(path, NULL);
    if (!file)
        return false;
    bool is = has_format(file, path, NULL);
    return foreign_hdf5_close(file, NULL) && is;
}

/* --- Writing ------------------------------------------------------------------------ */

static hid_t type_in_file(const integer_tensor_t *tensor) {
    return tensor->bytes == 1   ? H5T_STD_I8LE
           : tensor->bytes == 2 ? H5T_STD_I16LE
                                : H5T_STD_I32LE;
}

static hid_t type_in_memory(const integer_tensor_t *tensor) {
    return tensor->bytes == 1   ? H5T_NATIVE_INT8
           : tensor->bytes == 2 ? H5T_NATIVE_INT16
                                : H5T_NATIVE_INT32;
}

static bool write_tensor(hid_t file, const integer_tensor_t *tensor) {
    enum { CHUNK_ROWS = 64, LEVEL = 9 };
    hsize_t dimensions[2] = {(hsize_t)tensor->dimensions[0],
                             (hsize_t)tensor->dimensions[1]};
    hsize_t chunk[2] = {dimensions[0], dimensions[1]};
    if (tensor->rank == 2 && chunk[0] > CHUNK_ROWS)
        chunk[0] = CHUNK_ROWS;
    hid_t space = H5Screate_simple(tensor->rank, dimensions, NULL);
    hid_t properties = hdf5_untimed(H5P_DATASET_CREATE), dataset = -1;
    if (H5Pset_chunk(properties, tensor->rank, chunk) >= 0 &&
        H5Pset_deflate(properties, LEVEL) >= 0)
        dataset = H5Dcreate2(file, tensor->name, type_in_file(tensor), space, H5P_DEFAULT,
                             properties, H5P_DEFAULT);
    bool written = dataset >= 0 && H5Dwrite(dataset, type_in_memory(tensor), H5S_ALL,
                                            H5S_ALL, H5P_DEFAULT, tensor->values) >= 0;
    if (dataset >= 0)
        written = H5Dclose(dataset) >= 0 && written;
    H5Pclose(properties);
    H5Sclose(space);
    return written;
}

static bool write_all(hid_t file, const integer_network_t *network) {
    const struct {
        const char *name;
        int value;
    } numbers[] = {
        {"schema_version", SCHEMA_VERSION},
        {"features_version", network->features_version},
        {"planes_version", planes_class_shape(network->class).version},
        {"units", network->units},
        {"hidden", INTEGER_HIDDEN},
    };
    bool written = hdf5_write_text(file, "format", INTEGER_FORMAT) &&
                   hdf5_write_text(file, "game", network->class->name) &&
                   hdf5_write_text(file, "variant", network->variant) &&
                   hdf5_write_number(file, "hash", network->hash);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        written = written &&
                  hdf5_write_number(file, numbers[i].name, (uint64_t)numbers[i].value);
    for (int i = 0; i < INTEGER_TENSORS; i++)
        written = written && write_tensor(file, &network->tensors[i]);
    return written;
}

bool integer_network_write(const integer_network_t *network, const char *path,
                           failure_t *error) {
    hid_t file = hdf5_image_new();
    return hdf5_image_publish(file, file >= 0 && write_all(file, network), path, error);
}

/* --- The program's networks --------------------------------------------------------- */

static void *read_any(const char *path, failure_t *error) {
    return integer_network_read(path, error);
}

const integer_network_t *integer_network_open(const char *path, failure_t *error) {
    static opened_files_t opened;
    return opened_files_get(&opened, path, read_any, error);
}
