/* Rows unpacked by several threads equal those written, for datasets packed by this
 * program; others are refused. */
#include "core/base/error.h"
#include "core/base/files/hdf5_attributes.h"
#include "core/base/pcg.h"
#include "core/base/process/task_queue.h"
#include "selfplay/store/chunks/chunk_reader.h"
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 1000, WIDTH = 3, CHUNK_ROWS = 64, DATASETS = 2, OTHERS = 2 };

/* How a dataset is stored. */
enum { OURS, PLAIN, OTHER_ORDER, CONTIGUOUS };

static const struct {
    const char *name;
    int kind;
    chunk_filters_t filters;
} datasets[DATASETS + OTHERS] = {
    {"ours", OURS, {.value_bytes = 4, .level = 1, .checksum = true}},
    {"plain", PLAIN, {.value_bytes = 4}},
    {"other order", OTHER_ORDER, {.value_bytes = 4}},
    {"contiguous", CONTIGUOUS, {.value_bytes = 4}},
};

static uint32_t values[ROWS][WIDTH];

static hid_t make_dataset(hid_t file, int number) {
    const hsize_t size[2] = {ROWS, WIDTH}, chunk[2] = {CHUNK_ROWS, WIDTH};
    int kind = datasets[number].kind;
    hid_t space = H5Screate_simple(2, size, NULL);
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    if (kind != CONTIGUOUS)
        assert_true(H5Pset_chunk(properties, 2, chunk) >= 0);
    if (kind == OTHER_ORDER) {
        assert_true(H5Pset_deflate(properties, 1) >= 0);
        assert_true(H5Pset_shuffle(properties) >= 0);
    }
    assert_true(chunk_filters_set(&datasets[number].filters, properties));
    hid_t dataset = H5Dcreate2(file, datasets[number].name, H5T_STD_U32LE, space,
                               H5P_DEFAULT, properties, H5P_DEFAULT);
    assert_true(dataset >= 0);
    assert_true(
        H5Dwrite(dataset, H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    assert_true(H5Fflush(file, H5F_SCOPE_LOCAL) >= 0);
    H5Pclose(properties);
    H5Sclose(space);
    return dataset;
}

static hid_t make_file(void) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    hdf5_be_silent();
    assert_true(H5Pset_fapl_core(access, 1 << 16, false) >= 0);
    hid_t file = H5Fcreate("in memory", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    assert_true(file >= 0);
    return file;
}

/* Reads all datasets at once, in slices that do not align with chunks. */
static void read_in_slices(const hid_t *handles, uint64_t slice, task_queue_t *queue) {
    chunk_reader_t readers[DATASETS];
    chunk_read_t reads[DATASETS];
    uint32_t(*read)[ROWS][WIDTH] = memory_new(DATASETS, sizeof *read);
    for (int i = 0; i < DATASETS; i++) {
        assert_true(chunk_reader_init(&readers[i], handles[i]));
        assert_int_equal(readers[i].rows, ROWS);
        assert_int_equal(readers[i].row_bytes, sizeof values[0]);
        assert_int_equal(readers[i].chunk_rows, CHUNK_ROWS);
    }
    for (uint64_t first = 0; first < ROWS; first += slice) {
        uint64_t count = ROWS - first < slice ? ROWS - first : slice;
        for (int i = 0; i < DATASETS; i++)
            reads[i] = (chunk_read_t){&readers[i], first, count, read[i][first]};
        assert_int_equal(chunk_reads(reads, DATASETS, queue), DATASETS);
    }
    for (int i = 0; i < DATASETS; i++) {
        assert_memory_equal(read[i], values, sizeof values);
        chunk_reader_clear(&readers[i]);
    }
    free(read);
}

static void read_rows(void **state) {
    static const uint64_t slices[] = {1, 7, CHUNK_ROWS, 100, ROWS};
    hid_t file = make_file(), handles[DATASETS + OTHERS];
    chunk_reader_t other;
    (void)state;
    for (int i = 0; i < DATASETS + OTHERS; i++)
        handles[i] = make_dataset(file, i);
    for (int threads = 0; threads <= 3; threads++) {
        task_queue_t *queue = threads > 0 ? task_queue_start(threads) : NULL;
        for (size_t s = 0; s < sizeof slices / sizeof slices[0]; s++)
            read_in_slices(handles, slices[s], queue);
        task_queue_free(queue);
    }
    for (int i = DATASETS; i < DATASETS + OTHERS; i++)
        assert_false(chunk_reader_init(&other, handles[i]));
    for (int i = 0; i < DATASETS + OTHERS; i++)
        H5Dclose(handles[i]);
    H5Fclose(file);
}

/* Flips a bit of the stored chunk that begins at a row. */
static void damage(hid_t dataset, hsize_t row) {
    const hsize_t offset[2] = {row, 0};
    uint32_t left_out = 0;
    hsize_t size;
    assert_true(H5Dget_chunk_storage_size(dataset, offset, &size) >= 0);
    unsigned char *packed = memory_new(size, 1);
    assert_true(H5Dread_chunk(dataset, H5P_DEFAULT, offset, &left_out, packed) >= 0);
    packed[size / 2] ^= 4;
    assert_true(H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, offset, size, packed) >= 0);
    free(packed);
}

/* The first dataset that cannot be read is reported, whichever thread finds it. */
static void find_damage(void **state) {
    static uint32_t read[3][ROWS][WIDTH];
    hid_t file = make_file(), handles[3];
    (void)state;
    for (int i = 0; i < 3; i++) {
        handles[i] = make_dataset(file, OURS);
        assert_true(H5Lmove(file, "ours", file,
                            i == 0   ? "a"
                            : i == 1 ? "b"
                                     : "c",
                            H5P_DEFAULT, H5P_DEFAULT) >= 0);
    }
    damage(handles[1], (hsize_t)9 * CHUNK_ROWS);
    damage(handles[2], 0);
    for (int threads = 1; threads <= 3; threads++) {
        task_queue_t *queue = task_queue_start(threads);
        chunk_reader_t readers[3];
        chunk_read_t reads[3];
        for (int i = 0; i < 3; i++) {
            assert_true(chunk_reader_init(&readers[i], handles[i]));
            reads[i] = (chunk_read_t){&readers[i], 0, ROWS, read[i]};
        }
        assert_int_equal(chunk_reads(reads, 3, queue), 1);
        assert_memory_equal(read[0], values, sizeof values);
        reads[1].count = (uint64_t)9 * CHUNK_ROWS; /* before what is damaged */
        assert_int_equal(chunk_reads(reads, 3, queue), 2);
        assert_int_equal(chunk_reads(reads, 2, queue), 2);
        for (int i = 0; i < 3; i++)
            chunk_reader_clear(&readers[i]);
        task_queue_free(queue);
    }
    for (int i = 0; i < 3; i++)
        H5Dclose(handles[i]);
    H5Fclose(file);
}

static void draw(void) {
    pcg32_t rng = pcg32_for(1, 0, 0, PCG_FOR_TEST);
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < WIDTH; i++)
            values[row][i] = pcg32_below(&rng, row % 3 == 0 ? UINT32_MAX : 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(read_rows),
        cmocka_unit_test(find_damage),
    };
    draw();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
