/* Packing and unpacking of chunks against the HDF5 library's filters. */
#include "core/base/error.h"
#include "core/base/pcg.h"
#include "selfplay/store/chunks/chunk_filters.h"
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 300, CHUNK_ROWS = 128 };

/* In memory, of numbers of a given size in bytes. */
static hid_t make_dataset(hid_t file, const char *name, const chunk_filters_t *filters) {
    const hsize_t rows = ROWS, chunk = CHUNK_ROWS;
    hid_t type = H5Tcopy(H5T_STD_U8LE), space = H5Screate_simple(1, &rows, NULL);
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    assert_true(H5Tset_size(type, filters->value_bytes) >= 0);
    assert_true(H5Pset_chunk(properties, 1, &chunk) >= 0);
    assert_true(chunk_filters_set(filters, properties));
    hid_t dataset =
        H5Dcreate2(file, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    assert_true(dataset >= 0);
    H5Pclose(properties);
    H5Sclose(space);
    H5Tclose(type);
    return dataset;
}

/* A mixture of rows that compress and rows that do not. */
static void draw(unsigned char *values, size_t bytes, uint64_t seed) {
    pcg32_t rng = pcg32_for(seed, 0, 0, PCG_FOR_TEST);
    memset(values, 0, bytes);
    for (size_t i = 0; i < bytes; i++)
        if (i % 8 == 0 || seed % 2 == 0)
            values[i] = (unsigned char)pcg32_below(&rng, 256);
}

static void write_packed(hid_t dataset, const chunk_filters_t *filters,
                         const unsigned char *values) {
    size_t bytes = CHUNK_ROWS * filters->value_bytes, room = chunk_room(filters, bytes);
    unsigned char *packed = memory_new(room, 1), *again = memory_new(bytes, 1);
    for (hsize_t first = 0; first < ROWS; first += CHUNK_ROWS) {
        const unsigned char *rows = values + first * filters->value_bytes;
        size_t size = chunk_pack(filters, rows, bytes, packed, room);
        assert_true(H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, &first, size, packed) >= 0);
        assert_true(chunk_unpack(filters, packed, size, again, bytes));
        assert_memory_equal(again, rows, bytes);
        assert_false(chunk_unpack(filters, packed, size / 2, again, bytes));
        if (filters->level > 0 || filters->checksum) {
            packed[size - 1] ^= 1; /* of a checksum, the library's or zlib's */
            assert_false(chunk_unpack(filters, packed, size, again, bytes));
        }
    }
    free(packed);
    free(again);
}

static void read_packed(hid_t dataset, const chunk_filters_t *filters,
                        const unsigned char *values) {
    size_t bytes = CHUNK_ROWS * filters->value_bytes;
    unsigned char *again = memory_new(bytes, 1);
    for (hsize_t first = 0; first < ROWS; first += CHUNK_ROWS) {
        hsize_t size, rows = ROWS - first < CHUNK_ROWS ? ROWS - first : CHUNK_ROWS;
        uint32_t left_out = 0;
        assert_true(H5Dget_chunk_storage_size(dataset, &first, &size) >= 0);
        unsigned char *packed = memory_new(size, 1);
        assert_true(H5Dread_chunk(dataset, H5P_DEFAULT, &first, &left_out, packed) >= 0);
        if (left_out == 0) { /* the library leaves out a deflate that does not pay */
            assert_true(chunk_unpack(filters, packed, size, again, bytes));
            assert_memory_equal(again, values + first * filters->value_bytes,
                                rows * filters->value_bytes);
        }
        free(packed);
    }
    free(again);
}

static void check(hid_t file, const chunk_filters_t *filters, uint64_t seed) {
    size_t whole = (ROWS + CHUNK_ROWS) * filters->value_bytes;
    size_t bytes = ROWS * filters->value_bytes;
    unsigned char *values = memory_new(whole, 1), *again = memory_new(whole, 1);
    draw(values, bytes, seed);
    hid_t ours = make_dataset(file, "ours", filters);
    hid_t theirs = make_dataset(file, "theirs", filters), type = H5Dget_type(ours);
    write_packed(ours, filters, values);
    assert_true(H5Dread(ours, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, again) >= 0);
    assert_memory_equal(again, values, bytes);
    assert_true(H5Dwrite(theirs, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    assert_true(H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0);
    read_packed(theirs, filters, values);
    H5Tclose(type);
    H5Dclose(ours);
    H5Dclose(theirs);
    assert_true(H5Ldelete(file, "ours", H5P_DEFAULT) >= 0);
    assert_true(H5Ldelete(file, "theirs", H5P_DEFAULT) >= 0);
    free(values);
    free(again);
}

static void test_as_the_library(void **unused) {
    (void)unused;
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    assert_true(H5Pset_fapl_core(access, 1 << 16, false) >= 0);
    hid_t file = H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    assert_true(file >= 0);
    for (size_t value_bytes = 1; value_bytes <= 8; value_bytes *= 2)
        for (int level = 0; level <= 9; level += 3)
            for (int checksum = 0; checksum < 2; checksum++)
                for (uint64_t seed = 0; seed < 2; seed++) {
                    chunk_filters_t filters = {value_bytes, level, checksum != 0};
                    check(file, &filters, seed);
                }
    H5Fclose(file);
    H5Pclose(access);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_as_the_library)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
