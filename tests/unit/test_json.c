/* JSON as the program reads and writes it: what RFC 8259 allows is read, the rest is
 * refused at its place; every number comes back as it was. The texts are of the kinds of
 * Nicolas Seriot's JSONTestSuite. */
#include "tests/support/unit.h"

#include "core/base/json.h"
#include "core/base/number.h"
#include "core/base/pcg.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- What is JSON ------------------------------------------------------------------- */

static void check_read(const char *text, const char *expected) {
    failure_t error = {""};
    cJSON *json = json_read(text, "text", &error);
    if (!json)
        fail_msg("%s: %s", text, error.message);
    char *line = json_line(json);
    assert_string_equal(line, expected);
    free(line);
}

static void test_accepted(void **unused) {
    (void)unused;
    static const char *const same[] = {"[]",
                                       "{}",
                                       "[[]]",
                                       "[{}]",
                                       "null",
                                       "true",
                                       "false",
                                       "\"\"",
                                       "0",
                                       "-1",
                                       "-0.5",
                                       "[null,1,\"1\",{}]",
                                       "{\"\":0}",
                                       "{\"a\":{\"a\":1},\"b\":[]}",
                                       "[1.23e-08]",
                                       "\"\\\"\\\\/\\b\\f\\n\\r\\t\"",
                                       "\"\\u001f\"",
                                       "\"\x7f\"",
                                       "\"\xc3\xa9\"",
                                       "\"\xe2\x82\xac\"",
                                       "\"\xf0\x9d\x84\x9e\"",
                                       "\"\xe2\x80\xa8\"",
                                       "\"\xef\xbf\xbf\""};
    static const struct {
        const char *text, *expected;
    } cases[] = {{" \t\r\n[ 1 ,\n2 ] ", "[1,2]"},
                 {"{ \"a\" : 1 }", "{\"a\":1}"},
                 {"-0", "0"},
                 {"-0.0", "0"},
                 {"0e1", "0"},
                 {"0e+1", "0"},
                 {"1E22", "1E22"}, /* beyond 2^53: as it was written */
                 {"1e1", "10"},
                 {"1.0", "1"},
                 {"20e-1", "2"},
                 {"0.10", "0.1"},
                 {"123e-10", "1.23e-08"},
                 {"\"\\u0060\\u012a\\u12AB\"", "\"`\xc4\xaa\xe1\x8a\xab\""},
                 {"\"\\uD834\\udd1e\"", "\"\xf0\x9d\x84\x9e\""},
                 {"\"\\uDBFF\\uDFFF\"", "\"\xf4\x8f\xbf\xbf\""},
                 {"\"\\uFFFF\\u2028\\/\"", "\"\xef\xbf\xbf\xe2\x80\xa8/\""},
                 {"\"\\\\u0000\"", "\"\\\\u0000\""}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        check_read(same[i], same[i]);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_read(cases[i].text, cases[i].expected);
}

static void test_refused(void **unused) {
    (void)unused;
    static const char *const texts[] = {
        /* structure */
        "", " ", "[", "]", "{", "}", "[]]", "{}}", "[}", "{]", "[1", "[1,", "[,", "[,1]",
        "[1,]", "[1,,2]", "[1 2]", "[1:2]", "[3[4]]", "[\"a\"", "[\"a\",\n4\n,1", "[1],",
        "[][]", "{}{}", "{}#", "{}/**/", "/**/{}", "[1]//", "1 2", "\xef\xbb\xbf{}",
        "{\"a\"}", "{\"a\":}", "{\"a\" 1}", "{\"a\"::1}", "{\"a\":1,}", "{\"a\":1,,}",
        "{,\"a\":1}", "{\"a\":1 \"b\":2}", "{\"a\":1", "{\"a\"", "{\"a", "{a:1}", "{1:1}",
        "{'a':1}", "{null:1}", "{[]:1}", "{\"a\":1 b}", "[*]", "*", "<null>", "[\x0c]",
        "[\v1]", "[\xc2\xa0]", "[\xe2\x81\xa0]", "\\u0020", "[\\n]", "{\"a\":1,\"a\":1}",
        "[{\"a\":{\"b\":1,\"c\":2,\"b\":3}}]",
        /* words */
        "nul", "[tru]", "[fals]", "True", "NULL", "[nulll]", "truefalse", "[TRUE]", "a",
        "NaN", "-NaN", "nan", "Infinity", "-Infinity", "[+Inf]", "undefined",
        /* numbers */
        "01", "-01", "[012]", "00", "-", "+1", "++1", "-+1", "[-a]", ".5", "-.5", "2.",
        "-2.", "[2.,1]", "0.e1", "2.e3", "1e", "1E", "1e+", "1E-", "[0e]", "[0.3e+]",
        "1.5e", "1eE2", "1.2.3", "1e1.5", "0x1F", "0x", "1_000", "1 000", "1,5", "--1",
        "[1+2]", "1a", "[1ea]", "\xef\xbc\x91", "1e0x1", "[- 1]",
        /* strings */
        "\"", "\"a", "\"\\\"", "\"\\", "[\"\\", "'a'", "[\"a\nb\"]", "[\"a\tb\"]",
        "[\"\x1f\"]", "[\"a\rb\"]", "{\"a\nb\":1}", "\"\\a\"", "\"\\x41\"", "\"\\0\"",
        "\"\\'\"", "\"\\U0041\"", "\"\\\t\"", "\"\\\xc3\xa9\"", "\"\\u\"", "\"\\u12\"",
        "\"\\u123\"", "\"\\u12G4\"", "\"\\u 123\"", "\"\\u+123\"", "\"\\u-123\"",
        "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\ud800\"", "\"\\ud800\\u0041\"",
        "\"\\ud800x\"", "\"\\ud800\\n\"", "\"\\udd1e\\ud834\"", "\"\\ud834\\udd\"",
        "{\"\\ud800\":1}", "\"\\u0000\"", "{\"\\u0000\":1}",
        /* bytes that are not UTF-8 */
        "\"\xff\"", "\"\xc3\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"",
        "\"\xf4\xbf\xbf\xbf\"", "\"\xe2\x82\"", "[\xe9]", "{\"\xb9\":0}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        failure_t error = {""};
        if (json_read(texts[i], "text", &error))
            fail_msg("accepted: %s", texts[i]);
        assert_memory_equal(error.message, "text: ", 6);
        assert_null(json_read(texts[i], "text", NULL));
    }
}

static void test_places(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *message;
    } cases[] = {{"{\n  \"a\": 01\n}", "at line 2, column 8: malformed number"},
                 {"[1,\n\n 2.]", "at line 3, column 2: malformed number"},
                 {"[\"a\tb\"]", "at line 1, column 4: control character in a string"},
                 {"[\"ab\\q\"]", "at line 1, column 5: unknown escape in a string"},
                 {"[\"ab\\ud800\"]", "at line 1, column 5: half of a surrogate pair"},
                 {"[\"ab", "at line 1, column 5: a string without its end"},
                 {"{\"a\" 1}", "at line 1, column 6: expected \":\""},
                 {"{\"a\":1,}", "at line 1, column 8: expected a key in quotes"},
                 {"{\"a\":1;}", "at line 1, column 7: expected \",\" or \"}\""},
                 {"[1,]", "at line 1, column 4: expected a value"},
                 {"[1;]", "at line 1, column 3: expected \",\" or \"]\""},
                 {"{}\n x", "at line 2, column 2: text after the value"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        failure_t error;
        assert_null(json_read(cases[i].text, "a.json", &error));
        assert_memory_equal(error.message, "a.json: not valid JSON ", 23);
        assert_string_equal(error.message + 23, cases[i].message);
    }
}

/* --- Numbers ------------------------------------------------------------------------ */

/* Written as itself, and read back as itself. */
static void check_integer(int64_t number) {
    char digits[32];
    int64_t found = 0;
    snprintf(digits, sizeof digits, "%" PRId64, number);
    check_read(digits, digits);
    cJSON *read = json_read(digits, "", NULL), *made = json_number(number);
    assert_true(json_integer(read, INT64_MIN, INT64_MAX, &found) && found == number);
    found = 0;
    assert_true(json_integer(made, INT64_MIN, INT64_MAX, &found) && found == number);
    assert_true(json_equal(read, made));
    if (number < INT64_MAX) {
        cJSON *next = json_number(number + 1);
        assert_false(json_equal(made, next));
        assert_false(json_integer(next, INT64_MIN, number, &found));
        cJSON_Delete(next);
    }
    char *line = json_line(made);
    assert_string_equal(line, digits);
    free(line);
    cJSON_Delete(read);
}

static void test_integers(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_for(39, 0, 0, PCG_FOR_TEST);
    for (int bits = 0; bits < 64; bits++)
        for (int64_t near = -40; near <= 40; near++) {
            uint64_t number = (UINT64_C(1) << bits) + (uint64_t)near;
            check_integer((int64_t)(number & INT64_MAX));
            check_integer(-(int64_t)(number & INT64_MAX));
        }
    for (int64_t power = 1; power <= INT64_MAX / 10; power *= 10)
        for (int64_t near = -2; near <= 2; near++)
            check_integer(power * 10 + near);
    static const int64_t of_the_report[] = {4600000000000001, 8007199254740999,
                                            9007199254740991};
    for (int i = 0; i < 3; i++)
        check_integer(of_the_report[i]);
    check_integer(INT64_MIN);
    for (int i = 0; i < 20000; i++) {
        uint64_t number = (uint64_t)pcg32_next(&rng) << 32 | pcg32_next(&rng);
        check_integer((int64_t)(number >> 11));
        check_integer((int64_t)number);
        char digits[32];
        snprintf(digits, sizeof digits, "%" PRIu64, number);
        char *line = json_line(json_number(number));
        assert_string_equal(line, digits);
        free(line);
    }
}

static void test_no_integers(void **unused) {
    (void)unused;
    static const char *const texts[] = {"0.5",
                                        "-1.5",
                                        "9007199254740991.4",
                                        "4503599627370496.5",
                                        "1.00000000000000000001",
                                        "0.99999999999999999999",
                                        "9223372036854775808",
                                        "-9223372036854775809",
                                        "18446744073709551616",
                                        "1e300",
                                        "-1e999",
                                        "9007199254740993e0",
                                        "90071992547409930e-1",
                                        "1e-400",
                                        "null",
                                        "\"1\"",
                                        "[1]",
                                        "true"};
    int64_t number;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cJSON *json = json_read(texts[i], "", NULL);
        assert_non_null(json);
        assert_false(json_integer(json, INT64_MIN, INT64_MAX, &number));
        check_read(texts[i], texts[i]); /* unchanged */
        cJSON_Delete(json);
    }
    assert_false(json_integer(NULL, INT64_MIN, INT64_MAX, &number));
    cJSON *wide = json_number(1e300);
    assert_false(json_integer(wide, INT64_MIN, INT64_MAX, &number));
    cJSON_Delete(wide);
}

