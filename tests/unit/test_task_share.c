/* Shares of a run, from their text. */
#include "selfplay/run/task_share.h"
#include "tests/support/unit.h"

static void test_texts(void **state) {
    (void)state;
    static const char *const wrong[] = {"",    "1",    "/",    "1/",        "/2",
                                        "2/2", "1/2x", "-1/2", "0/1000001", "01/2"};
    task_share_t share;
    char text[TASK_SHARE_TEXT];
    assert_true(task_share_read("3/8", &share));
    assert_true(task_share_has(&share, 11) && !task_share_has(&share, 12));
    task_share_write(&share, text);
    assert_string_equal(text, "3/8");
    assert_true(task_share_read("0/1", &share));
    task_share_write(&share, text);
    assert_string_equal(text, "");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(task_share_read(wrong[i], &share));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_texts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
