/* Claims: published checksums, the chance to find false games held against counting, and
 * which figure differs. */
#include "tests/support/unit.h"

#include "core/base/files/sha256.h"
#include "eval/claim/claim_power.h"
#include "eval/claim/claim_result.h"
#include "eval/claim/claim_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of FIPS 180-4's examples and of `sha256sum`. */
static void test_sha256(void **unused) {
    static const char *const texts[][2] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}};
    char found[SHA256_TEXT];
    (void)unused;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        sha256_write(texts[i][0], strlen(texts[i][0]), found);
        assert_string_equal(found, texts[i][1]);
    }
    assert_int_equal(sha256_first64("abc", 3), UINT64_C(0xba7816bf8f01cfea));
    char *million = memory_new(1000000, 1);
    memset(million, 'a', 1000000);
    sha256_write(million, 1000000, found);
    assert_string_equal(
        found, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(million);
}

/* Over all subsets of `replayed` of `games` games, of which the first are false. */
static double count_subsets(unsigned games, unsigned false_ones, int replayed) {
    int all = 0, found = 0;
    for (unsigned set = 0; set < 1u << games; set++)
        if (__builtin_popcount(set) == replayed) {
            all++;
            found += (set & ((1u << false_ones) - 1)) != 0;
        }
    return (double)found / all;
}

static void test_power(void **unused) {
    (void)unused;
    for (unsigned games = 1; games <= 8; games++)
        for (unsigned wrong = 0; wrong <= games; wrong++)
            for (unsigned replayed = 0; replayed <= games; replayed++)
                assert_true(fabs(claim_power(games, wrong, replayed) -
                                 count_subsets(games, wrong, (int)replayed)) < 1e-12);
    assert_true(fabs(claim_power(1000, 50, 100) - (1 - 0.0045)) < 1e-3);
    for (uint64_t replayed = 1; replayed <= 300; replayed += 13) {
        uint64_t least = claim_power_least(300, replayed, 0.95);
        assert_true(claim_power(300, least, replayed) >= 0.95);
        assert_true(claim_power(300, least - 1, replayed) < 0.95);
    }
    assert_int_equal(claim_power_least(300, 0, 0.95), 0);
    assert_int_equal(claim_power_least(0, 0, 0.95), 0);
    assert_int_equal(claim_power_least(1, 1, 0.95), 1);
}

static void test_difference(void **unused) {
    static const char json[] = "{\"a\":[1,{\"b\":0.123456789012}],\"c\":\"x\"}";
    static const char csv[] = "name,score\n\"x\",0.123456\n";
    static const struct {
        const char *claimed, *computed, *what; /* what: NULL for last digits */
    } cases[] = {
        {"{\"a\":[1,{\"b\":0.1234567890121}],\"c\":\"x\"}", json, NULL},
        {"{\"a\":[1,{\"b\":0.12345}],\"c\":\"x\"}", json, "a[1].b is 0.12345,"},
        {"{\"a\":[1,{\"b\":0.123456789012}],\"c\":\"y\"}", json, "c is \"y\","},
        {"{\"a\":[1],\"c\":\"x\"}", json, "a is [1],"},
        {"{\"d\":1,\"c\":\"x\"}", json, "all of it is"},
        {"{ \"a\":[1,{\"b\":0.123456789012}],\"c\":\"x\"}", json, "is not written"},
        {"{", json, "is no JSON"},
        {"name,score\n\"x\",0.123457\n", csv, NULL},
        {"name,score\n\"x\",0.123459\n", csv, "line 2, value 2 is 0.123459,"},
        {"name,score\n\"y\",0.123456\n", csv, "line 2, value 1 is \"y\","},
        {"name,score\n\"x\",0.123456\n1\n", csv, "line 3, value 1 is 1,"},
        {"name,score\n", csv, "line 2, value 1 is ,"},
        {"", csv, "line 1, value 1 is ,"},
    };
    char what[CLAIM_DIFFERENCE];
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool differs = claim_result_differs(cases[i].claimed, cases[i].computed, what);
        assert_int_equal(differs, cases[i].what != NULL);
        if (differs && !strstr(what, cases[i].what))
            fail_msg("%s: %s", cases[i].claimed, what);
    }
    assert_int_equal(claim_result_numbers(json), 2);
}

/* What is packed comes back; what is no pack, or too large, does not. */
static void test_gzip(void **unused) {
    static const char text[] = "some text, some text, some text";
    size_t size, length;
    (void)unused;
    char *bytes = claim_gzip(text, sizeof text, &size);
    char *back = claim_gunzip(bytes, size, 1000, &length);
    assert_int_equal(length, sizeof text);
    assert_memory_equal(back, text, sizeof text);
    free(back);
    assert_null(claim_gunzip(bytes, size, sizeof text - 1, &length));
    for (size_t cut = 0; cut < size; cut++)
        assert_null(claim_gunzip(bytes, cut, 1000, &length));
    bytes[size - 1] = 0x7f; /* says that it is far larger */
    assert_null(claim_gunzip(bytes, size, (size_t)1 << 32, &length));
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sha256), cmocka_unit_test(test_power),
        cmocka_unit_test(test_difference), cmocka_unit_test(test_gzip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
