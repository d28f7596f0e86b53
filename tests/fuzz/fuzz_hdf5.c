#include "tests/fuzz/fuzz_hdf5.h"

#include "core/base/files/hdf5_attributes.h"

#include <stdlib.h>

uint64_t fuzz_take_number(fuzz_input_t *input, int bytes) {
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++)
        number = number << 8 | fuzz_take_byte(input);
    return number;
}

/* --- Attributes --------------------------------------------------------------------- */

/* Splits "NAME=WHAT"; false if malformed. */
static bool split(char *line, char **what) {
    char *equals = line ? strchr(line, '=') : NULL;
    if (!equals || equals == line)
        return false;
    *equals = 0;
    *what = equals + 1;
    return true;
}

static void write_attribute(hid_t where, const char *name, hid_t type, hid_t space,
                            const void *values) {
    hid_t attribute = H5Acreate2(where, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    if (attribute >= 0) {
        H5Awrite(attribute, type, values);
        H5Aclose(attribute);
    }
    H5Sclose(space);
}

static void write_numbers(hid_t where, const char *name, const char *count_text) {
    enum { MOST = 64 };
    static const uint64_t numbers[MOST];
    hsize_t count = strtoull(count_text, NULL, 10) % MOST;
    write_attribute(where, name, H5T_STD_U64LE, H5Screate_simple(1, &count, NULL),
                    numbers);
}

static void write_fixed(hid_t where, const char *name, const char *text) {
    hid_t type = hdf5_text_type(strlen(text));
    write_attribute(where, name, type, H5Screate(H5S_SCALAR), *text ? text : "\0");
    H5Tclose(type);
}

static void edit_attribute(hid_t file, fuzz_input_t *input, uint8_t letter) {
    char *line = fuzz_take_line(input), *what;
    if (split(line, &what)) {
        char *at = strchr(line, '@');
        if (at)
            *at = 0;
        hid_t where = H5Oopen(file, at && at[1] ? at + 1 : ".", H5P_DEFAULT);
        if (where >= 0) {
            if (H5Aexists(where, line) > 0)
                H5Adelete(where, line);
            if (letter == 'n')
                hdf5_write_number(where, line, strtoull(what, NULL, 10));
            else if (letter == 'a')
                hdf5_write_text(where, line, what);
            else if (letter == 'x')
                write_numbers(where, line, what);
            else
                write_fixed(where, line, what);
            H5Oclose(where);
        }
    }
    free(line);
}

/* --- Datasets ----------------------------------------------------------------------- */

static const char zeroes[256 * 256];

static void edit_shape(hid_t file, fuzz_input_t *input, const char *name) {
    H5Ldelete(file, name, H5P_DEFAULT);
    hsize_t dimensions[2] = {fuzz_take_byte(input), fuzz_take_byte(input)};
    hdf5_write_dataset(file, name, H5T_STD_I8LE, H5T_NATIVE_INT8, dimensions[1] ? 2 : 1,
                       dimensions, zeroes);
}

static hid_t type_of(uint8_t number) {
    const hid_t types[] = {H5T_STD_U8LE,   H5T_STD_U16LE, H5T_STD_U32LE,  H5T_STD_I64LE,
                           H5T_STD_U64LE,  H5T_STD_I8LE,  H5T_STD_I16LE,  H5T_STD_I32LE,
                           H5T_IEEE_F32LE, H5T_STD_U16BE, H5T_IEEE_F64LE, H5T_C_S1};
    return types[number % (sizeof types / sizeof *types)];
}

/* No values are written: they read as zeros. */
static void remake(hid_t file, fuzz_input_t *input, const char *name) {
    hid_t type = type_of(fuzz_take_byte(input));
    int rank = fuzz_take_byte(input) % 4;
    hsize_t dimensions[3] = {fuzz_take_number(input, 4), fuzz_take_number(input, 2), 1};
    hsize_t chunk[3] = {fuzz_take_number(input, 2), dimensions[1], 1};
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    if (chunk[0] > 0 && rank > 0) {
        H5Pset_chunk(properties, rank, chunk);
        H5Pset_deflate(properties, 1);
    }
    H5Ldelete(file, name, H5P_DEFAULT);
    hid_t space =
        rank > 0 ? H5Screate_simple(rank, dimensions, NULL) : H5Screate(H5S_SCALAR);
    hid_t dataset =
        H5Dcreate2(file, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    if (dataset >= 0)
        H5Dclose(dataset);
    H5Sclose(space);
    H5Pclose(properties);
}

static void edit_value(hid_t file, fuzz_input_t *input, const char *name) {
    enum { MOST = 1 << 22 };
    uint64_t place = fuzz_take_number(input, 4), value = fuzz_take_number(input, 8);
    hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    if (dataset < 0)
        return;
    hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    size_t width = H5Tget_size(type);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    if (count > 0 && width <= sizeof value && (size_t)count * width <= MOST) {
        unsigned char *values = memory_new((size_t)count, width);
        H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
        memcpy(values + place % (uint64_t)count * width, &value, width);
        H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
        free(values);
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(dataset);
}

static void make_group(hid_t file, fuzz_input_t *input) {
    char *name = fuzz_take_line(input);
    hid_t group = name && *name
                      ? H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)
                      : -1;
    if (group >= 0)
        H5Gclose(group);
    free(name);
}

static void edit(hid_t file, fuzz_input_t *input, const char *const *names, int count) {
    uint8_t letter = fuzz_take_byte(input);
    if (strchr("naxf", letter) && letter) {
        edit_attribute(file, input, letter);
        return;
    }
    if (letter == 'g') {
        make_group(file, input);
        return;
    }
    if (!letter || !strchr("srvdl", letter))
        return;
    const char *name = names[fuzz_take_byte(input) % count];
    if (letter == 's')
        edit_shape(file, input, name);
    else if (letter == 'r')
        remake(file, input, name);
    else if (letter == 'v')
        edit_value(file, input, name);
    else
        H5Ldelete(file, name, H5P_DEFAULT);
    if (letter == 'l')
        H5Lcreate_hard(file, names[fuzz_take_byte(input) % count], file, name,
                       H5P_DEFAULT, H5P_DEFAULT);
}

void fuzz_edit_hdf5(const char *path, fuzz_input_t *input, const char *const *names,
                    int count) {
    enum { MOST = 16 };
    hdf5_be_silent();
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    REQUIRE(file >= 0);
    for (int i = 0; i < MOST && input->size > 0; i++)
        edit(file, input, names, count);
    H5Fclose(file);
}
