/* Rows in random order: the same order with any amount of memory, with or without a file;
 * errors. test_export.c checks that orders are uniform. */
#include "tests/support/unit.h"

#include "selfplay/export/shuffle.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct test_row {
    uint64_t number;
    unsigned char filling[200];
} test_row_t;

static size_t row_bytes(uint64_t number) {
    return sizeof(uint64_t) + (size_t)(number * 7 % 200);
}

/* The numbers of both groups' rows in shuffled order. */
static size_t shuffle_numbers(uint64_t seed, uint64_t count, size_t memory,
                              uint64_t *numbers, bool *through_file) {
    failure_t error;
    shuffle_t *shuffle = shuffle_new(2);
    test_row_t row;
    for (uint64_t i = 0; i < count; i++)
        shuffle_count(shuffle, i % 3 == 0, shuffle_key(seed, i), row_bytes(i));
    assert_true(shuffle_open(shuffle, memory, "/tmp/fulcrum-test-shuffle", &error));
    assert_int_equal(access("/tmp/fulcrum-test-shuffle", F_OK), -1);
    *through_file = shuffle_uses_file(shuffle);
    for (uint64_t i = 0; i < count; i++) {
        row.number = i;
        memset(row.filling, (int)(i & 255), sizeof row.filling);
        assert_true(shuffle_put(shuffle, i % 3 == 0, shuffle_key(seed, i), &row,
                                row_bytes(i), &error));
    }
    size_t taken = 0;
    int group = 0;
    bucket_t bucket;
    while (shuffle_take(shuffle, &bucket, &error)) {
        assert_true(bucket.group >= group);
        group = bucket.group;
        for (size_t i = 0; i < bucket.count; i++) {
            const test_row_t *out = bucket.rows[i];
            uint64_t number = out->number;
            assert_true(number < count && (number % 3 == 0) == (group == 1));
            for (size_t b = 0; b + sizeof number < row_bytes(number); b++)
                assert_int_equal(out->filling[b], number & 255);
            numbers[taken++] = number;
        }
    }
    assert_string_equal(error.message, "");
    shuffle_free(shuffle);
    return taken;
}

/* Every row once, and the same order with any amount of memory. */
static void test_in_any_memory(void **unused) {
    (void)unused;
    enum { COUNT = 20000 };
    const size_t memory[] = {(size_t)1 << 30, 1 << 20, 1 << 16, 1};
    uint64_t *numbers[4];
    for (int i = 0; i < 4; i++) {
        bool through_file;
        numbers[i] = memory_new(COUNT, sizeof *numbers[i]);
        assert_int_equal(shuffle_numbers(9, COUNT, memory[i], numbers[i], &through_file),
                         COUNT);
        assert_int_equal(through_file, i > 0);
        assert_memory_equal(numbers[i], numbers[0], COUNT * sizeof *numbers[i]);
    }
    uint8_t *met = memory_new(COUNT, 1);
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(met[numbers[0][i]]++, 0);
    free(met);
    for (int i = 0; i < 4; i++)
        free(numbers[i]);
}

static void test_refuses_what_was_not_counted(void **unused) {
    (void)unused;
    failure_t error;
    bucket_t bucket;
    shuffle_t *shuffle = shuffle_new(1);
    shuffle_count(shuffle, 0, 5, 8);
    assert_true(shuffle_open(shuffle, 1 << 20, "/tmp/fulcrum-test-shuffle", &error));
    assert_false(shuffle_take(shuffle, &bucket, &error)); /* a row too few */
    assert_string_not_equal(error.message, "");
    shuffle_free(shuffle);
    shuffle = shuffle_new(1);
    shuffle_count(shuffle, 0, 5, 8);
    assert_true(shuffle_open(shuffle, 1 << 20, "/tmp/fulcrum-test-shuffle", &error));
    assert_true(shuffle_put(shuffle, 0, 5, "12345678", 8, &error));
    assert_false(shuffle_put(shuffle, 0, 5, "12345678", 8, &error)); /* one too many */
    shuffle_free(shuffle);
}

/* For example a folder: an error, without endless retries. */
static void test_file_is_in_the_way(void **unused) {
    (void)unused;
    char folder[] = "/tmp/fulcrum-shuffle-XXXXXX";
    failure_t error;
    assert_non_null(mkdtemp(folder));
    shuffle_t *shuffle = shuffle_new(1);
    shuffle_count(shuffle, 0, 5, 8);
    alarm(20);
    assert_false(shuffle_open(shuffle, 1, folder, &error));
    alarm(0);
    assert_non_null(strstr(error.message, "is in the way and cannot be removed: "));
    shuffle_free(shuffle);
    assert_int_equal(rmdir(folder), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_any_memory),
        cmocka_unit_test(test_refuses_what_was_not_counted),
        cmocka_unit_test(test_file_is_in_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
