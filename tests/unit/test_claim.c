/* Claims: published checksums, the chance of finding false games against counting, which
 * figure differs; the table of games, value by value. */
#include "tests/support/unit.h"

#include "core/base/files/sha256.h"
#include "core/base/memory_stream.h"
#include "core/base/table/result.h"
#include "eval/claim/claim_check.h"
#include "eval/claim/claim_difference.h"
#include "eval/claim/claim_files.h"
#include "eval/claim/claim_power.h"
#include "eval/claim/claim_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* In parts of all sizes around a block's. */
static void test_sha256_in_parts(void **unused) {
    enum { BYTES = 300 };
    char bytes[BYTES], whole[SHA256_TEXT], found[SHA256_TEXT];
    (void)unused;
    for (int i = 0; i < BYTES; i++)
        bytes[i] = (char)(i * i);
    for (size_t size = 0; size <= BYTES; size++) {
        sha256_write(bytes, size, whole);
        for (size_t part = 1; part <= 130; part += 43) {
            sha256_t sum;
            sha256_begin(&sum);
            for (size_t at = 0; at < size; at += part)
                sha256_add(&sum, bytes + at, at + part < size ? part : size - at);
            sha256_end(&sum, found);
            assert_string_equal(found, whole);
        }
    }
}

/* From FIPS 180-4's examples and from `sha256sum`. */
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

#define KEY "a_key_of_forty_one_characters_as_no_figure"

static void test_compare(void **unused) {
    static const char json[] = "{\"a\":[1,{\"b\":0.123456789012}],\"c\":\"x\"}";
    static const char large[] = "{\"seed\":4600000000000001,\"games\":2}";
    static const struct {
        const char *claimed, *computed, *what; /* what: NULL for last digits */
    } cases[] = {
        {"{\"a\":[1,{\"b\":0.1234567890121}],\"c\":\"x\"}", json, NULL},
        {"{\"a\":[1,{\"b\":0.12345}],\"c\":\"x\"}", json, "f: a[1].b is 0.12345,"},
        {"{\"a\":[1,{\"b\":0.123456789012}],\"c\":\"y\"}", json, "f: c is \"y\","},
        {"{\"a\":[1],\"c\":\"x\"}", json, "a is [1],"},
        {"{\"d\":1,\"c\":\"x\"}", json, "everything is"},
        {"{ \"a\":[1,{\"b\":0.123456789012}],\"c\":\"x\"}", json, "is not formatted"},
        {"{", json, "is not JSON"},
        /* Whole numbers have no last digits. */
        {"{\"seed\":4600000000000002,\"games\":2}", large, "seed is"},
        {"{\"seed\":4600000000000001,\"games\":2.0000000000001}", large, NULL},
        {"{\"a\":[1,{\"b\":0.123456789012}]}", json, "everything is"},
        {"{\"a\":[1,{\"b\":0.123456789012}],\"c\":\"x\",\"d\":1}", json, "everything is"},
        {"{\"a\":[1,[2]],\"c\":\"x\"}", json, "a[1] is [2], but the games give {"},
        {"{\"a\":{\"b\":1},\"c\":\"x\"}", json, "a is {\"b\":1}, but the games give [1"},
        {"{\"a\":[1.0000000000001,{\"b\":0.1234567890121}],\"c\":\"x\"}", json, NULL},
        {"{\"" KEY "1\":{\"" KEY "2\":{\"" KEY "3\":1}}}",
         "{\"" KEY "1\":{\"" KEY "2\":{\"" KEY "3\":2}}}", KEY "1." KEY "2 is {"},
    };
    claim_differences_t found = {0};
    (void)unused;
    assert_int_equal(claim_compare(&found, "f", json, json), CLAIM_SAME);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(claim_compare(&found, "f", cases[i].claimed, cases[i].computed),
                         cases[i].what ? CLAIM_OTHER : CLAIM_NEAR);
        assert_int_equal(found.count, cases[i].what != NULL);
        if (cases[i].what && !strstr(found.first[0], cases[i].what))
            fail_msg("%s: %s", cases[i].claimed, found.first[0]);
        claim_differences_clear(&found);
    }
}

