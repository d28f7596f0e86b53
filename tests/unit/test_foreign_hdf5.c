/* Foreign HDF5 files: existing data is returned, missing data is not, and a process that
 * dies on a file becomes an error message. fuzz/corpus/foreign has files that crash the
 * library. */
#include "core/base/files/foreign_hdf5.h"
#include "core/base/files/hdf5_attributes.h"
#include "tests/support/unit.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONG_TEXT = (1 << 20) + 1 };

static char path[] = "/tmp/fulcrum-foreign-XXXXXX";

static int make_file(void **unused) {
    static const int16_t words[6] = {1, -2, 3, -4, 5, 32767};
    static const float numbers[2] = {0.5f, -1e30f};
    static const hsize_t two_by_three[2] = {2, 3}, two[1] = {2};
    int made = mkstemp(path);
    (void)unused;
    if (made < 0)
        return -1;
    close(made);
    hdf5_be_silent();
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    char *text = memory_new(LONG_TEXT + 1, 1);
    memset(text, 'x', LONG_TEXT);
    bool written = hdf5_write_number(file, "number", UINT64_MAX) &&
                   hdf5_write_text(file, "text", "of any length") &&
                   hdf5_write_text(file, "escape", "\033[2J") &&
                   hdf5_write_text(file, "long", text) &&
                   hdf5_write_dataset(file, "words", H5T_STD_I16LE, H5T_NATIVE_INT16, 2,
                                      two_by_three, words) &&
                   hdf5_write_dataset(file, "numbers", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT,
                                      1, two, numbers);
    free(text);
    return written && H5Fclose(file) >= 0 ? 0 : -1;
}

static int remove_file(void **unused) {
    (void)unused;
    return unlink(path);
}

static foreign_hdf5_t *open_file(void) {
    failure_t error;
    foreign_hdf5_t *file = foreign_hdf5_open(path, &error);
    if (!file)
        fail_msg("%s", error.message);
    return file;
}

static void test_what_is_there(void **unused) {
    (void)unused;
    foreign_hdf5_t *file = open_file();
    uint64_t number;
    int16_t words[6];
    float numbers[2];
    char text[16];
    assert_true(foreign_hdf5_number(file, "number", &number));
    assert_true(number == UINT64_MAX);
    char *found = foreign_hdf5_text(file, "text");
    assert_string_equal(found, "of any length");
    free(found);
    foreign_hdf5_text_into(file, "escape", text, sizeof text);
    assert_null(strchr(text, '\033'));
    assert_int_equal(foreign_hdf5_links(file), 2);
    assert_int_equal(
        foreign_hdf5_read(file,
                          &(foreign_array_t){"words", FOREIGN_I16, 2, {2, 3}, words}),
        FOREIGN_READ);
    assert_int_equal(words[1], -2);
    assert_int_equal(words[5], 32767);
    assert_int_equal(
        foreign_hdf5_read(file,
                          &(foreign_array_t){"numbers", FOREIGN_F32, 1, {2}, numbers}),
        FOREIGN_READ);
    assert_true(numbers[0] < 0.6f && numbers[0] > 0.4f);
    assert_true(foreign_hdf5_close(file, NULL));
}

static void test_what_is_not_there(void **unused) {
    (void)unused;
    foreign_hdf5_t *file = open_file();
    uint64_t number;
    int16_t words[6];
    char text[16];
    assert_false(foreign_hdf5_number(file, "nowhere", &number));
    assert_null(foreign_hdf5_text(file, "number"));
    assert_null(foreign_hdf5_text(file, "long"));
    foreign_hdf5_text_into(file, "nowhere", text, sizeof text);
    assert_string_equal(text, "unknown");
    const struct {
        foreign_array_t array;
        foreign_answer_t answer;
    } cases[] = {{{"nowhere", FOREIGN_I16, 2, {2, 3}, words}, FOREIGN_MISSING},
                 {{"words", FOREIGN_I16, 2, {3, 2}, words}, FOREIGN_UNLIKE},
                 {{"words", FOREIGN_I16, 1, {6}, words}, FOREIGN_UNLIKE},
                 {{"words", FOREIGN_I8, 2, {2, 3}, words}, FOREIGN_UNLIKE},
                 {{"words", FOREIGN_I32, 2, {1, 3}, words}, FOREIGN_UNLIKE}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(foreign_hdf5_read(file, &cases[i].array), cases[i].answer);
    assert_true(foreign_hdf5_close(file, NULL));
}

static void refuse(const char *name, const char *why) {
    failure_t error = {""};
    assert_null(foreign_hdf5_open(name, &error));
    if (!strstr(error.message, why) || !strstr(error.message, name))
        fail_msg("\"%s\" does not say: %s", error.message, why);
}

static void test_files_that_are_none(void **unused) {
    struct rlimit limits, few;
    (void)unused;
    refuse("/tmp", "is a folder, not a file");
    refuse("/dev/null", "is a device, not a file");
    refuse("/nowhere", "No such file");
    refuse("CMakeLists.txt", "is not an HDF5 file");
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limits), 0);
    few = limits;
    few.rlim_cur = 4;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    refuse(path, "cannot start a process to read it");
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limits), 0);
}

