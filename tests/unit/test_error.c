/* Messages of errors: long ones keep their end, prefixes, the mark of system errors. */
#include "tests/support/unit.h"

#include "core/base/error.h"

#include <errno.h>
#include <string.h>

static char path[6000];

static void long_path(size_t length) {
    memset(path, 'p', length);
    path[length] = 0;
}

static bool ends_with(const failure_t *error, const char *end) {
    size_t length = strlen(error->message), of_end = strlen(end);
    return length >= of_end && strcmp(error->message + length - of_end, end) == 0;
}

/* From one byte less than fits to twice a path: the place at the start, the reason at the
 * end. */
static void test_long_message(void **state) {
    failure_t error;
    (void)state;
    for (size_t length = 1900; length < sizeof path; length++) {
        long_path(length);
        assert_false(error_set(&error, "file %s: is damaged", path));
        assert_true(strncmp(error.message, "file pp", 7) == 0);
        assert_true(ends_with(&error, "p: is damaged"));
        bool is_whole = strlen("file : is damaged") + length < sizeof error.message - 1;
        assert_true(is_whole == (strstr(error.message, " ... ") == NULL));
        assert_false(error_is_of_system(&error));
    }
}

static void test_prefix(void **state) {
    failure_t error;
    (void)state;
    error_set(&error, "b is %d", 3);
    assert_false(error_prefix(&error, "a%s", "1"));
    assert_string_equal(error.message, "a1: b is 3");
    long_path(3000);
    error_prefix(&error, "%s", path);
    assert_true(error.message[0] == 'p');
    assert_true(ends_with(&error, "p: a1: b is 3"));
    error_set(&error, "%s: is damaged", path);
    error_prefix(&error, "shard %d", 7);
    assert_true(strncmp(error.message, "shard 7: pp", 11) == 0);
    assert_true(ends_with(&error, ": is damaged"));
    assert_false(error_set(NULL, "nothing is asked for"));
    assert_false(error_prefix(NULL, "nor here"));
}

/* A missing file is not the system's fault; a later message removes the mark, a prefix
 * does not. */
static void test_system(void **state) {
    failure_t error;
    (void)state;
    for (int i = 0; i < 2; i++) {
        errno = i ? ENOTDIR : ENOENT;
        assert_false(error_set_system(&error, "x", "cannot be opened"));
        assert_true(strncmp(error.message, "x: cannot be opened: ", 21) == 0);
        assert_false(error_is_of_system(&error));
    }
    errno = EACCES;
    error_set_system(&error, "x", "cannot be opened");
    assert_true(error_is_of_system(&error));
    error_prefix(&error, "run");
    assert_true(error_is_of_system(&error));
    error_set(&error, "something else");
    assert_false(error_is_of_system(&error));
    errno = EACCES;
    assert_false(error_set_system(NULL, "x", "cannot be opened"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_long_message),
        cmocka_unit_test(test_prefix),
        cmocka_unit_test(test_system),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
