/* Short texts: reading numbers and tokens, names similar to a word, writing into a
 * buffer. */
#include "tests/support/unit.h"

#include "core/base/text.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void test_nearest(void **unused) {
    (void)unused;
    static const char *const names[] = {"simulations", "selection", "size", "seed"};
    static const struct {
        const char *word, *nearest;
    } cases[] = {
        {"simulations", "simulations"},
        {"simulatoins", "simulations"},
        {"simulation", "simulations"},
        {"selcetion", "selection"},
        {"sise", "size"},
        {"sieze", "size"},
        {"sede", "seed"},
        {"seeed", "seed"},
        {"eed", "seed"},
        {"colour", NULL},
        {"zzzz", NULL},
        {"", NULL},
        {"x", NULL},
        {"simulationsselection", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *nearest = text_nearest(cases[i].word, names, 4);
        if (!nearest != !cases[i].nearest ||
            (nearest && strcmp(nearest, cases[i].nearest) != 0))
            fail_msg("nearest to %s is %s", cases[i].word, nearest ? nearest : "none");
    }
    assert_null(text_nearest("seed", names, 0));
}

static void test_nothing_is_near_a_long_word(void **unused) {
    (void)unused;
    static const char *const names[] = {"seed"};
    char word[1001] = {0};
    for (size_t length = 20; length < sizeof word; length += 49) {
        memset(word, 'x', length);
        if (text_nearest(word, names, 1))
            fail_msg("seed is said to be near %zu letters x", length);
    }
}

typedef struct reading {
    const char *text;
    long max, number; /* number -1: rejected */
    int used;
} reading_t;

static void check_readings(const reading_t *readings, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const reading_t *r = &readings[i];
        const char *p = r->text;
        long number = -1;
        bool ok = text_read_number(&p, r->max, &number);
        if (ok != (r->number >= 0) || number != r->number || p != r->text + r->used)
            fail_msg("%s up to %ld was read as %ld", r->text, r->max, number);
    }
}

static void test_read_number(void **unused) {
    (void)unused;
    static const reading_t readings[] = {
        {"0", 5, 0, 1},
        {"5", 5, 5, 1},
        {"6", 5, -1, 0},
        {"42x", 100, 42, 2},
        {"0x10", 100, 0, 1},
        {"007", 100, -1, 0},
        {"00", 100, -1, 0},
        {"", 100, -1, 0},
        {"-1", 100, -1, 0},
        {"+1", 100, -1, 0},
        {" 1", 100, -1, 0},
        {"x", 100, -1, 0},
        {"100", 100, 100, 3},
        {"101", 100, -1, 0},
        {"1000000000", 1000000000, 1000000000, 10},
        {"99999999999999999999999999999999", 1000000000, -1, 0},
        {"18446744073709551617", 1000000000, -1, 0},
    };
    check_readings(readings, sizeof readings / sizeof readings[0]);
}

static void test_read_number_up_to_the_largest(void **unused) {
    (void)unused;
    static const reading_t readings[] = {
        {"9223372036854775807", LONG_MAX, LONG_MAX, 19},
        {"9223372036854775808", LONG_MAX, -1, 0},
        {"18446744073709551617", LONG_MAX, -1, 0},
    };
    check_readings(readings, sizeof readings / sizeof readings[0]);
}

static void test_tokens(void **unused) {
    (void)unused;
    token_reader_t reader = token_reader("  one\ttwo \r\n x ");
    token_t token;
    assert_true(token_next(&reader, &token));
    assert_true(token_is(&token, "one") && token.column == 3 && token.length == 3);
    assert_false(token_is(&token, "on") || token_is(&token, "ones"));
    assert_true(token_next(&reader, &token));
    assert_true(token_is(&token, "two") && token.column == 7);
    assert_true(token_next(&reader, &token));
    assert_true(token_is(&token, "x") && token.column == 14);
    assert_false(token_next(&reader, &token));
    assert_false(token_next(&reader, &token));
    reader = token_reader("");
    assert_false(token_next(&reader, &token));
}

static void test_writing(void **unused) {
    (void)unused;
    char buffer[16];
    text_t out = text_into(buffer, sizeof buffer);
    text_add_number(&out, 0);
    text_add_char(&out, ' ');
    text_add_number(&out, 1203);
    text_add(&out, "%s=%d  ", "k", -7);
    assert_string_equal(buffer, "0 1203k=-7  ");
    text_trim(&out);
    assert_string_equal(buffer, "0 1203k=-7");
    assert_int_equal(out.used, 10);
    text_add(&out, "12345"); /* to the last byte */
    assert_string_equal(buffer, "0 1203k=-712345");
    out = text_into(buffer, sizeof buffer);
    text_trim(&out);
    assert_string_equal(buffer, "");
}

static void test_shell_words(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"", "''"},
        {"a/B-9._+=,:@", "a/B-9._+=,:@"},
        {"-x", "-x"},
        {"~/x", "'~/x'"},
        {"a b", "'a b'"},
        {"50%", "'50%'"},
        {"a\nb", "'a\nb'"},
        {"\xc3\xa9", "'\xc3\xa9'"},
        {"it's", "'it'\\''s'"},
        {"''", "''\\'''\\'''"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char buffer[32], printed[32] = "";
        text_t out = text_into(buffer, sizeof buffer);
        text_add_shell_word(&out, cases[i][0]);
        assert_string_equal(buffer, cases[i][1]);
        FILE *file = tmpfile();
        assert_non_null(file);
        text_print_shell_word(file, cases[i][0]);
        rewind(file);
        assert_int_equal(fread(printed, 1, sizeof printed, file), strlen(cases[i][1]));
        assert_string_equal(printed, cases[i][1]);
        fclose(file);
    }
}

static void test_thousands(void **unused) {
    (void)unused;
    char text[TEXT_THOUSANDS];
    assert_string_equal(text_thousands(0, text), "0");
    assert_string_equal(text_thousands(999, text), "999");
    assert_string_equal(text_thousands(1000, text), "1,000");
    assert_string_equal(text_thousands(1234567, text), "1,234,567");
    assert_string_equal(text_thousands(UINT64_MAX, text), "18,446,744,073,709,551,615");
}

/* A text too long for its buffer ends the program, whichever function adds it. */
static void test_overflow_ends_the_program(void **unused) {
    (void)unused;
    for (int call = 0; call < 3; call++) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            char buffer[4];
            text_t out = text_into(buffer, sizeof buffer);
            signal(SIGABRT, SIG_DFL);
            if (!freopen("/dev/null", "w", stderr))
                _exit(1);
            text_add(&out, "%d", 12);
            if (call == 0)
                text_add(&out, "%d", 34);
            else if (call == 1)
                text_add_number(&out, 34);
            else
                for (int i = 0; i < 2; i++)
                    text_add_char(&out, 'x');
            _exit(0);
        }
        int status = 0;
        assert_true(child > 0 && waitpid(child, &status, 0) == child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nearest),
        cmocka_unit_test(test_nothing_is_near_a_long_word),
        cmocka_unit_test(test_read_number),
        cmocka_unit_test(test_read_number_up_to_the_largest),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_writing),
        cmocka_unit_test(test_shell_words),
        cmocka_unit_test(test_thousands),
        cmocka_unit_test(test_overflow_ends_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