/* Writes into the file, beside its own data, data that lie elsewhere: in `other`, whose
 * dataset "words" is like its own, or where a pipe would be opened. */
static bool write_outside(const char *other, const char *pipe) {
    const hsize_t two_by_three[2] = {2, 3};
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    hid_t space = H5Screate_simple(2, two_by_three, NULL);
    hid_t virtual = H5Pcreate(H5P_DATASET_CREATE);
    hid_t external = H5Pcreate(H5P_DATASET_CREATE);
    hid_t filtered = H5Pcreate(H5P_DATASET_CREATE);
    bool ok = H5Pset_virtual(virtual, space, other, "words", space) >= 0 &&
              H5Pset_external(external, pipe, 0, 12) >= 0 &&
              H5Pset_chunk(filtered, 2, two_by_three) >= 0 &&
              H5Pset_filter(filtered, 32001, H5Z_FLAG_OPTIONAL, 0, NULL) >= 0;
    const struct {
        const char *name;
        hid_t properties;
    } made[] = {{"virtual", virtual}, {"external", external}, {"filtered", filtered}};
    for (int i = 0; i < 3; i++) {
        hid_t dataset = H5Dcreate2(file, made[i].name, H5T_STD_I16LE, space, H5P_DEFAULT,
                                   made[i].properties, H5P_DEFAULT);
        ok = ok && dataset >= 0 && H5Dclose(dataset) >= 0;
        H5Pclose(made[i].properties);
    }
    ok =
        ok &&
        H5Lcreate_external(other, "words", file, "linked", H5P_DEFAULT, H5P_DEFAULT) >=
            0 &&
        H5Lcreate_external(pipe, "words", file, "piped", H5P_DEFAULT, H5P_DEFAULT) >= 0 &&
        H5Lcreate_soft("/circle", file, "circle", H5P_DEFAULT, H5P_DEFAULT) >= 0 &&
        H5Lcreate_ud(file, "undefined", (H5L_type_t)200, "", 0, H5P_DEFAULT,
                     H5P_DEFAULT) < 0; /* of no class: the library writes none */
    H5Sclose(space);
    return H5Fclose(file) >= 0 && ok;
}

static void test_data_outside_the_file(void **unused) {
    static const struct {
        const char *name;
        foreign_answer_t answer;
    } cases[] = {{"virtual", FOREIGN_UNLIKE},  {"external", FOREIGN_UNLIKE},
                 {"filtered", FOREIGN_UNLIKE}, {"linked", FOREIGN_UNLIKE},
                 {"piped", FOREIGN_UNLIKE},    {"circle", FOREIGN_UNLIKE},
                 {"words", FOREIGN_READ}};
    char other[64], pipe[64];
    int16_t words[6];
    (void)unused;
    snprintf(other, sizeof other, "%s.other", path);
    snprintf(pipe, sizeof pipe, "%s.pipe", path);
    assert_int_equal(rename(path, other), 0);
    snprintf(path, sizeof path, "%s", "/tmp/fulcrum-foreign-XXXXXX");
    assert_int_equal(make_file(NULL), 0);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_true(write_outside(other, pipe));
    foreign_hdf5_t *file = open_file();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(
            foreign_hdf5_read(
                file, &(foreign_array_t){cases[i].name, FOREIGN_I16, 2, {2, 3}, words}),
            cases[i].answer);
    assert_true(foreign_hdf5_close(file, NULL));
    refuse(pipe, "is a pipe, not a file");
    assert_int_equal(unlink(other) | unlink(pipe), 0);
}

/* The only child of this process; 0 if the system does not tell. */
static pid_t find_child(void) {
    char name[64];
    int child = 0;
    snprintf(name, sizeof name, "/proc/self/task/%d/children", (int)getpid());
    FILE *file = fopen(name, "r");
    if (file && fscanf(file, "%d", &child) != 1)
        child = 0;
    if (file)
        fclose(file);
    return child;
}

static void test_a_child_that_dies(void **unused) {
    static const struct {
        int signal;
        const char *why;
    } ends[] = {{SIGSEGV, "crashes on it (signal 11"},
                {SIGXCPU, "does not finish reading it"},
                {SIGKILL, "was killed by signal 9"}};
    (void)unused;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        foreign_hdf5_t *file = open_file();
        failure_t error = {""};
        uint64_t number;
        pid_t child = find_child();
        if (child == 0)
            skip();
        assert_int_equal(kill(child, ends[i].signal), 0);
        while (foreign_hdf5_number(file, "number", &number))
            ; /* until it is gone */
        assert_int_equal(foreign_hdf5_links(file), -1);
        assert_null(foreign_hdf5_text(file, "text"));
        assert_false(foreign_hdf5_close(file, &error));
        assert_non_null(strstr(error.message, ends[i].why));
        assert_int_equal(find_child(), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_there),
        cmocka_unit_test(test_what_is_not_there),
        cmocka_unit_test(test_files_that_are_none),
        cmocka_unit_test(test_data_outside_the_file),
        cmocka_unit_test(test_a_child_that_dies),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