static void check_double(double value) {
    bool is_whole;
    double read;
    char text[NUMBER_TEXT];
    const char *end = number_read(number_write(value, text), &read, &is_whole);
    assert_true(end && !*end && read == value);
    char *line = json_line(json_number(value));
    assert_string_equal(line, text);
    free(line);
}

static void test_doubles(void **unused) {
    (void)unused;
    pcg32_t rng = pcg32_for(39, 1, 0, PCG_FOR_TEST);
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0.1, "0.1"},
                 {0.1 + 0.2, "0.30000000000000004"},
                 {1.0 / 3, "0.3333333333333333"},
                 {-0.0, "0"},
                 {1e15, "1000000000000000"},
                 {9007199254740992, "9007199254740992"},
                 {1e22, "1e+22"},
                 {-2.5e-9, "-2.5e-09"},
                 {(double)NAN, "null"},
                 {(double)-INFINITY, "null"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *line = json_line(json_number(cases[i].value));
        assert_string_equal(line, cases[i].text);
        free(line);
    }
    for (int i = 0; i < 100000; i++) {
        uint64_t bits = (uint64_t)pcg32_next(&rng) << 32 | pcg32_next(&rng);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value))
            check_double(value);
        check_double((double)(bits >> 11) * 0x1p-53);
    }
}