/* --- The table of games ------------------------------------------------------------- */

/* The table with one value of a line changed, both counted from 0. */
static char *with_value(const char *text, int line, int column, const char *value) {
    const char *at = text;
    for (; line > 0; line--)
        at = strchr(at, '\n') + 1;
    for (; column > 0; column--)
        at = strchr(at, ',') + 1;
    size_t room = strlen(text) + strlen(value) + 1;
    char *changed = memory_new(room, 1);
    snprintf(changed, room, "%.*s%s%s", (int)(at - text), text, value,
             at + strcspn(at, ",\n"));
    return changed;
}

enum { FIRST_TURN = 10 };

#define HEADING                                                                          \
    "run,game,checksum,hash,winner,reason,turns,actions,orientation,swap,first_turn\n"
#define ROW "0,0,0123456789abcdef,fedcba9876543210,1,1,3,4,2,1,5 6\n"

enum { RUNS = 3, MOST_GAMES = 2000 };

static bool unpack(claim_table_t *table, const char *text, failure_t *error) {
    claim_packed_t packed = {.num_runs = RUNS, .games = MOST_GAMES};
    char *bytes = claim_gzip(text, strlen(text), &packed.size);
    packed.bytes = bytes;
    bool ok = claim_table_unpack(table, &packed, "table", error);
    free(bytes);
    return ok;
}

/* One gzip member, complete, and nothing behind it; no more games than are claimed. */
static void test_packed(void **unused) {
    static const char not_gzip[] = "table: is not one text compressed by gzip";
    claim_table_t table;
    failure_t error;
    claim_packed_t packed = {.num_runs = RUNS, .games = 1};
    (void)unused;
    char *bytes = claim_gzip(HEADING ROW, strlen(HEADING ROW), &packed.size);
    char *more = memory_new(2 * packed.size, 1);
    memcpy(more, bytes, packed.size);
    memcpy(more + packed.size, bytes, packed.size);
    packed.bytes = more;
    assert_true(claim_table_unpack(&table, &packed, "table", &error));
    assert_int_equal(table.count, 1);
    claim_table_clear(&table);
    const size_t whole = packed.size, sizes[] = {whole + 1, 2 * whole, whole - 1, 30, 0};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        packed.size = sizes[i];
        assert_false(claim_table_unpack(&table, &packed, "table", &error));
        assert_string_equal(error.message, not_gzip);
        assert_null(table.rows);
    }
    packed.size = whole;
    more[whole - 5] ^= 1; /* the checksum of the text */
    assert_false(claim_table_unpack(&table, &packed, "table", &error));
    assert_string_equal(error.message, not_gzip);
    packed.bytes = bytes;
    packed.games = 0;
    assert_false(claim_table_unpack(&table, &packed, "table", &error));
    assert_string_equal(error.message, "table: line 2 is not a game of a claim");
    free(more);
    free(bytes);
    assert_true(unpack(&table, HEADING, &error));
    assert_int_equal(table.count, 0);
    claim_table_clear(&table);
    assert_false(unpack(&table, "", &error));
    assert_false(unpack(&table, HEADING ROW "0,1,", &error));
    assert_string_equal(error.message, "table: line 3 is not a game of a claim");
    char *line = memory_new((size_t)1 << 20, 1); /* that never ends */
    memset(line, '7', ((size_t)1 << 20) - 1);
    assert_false(unpack(&table, line, &error));
    assert_string_equal(error.message, "table: line 1 is not a game of a claim");
    free(line);
}

