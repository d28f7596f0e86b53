/* Shares of a run: from their text, and from the variables of a Slurm array. */
#include "selfplay/run/task_share.h"
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

static void test_texts(void **state) {
    (void)state;
    static const char *const wrong[] = {"",    "1",    "/",    "1/",        "/2",
                                        "2/2", "1/2x", "-1/2", "0/1000001", "01/2"};
    task_share_t share;
    failure_t error;
    char text[TASK_SHARE_TEXT];
    assert_true(task_share_read("3/8", &share, &error));
    assert_true(task_share_has(&share, 11) && !task_share_has(&share, 12));
    task_share_write(&share, text);
    assert_string_equal(text, "3/8");
    assert_true(task_share_read("0/1", &share, &error));
    task_share_write(&share, text);
    assert_string_equal(text, "");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(task_share_read(wrong[i], &share, &error));
        assert_non_null(strstr(error.message, "--task is I/N"));
    }
}

static void set(const char *name, const char *value) {
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

/* The share from an array's variables; false: it has gaps. */
static bool read_array(const char *id, const char *count, const char *least,
                       const char *most, const char *step, task_share_t *share) {
    failure_t error;
    set("SLURM_ARRAY_TASK_ID", id);
    set("SLURM_ARRAY_TASK_COUNT", count);
    set("SLURM_ARRAY_TASK_MIN", least);
    set("SLURM_ARRAY_TASK_MAX", most);
    set("SLURM_ARRAY_TASK_STEP", step);
    bool right = task_share_from_environment(share, &error);
    assert_true(right || strstr(error.message, "has gaps"));
    return right;
}

static void test_array(void **state) {
    (void)state;
    task_share_t share;
    assert_true(read_array("5", "3", "3", "7", "2", &share));
    assert_true(share.index == 1 && share.count == 3);
    assert_true(read_array("4", "3", "3", "5", NULL, &share)); /* steps of one */
    assert_true(share.index == 1 && share.count == 3);
    assert_true(read_array("4", "3", "3", "5", "0", &share));
    assert_true(share.index == 1 && share.count == 3);
    /* No array, an array of one, or variables that are not numbers: the complete run. */
    assert_true(read_array(NULL, "3", "3", "5", NULL, &share) && share.count == 1);
    assert_true(read_array("4", NULL, "3", "5", NULL, &share) && share.count == 1);
    assert_true(read_array("4x", "3", "3", "5", NULL, &share) && share.count == 1);
    assert_true(read_array("4", "1", "4", "4", NULL, &share) && share.count == 1);
    /* Gaps, or missing bounds. */
    assert_false(read_array("5", "3", "3", "9", "2", &share));
    assert_false(read_array("4", "3", "3", "7", "2", &share));
    assert_false(read_array("2", "3", "3", "5", "1", &share));
    assert_false(read_array("6", "3", "3", "5", "1", &share));
    assert_false(read_array("4", "3", NULL, "5", "1", &share));
    assert_false(read_array("4", "3", "3", NULL, "1", &share));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_texts),
                                       cmocka_unit_test(test_array)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
