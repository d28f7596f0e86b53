/* Durations: every valid form, invalid ones, and how they are written. */
#include "core/base/duration.h"
#include "tests/support/unit.h"

static void test_read(void **state) {
    static const struct {
        const char *text;
        double seconds;
    } ok[] = {{"90s", 90},           {"45m", 2700},         {"12h", 43200},
              {"2d", 172800},        {"1h30m", 5400},       {"1d2h3m4s", 93784},
              {"0:30", 30},          {"90:00", 5400},       {"1:02:03", 3723},
              {"1-02:03:04", 93784}, {"1-00:00:00", 86400}, {"12:00:00", 43200}};
    static const char *const wrong[] = {
        "",     "90",     "s",       "1.5h",       "1m1h", "1h1h",     "-1h", "1:60",
        "1:2",  "1:2:3",  "1-2:3:4", "1-24:00:00", "0s",   "0:00",     "1h ", " 1h",
        "1d-1", "1:00:0", "1-00:00", "99999999d",  "1x",   "1-:00:00", "h1"};
    (void)state;
    double seconds;
    for (size_t i = 0; i < sizeof ok / sizeof ok[0]; i++) {
        assert_true(duration_read(ok[i].text, &seconds));
        assert_true(seconds == ok[i].seconds);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (duration_read(wrong[i], &seconds))
            fail_msg("\"%s\" was read as %g s", wrong[i], seconds);
}

static void test_write(void **state) {
    (void)state;
    char text[DURATION_TEXT];
    duration_write(65.4, text);
    assert_string_equal(text, "1:05");
    duration_write(3599.6, text);
    assert_string_equal(text, "1:00:00");
    duration_write(93784, text);
    assert_string_equal(text, "1-02:03:04");
    double seconds; /* the written text is read back */
    for (double s = 1; s < 1e7; s += 1 + 0.37 * s) {
        duration_write(s, text);
        assert_true(duration_read(text, &seconds));
        assert_true(seconds - s <= 0.5 && s - seconds <= 0.5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_read),
                                       cmocka_unit_test(test_write)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