static void test_table_values(void **unused) {
    static const struct {
        int column;
        const char *value;
    } cases[] = {{0, ""},
                 {0, "3"},
                 {0, "-1"},
                 {0, "x"},
                 {1, ""},
                 {1, "1"},
                 {1, "99999999999999"},
                 {2, "0123"},
                 {2, "0123456789abcdeF"},
                 {2, "0123456789abcde/"},
                 {2, "0123456789abcdef0"},
                 {2, "0123456789abcde{"},
                 {3, "0123"},
                 {3, ""},
                 {4, "3"},
                 {4, "one"},
                 {5, "99"},
                 {5, ""},
                 {6, "4294967296"},
                 {6, "-1"},
                 {7, "4294967296"},
                 {7, "4.5"},
                 {8, "16"},
                 {8, ""},
                 {9, "3"},
                 {9, ""},
                 {10, "65536"},
                 {10, "5 "},
                 {10, " 5"},
                 {10, "5  6"},
                 {10, "5;6"},
                 {10, "x"}};
    claim_table_t table;
    failure_t error = {""};
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = with_value(HEADING ROW, 1, cases[i].column, cases[i].value);
        if (unpack(&table, text, &error))
            fail_msg("taken: %s", text);
        assert_string_equal(error.message, "table: line 2 is not a game of a claim");
        assert_null(table.rows);
        free(text);
    }
    assert_false(unpack(&table, "run,game\n" ROW, &error));
    assert_string_equal(error.message, "table: line 1 is not a game of a claim");
    assert_false(unpack(&table, HEADING ROW "1,0,", &error));
    assert_string_equal(error.message, "table: line 3 is not a game of a claim");
    assert_false(unpack(&table, HEADING "1" /* run 0 has none */ ",0,\n", &error));
    char *back = with_value(HEADING ROW ROW, 1, 0, "1"); /* run 0 after run 1 */
    assert_false(unpack(&table, back, &error));
    assert_string_equal(error.message, "table: line 3 is not a game of a claim");
    free(back);
}

/* A table with more games and longer first turns than the initial buffers hold is packed
 * as it was read; a first turn can be too long. */
static void test_long_table(void **unused) {
    enum { GAMES = 1200, ACTIONS = 4096 };
    claim_table_t table;
    failure_t error = {""};
    char *text = NULL;
    size_t size;
    (void)unused;
    FILE *out = memory_stream_open(&text, &size);
    fputs(HEADING, out);
    for (int game = 0; game < GAMES; game++)
        fprintf(out, "2,%d,%016x,0123456789abcdef,0,0,1,1,0,%d,%d %d\n", game, game,
                game % 3, game, 7);
    memory_stream_close(out);
    assert_true(unpack(&table, text, &error));
    assert_int_equal(table.count, GAMES);
    assert_int_equal(table.num_runs, 3);
    assert_int_equal(table.runs[1], 0);
    assert_true(table.rows[2].seen.swapped && !table.rows[1].seen.swapped);
    char *again = claim_table_text(&table, &size);
    assert_string_equal(again, text);
    free(again);
    free(text);
    claim_table_clear(&table);
    char *turn = memory_new(2 * ACTIONS + 3, 1);
    for (int i = 0; i <= ACTIONS; i++)
        memcpy(turn + 2 * i, i < ACTIONS ? "7 " : "7", 3 - (i == ACTIONS));
    text = with_value(HEADING ROW, 1, FIRST_TURN, turn);
    assert_false(unpack(&table, text, &error));
    assert_string_equal(error.message, "table: line 2 is not a game of a claim");
    free(text);
    turn[2 * ACTIONS - 1] = 0;
    text = with_value(HEADING ROW, 1, FIRST_TURN, turn);
    assert_true(unpack(&table, text, &error));
    assert_int_equal(table.rows[0].length, ACTIONS);
    claim_table_clear(&table);
    free(text);
    free(turn);
}

/* Rows that differ in one value each. */
static void test_row_difference(void **unused) {
    static const struct {
        int column;
        const char *value, *what;
    } cases[] = {{2, "0000000000000000", "checksum"},
                 {3, "0000000000000000", "hash"},
                 {4, "0", "outcome"},
                 {5, "0", "outcome"},
                 {6, "9", "length"},
                 {7, "9", "length"},
                 {8, "0", "hash"},
                 {9, "0", "exchange of sides"},
                 {9, "2", "exchange of sides"},
                 {10, "5", "first turn"},
                 {10, "5 7", "first turn"},
                 {10, "", "first turn"}};
    claim_table_t table, other;
    failure_t error;
    (void)unused;
    assert_true(unpack(&table, HEADING ROW, &error));
    assert_null(claim_row_difference(&table, table.rows, &table, table.rows));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = with_value(HEADING ROW, 1, cases[i].column, cases[i].value);
        assert_true(unpack(&other, text, &error));
        assert_string_equal(claim_row_difference(&table, table.rows, &other, other.rows),
                            cases[i].what);
        claim_table_clear(&other);
        free(text);
    }
    claim_table_clear(&table);
}