/* Trees keep exact numbers through copies and both forms of text. */
static void test_text(void **unused) {
    (void)unused;
    cJSON *json = cJSON_CreateObject();
    json_add_number(json, "count", UINT64_MAX);
    json_add_number(json, "seed", INT64_C(9007199254740991));
    json_add_number(json, "share", 0.1 + 0.2);
    char *text = json_lines(cJSON_Duplicate(json, true));
    char *line = json_line(cJSON_Duplicate(json, true));
    assert_string_equal(text, "{\n\t\"count\":\t18446744073709551615,\n"
                              "\t\"seed\":\t9007199254740991,\n"
                              "\t\"share\":\t0.30000000000000004\n}\n");
    cJSON *read = json_parse(text, "", NULL);
    assert_true(json_equal(read, json));
    char *again = json_line(read);
    assert_string_equal(again, line);
    cJSON_Delete(json);
    free(again);
    free(line);
    free(text);
}

/* Members are detached at every place, and others added after them. */
static void test_trees(void **unused) {
    (void)unused;
    static const char *const keys[] = {"a", "b", "c"}, *const without[] = {
                                                           "\"b\":[],\"c\":\"\"",
                                                           "\"a\":1,\"c\":\"\"",
                                                           "\"a\":1,\"b\":[]"};
    for (int place = 0; place < 3; place++) {
        cJSON *json = json_read("{\"a\":1,\"b\":[],\"c\":\"\"}", "", NULL);
        cJSON_Delete(cJSON_DetachItemFromObjectCaseSensitive(json, keys[place]));
        assert_null(cJSON_DetachItemFromObjectCaseSensitive(json, keys[place]));
        assert_null(cJSON_DetachItemFromObjectCaseSensitive(json, "A"));
        json_add_rounded(json, "d", 2.0 / 3, 3);
        json_add_value(json, "e", "[true]");
        char *line = json_line(json), expected[64];
        snprintf(expected, sizeof expected, "{%s,\"d\":0.667,\"e\":[true]}",
                 without[place]);
        assert_string_equal(line, expected);
        free(line);
    }
    assert_int_equal(cJSON_GetArraySize(NULL), 0);
    assert_null(cJSON_GetObjectItemCaseSensitive(NULL, "a"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted),    cmocka_unit_test(test_refused),
        cmocka_unit_test(test_places),      cmocka_unit_test(test_integers),
        cmocka_unit_test(test_no_integers), cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_text),        cmocka_unit_test(test_trees)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
