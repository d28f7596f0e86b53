/* Texts from outside: valid names, and what remains of invalid ones. */
#include "tests/support/unit.h"

#include "core/base/plain_text.h"

#include <string.h>

static void test_lines(void **unused) {
    (void)unused;
    static const char *const plain[] = {"a",        "side 4", "Größe 4",         "日本語",
                                        "x'y\"z\\", "~",      "\xf0\x9f\x8e\xb2"};
    static const char *const others[] = {
        "",
        "a\nb",
        "a\rb",
        "a\tb",
        "\x1b[2J",
        "\x7f",
        "\xc2\x9b"
        "31m", /* C1: the same as escape and a bracket */
        "a\xe2\x80\xa8"
        "b", /* line separator */
        "a\xe2\x80\xae"
        "b", /* right to left from here on */
        "\xff",
        "\xc3",             /* cut off */
        "\xc0\xaf",         /* overlong */
        "\xed\xa0\x80",     /* a surrogate */
        "\xf4\x90\x80\x80", /* beyond the last code point */
    };
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        assert_true(plain_text_is_line(plain[i], 64));
        assert_true(plain_text_is_line(plain[i], strlen(plain[i]) + 1));
        assert_false(plain_text_is_line(plain[i], strlen(plain[i])));
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        char made[32];
        assert_false(plain_text_is_line(others[i], 64));
        plain_text_copy(made, sizeof made, others[i], strlen(others[i]));
        assert_int_equal(strlen(made), strlen(others[i]));
        assert_true(!*made || plain_text_is_line(made, sizeof made));
    }
}

static void test_copies(void **unused) {
    (void)unused;
    char into[6];
    plain_text_copy(into, sizeof into, "abcdäf", 7); /* the fifth character has 2 bytes */
    assert_string_equal(into, "abcd");
    plain_text_copy(into, sizeof into, "abcäf", 3);
    assert_string_equal(into, "abc");
    char text[] = "a\n\x1b[b";
    plain_text_make(text);
    assert_string_equal(text, "a ?[b");
    assert_null(plain_text_find_invalid("a\n\x1b[b"));
    assert_string_equal(plain_text_find_invalid("ab\xffz"), "\xffz");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