/* --- SHA256SUMS --------------------------------------------------------------------- */

static void manifest_is_refused(const char *text, size_t size, const char *says) {
    char folder[] = "/tmp/fulcrum-claim-XXXXXX", path[64];
    claim_files_t files;
    claim_differences_t found = {0};
    failure_t error = {""};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/" CLAIM_MANIFEST, folder);
    FILE *file = fopen(path, "w");
    assert_int_equal(fwrite(text, 1, size, file), size);
    fclose(file);
    bool ok = claim_files_read(&files, folder, &found, &error);
    unlink(path);
    rmdir(folder);
    if (ok || !strstr(error.message, says))
        fail_msg("\"%s\" instead of \"%s\": %.200s", error.message, says, text);
    claim_files_clear(&files);
}

static void test_manifest(void **unused) {
#define SUM "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    static const char *const lines[] = {
        SUM " a.json\n",
        SUM "  a.json",
        SUM "  \n",
        SUM "\n",
        SUM "- a.json\n",
        SUM " *a.json\n",
        SUM "  a{.json\n",
        SUM "  a:.json\n",
        SUM "  A.json\n",
        SUM "  a/\n",
        SUM "  a/.b\n",
        SUM "  /a\n",
        SUM "  a123456789012345678901234567890123456789012345678901234567890123\n",
        "!123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef  a.json\n",
        "A123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef  a.json\n",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        manifest_is_refused(lines[i], strlen(lines[i]), "line 1 is not the checksum");
    manifest_is_refused(SUM "  a\n" SUM "  a\n", 2 * 67 + 2,
                        "line 2 is not the checksum");
    manifest_is_refused("", 0, "names no files");
    manifest_is_refused(SUM "  a\0\n", 69, "is not text");
    /* Valid names in a bundle, and one file too many. */
    char *many = memory_new(CLAIM_MOST_FILES + 1, 80);
    size_t used = 0;
    for (int i = 0; i <= CLAIM_MOST_FILES; i++)
        used += (size_t)snprintf(many + used, 80, SUM "  a-b_c.%d\n", i);
    manifest_is_refused(many, used, "line 257 is not the checksum");
    free(many);
#undef SUM
}

static void assert_stopped_says(uint64_t replayed, bool json, const char *says) {
    const claim_check_t check = {
        .order = {.seed = 1},
        .is_complete = true,
        .replay = {.games = 40, .replayed = replayed, .stopped = "SIGTERM"}};
    char *text = NULL;
    size_t size;
    FILE *out = memory_stream_open(&text, &size);
    result_t *result = claim_result(&check);
    result_print(result, json ? RESULT_JSON : RESULT_TEXT, out);
    result_free(result);
    memory_stream_close(out);
    if (!strstr(text, says) || strstr(text, "would have found"))
        fail_msg("not \"%s\": %s", says, text);
    free(text);
}

/* A check that is stopped has replayed no random sample. */
static void test_stopped(void **unused) {
    (void)unused;
    assert_stopped_says(20, false, "sample, and the");
    assert_stopped_says(0, false, "0 of 40 replayed, drawn by seed 1: stopped");
    assert_stopped_says(20, true, "\"chance_to_find\":null,\"least_found_with_95\":null");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sha256),     cmocka_unit_test(test_sha256_in_parts),
        cmocka_unit_test(test_power),      cmocka_unit_test(test_compare),
        cmocka_unit_test(test_packed),     cmocka_unit_test(test_table_values),
        cmocka_unit_test(test_long_table), cmocka_unit_test(test_row_difference),
        cmocka_unit_test(test_manifest),   cmocka_unit_test(test_stopped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
