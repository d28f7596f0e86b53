/* A claim's bundle, damaged part by part: each damage is reported as an error or a
 * difference, with its own message. A study of two tiny boards is played once, and every
 * case starts from its bundle. */
#include "tests/support/unit.h"

#include "core/base/json.h"
#include "core/base/table/result.h"
#include "eval/claim/claim.h"
#include "eval/claim/claim_check.h"
#include "eval/claim/claim_table.h"
#include "eval/study/study.h"
#include "eval/study/study_result.h"
#include "tests/unit/tiny_claim.h"

#include "core/base/memory_stream.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { PATH = 300 };

/* --- The folder --------------------------------------------------------------------- */

/* Writes the bundle with one file changed to a separate folder; returns its name. */
static const char *put(const char *name, const char *bytes, size_t size) {
    static char path[PATH];
    static int number;
    claim_files_t files;
    failure_t error;
    snprintf(path, sizeof path, "bad-%d", number++);
    tiny_claim_copy(&files, name, bytes, size);
    if (!claim_files_publish(&files, path, &error))
        fail_msg("%s", error.message);
    claim_files_clear(&files);
    return path;
}

static const char *put_text(const char *name, const char *text) {
    return put(name, text, strlen(text));
}

static const char *put_edited(const char *name, const char *path, const char *value) {
    char *text = tiny_claim_edit(tiny_claim_text(name), path, value);
    const char *bundle = put_text(name, text);
    free(text);
    return bundle;
}

static const claim_check_order_t all = {
    .share = 1, .seed = 1, .threads = 1, .quiet = true};
static const claim_check_order_t none = {.seed = 7, .threads = 1, .quiet = true};

/* Checks a bundle: returns what `claim check` would print, and the error. The caller
 * frees the text. */
static char *look(const char *bundle, const claim_check_order_t *order, bool json,
                  failure_t *error) {
    char *text = NULL;
    size_t size;
    *error = (failure_t){""};
    claim_check_t *check = claim_check_new(bundle, order, error);
    if (!check)
        return NULL;
    FILE *out = memory_stream_open(&text, &size);
    result_t *result = claim_result(check);
    result_print(result, json ? RESULT_JSON : RESULT_TEXT, out);
    result_free(result);
    memory_stream_close(out);
    claim_check_free(check);
    return text;
}

static void assert_prints(const char *bundle, const char *says) {
    failure_t error;
    char *text = look(bundle, &none, false, &error);
    if (!text)
        fail_msg("%s: %s", bundle, error.message);
    tiny_claim_says(text, says, bundle);
    free(text);
}

static void assert_refused(const char *bundle, const char *says) {
    failure_t error;
    char *text = look(bundle, &none, false, &error);
    if (text)
        fail_msg("%s is taken: %s", says, text);
    tiny_claim_says(error.message, says, bundle);
}

static void test_good(void **unused) {
    failure_t error;
    (void)unused;
    char *text = look("good", &all, false, &error);
    assert_non_null(text);
    tiny_claim_says(text, "40 of 40 replayed", "all");
    tiny_claim_says(text, "0 of 1 solved again: none requested", "all");
    tiny_claim_says(text, "Not checked: 1 exact value, which", "all");
    assert_null(strstr(text, "Differences"));
    free(text);
    text = look("good", &none, false, &error);
    tiny_claim_says(text, "0 of 40 replayed, drawn by seed 7: none requested", "none");
    assert_null(strstr(text, "would have found"));
    free(text);
    text = look("good", &none, true, &error);
    tiny_claim_says(text, "\"replayed\":0,", "none");
    tiny_claim_says(text,
                    "\"holds\":true,\"not_checked\":\"all games: none was replayed; 1 "
                    "exact value, which",
                    "none");
    tiny_claim_says(text, "\"chance_to_find\":null", "none");
    free(text);
}

/* Exact values are solved again in the time given: another value, or a win that is too
 * short, is found; a longer one is still true. */
static void test_exact(void **unused) {
    static const claim_check_order_t solving = {
        .solve_s = 100, .seed = 7, .threads = 1, .quiet = true};
    static const char differs[] = "the exact value of Side 2: claimed is \"";
    failure_t error;
    char bound[16];
    (void)unused;
    claim_t *claim = claim_read(&tiny_claim_good, &error);
    assert_non_null(claim);
    const study_exact_t exact = claim->exact[0];
    claim_free(claim);
    assert_int_not_equal(exact.value, VALUE_OPEN);
    assert_true(exact.bound > 1);
    char *text = look("good", &solving, false, &error);
    tiny_claim_says(text, "1 of 1 solved again: all as claimed", "good");
    assert_null(strstr(text, "Differences"));
    free(text);
    for (int more = -1; more <= 1; more++) {
        snprintf(bound, sizeof bound, "%d", exact.bound + more);
        text =
            look(put_edited(CLAIM_FILE, "exact/0/bound", bound), &solving, false, &error);
        assert_int_equal(strstr(text, differs) != NULL, more < 0);
        free(text);
    }
    const char *other = exact.value == VALUE_WON ? "\"lost\"" : "\"won\"";
    const char *forged = put_edited(CLAIM_FILE, "exact/0/value", other);
    text = look(forged, &solving, true, &error);
    tiny_claim_says(text, "\"exact\":{\"values\":1,\"solved\":1,\"differ\":1}", forged);
    tiny_claim_says(text, "the exact value of Side 2: claimed is", forged);
    free(text);
    text = look(forged, &none, false, &error);
    assert_null(strstr(text, differs));
    free(text);
    forged = put_edited(CLAIM_FILE, "exact/0/unit", "\"days\"");
    text = look(forged, &solving, false, &error);
    tiny_claim_says(text, differs, forged);
    free(text);
    static const claim_check_order_t hasty = {
        .solve_s = 1e-9, .seed = 7, .threads = 1, .quiet = true};
    forged = put_edited(CLAIM_FILE, "exact/1/value", "\"won\"");
    text = look(forged, &hasty, false, &error);
    tiny_claim_says(text, " of 2 solved again: ", forged);
    free(text);
}

/* Files that SHA256SUMS does not name, though a bundle has them. */
static void test_files_left_out(void **unused) {
    (void)unused;
    assert_refused(put(CLAIM_RESULTS, NULL, 0), CLAIM_RESULTS ": is missing");
    assert_refused(put(CLAIM_RESULTS, "a\0b", 3), CLAIM_RESULTS ": is not text");
    assert_refused(put(CLAIM_TABLE_FILE, NULL, 0), CLAIM_TABLE_FILE ": is missing");
    assert_refused(put(CLAIM_FILE, NULL, 0), CLAIM_FILE ": is missing");
    assert_refused(put_text(CLAIM_TABLE_FILE, "no gzip"), "compressed by gzip");
}

/* Last digits, in which C libraries differ, are no difference, but are reported. */
static void test_last_digits(void **unused) {
    char changed[64];
    (void)unused;
    cJSON *json = json_read(tiny_claim_text(CLAIM_RESULTS), "test", NULL);
    cJSON *cell = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "cells"), 0);
    cJSON *score = cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(cell, "score"), "low");
    snprintf(changed, sizeof changed, "%.17g", score->valuedouble + 1e-13);
    score->valuedouble = atof(changed);
    char *text = json_line(cJSON_Duplicate(json, true));
    assert_prints(put_text(CLAIM_RESULTS, text), "except for last digits");
    free(text);
    cJSON_Delete(json);
}

/* Weights named otherwise; a path that is too long for them. */
static void test_weights(void **unused) {
    char deep[600] = ".";
    (void)unused;
    assert_prints(
        put_edited(CLAIM_FILE, "weights/0/file", "\"weights/2.safetensors\""),
        "weights[0].file is \"weights/2.safetensors\", but the games give \"weights/1");
    assert_prints(put_edited(CLAIM_FILE, "weights/0/file", NULL),
                  CLAIM_FILE ": weights[0] is {\"path\"");
    while (strlen(deep) < NETWORK_PATH)
        strcat(deep, "/.");
    strcat(deep, "/good");
    assert_refused(deep, "the path is too long");
}

/* Games of networks with unknown instruction sets are not replayed. */
static void test_instructions(void **unused) {
    claim_files_t files;
    failure_t error;
    (void)unused;
    char *about =
        tiny_claim_edit(tiny_claim_text(CLAIM_FILE), "weights/2/instructions", NULL);
    char *study =
        tiny_claim_edit(tiny_claim_text(STUDY_FILE), "strengths/3/agent/network", "{}");
    char *open = tiny_claim_edit(study, "strengths/3/agent/network/weights",
                                 "\"conv.safetensors\"");
    tiny_claim_copy(&files, CLAIM_FILE, about, strlen(about));
    claim_file_t *question = claim_files_find(&files, STUDY_FILE);
    free(question->bytes);
    question->bytes = tiny_claim_copy_bytes(open, strlen(open));
    question->size = strlen(open);
    assert_true(claim_files_publish(&files, "elsewhere", &error));
    char *text = look("elsewhere", &none, false, &error);
    if (!text)
        fail_msg("%s", error.message);
    tiny_claim_says(text, "of 36 replayed", "elsewhere");
    tiny_claim_says(text, "none was replayed; 4 games of networks whose", "elsewhere");
    claim_files_clear(&files);
    free(text);
    free(open);
    free(study);
    free(about);
}

/* A bundle needs a study whose weights exist, and a name of its own. */
static void test_make(void **unused) {
    claim_made_t made;
    failure_t error = {""};
    (void)unused;
    assert_int_equal(rename("net-3.safetensors", "away.safetensors"), 0);
    assert_false(claim_make("s", "new", false, true, &made, &error));
    tiny_claim_says(error.message, "net-3.safetensors", "weights");
    assert_int_equal(rename("away.safetensors", "net-3.safetensors"), 0);
    assert_false(claim_make("s", "good", false, true, &made, &error));
    tiny_claim_says(error.message, "good: already exists", "the bundle");
    assert_int_not_equal(access("new", F_OK), 0);
}

/* --- Files of other kinds ----------------------------------------------------------- */

static void in_place(const char *bundle, const char *name, char path[PATH + 80]) {
    snprintf(path, PATH + 80, "%s/%s", bundle, name);
    assert_int_equal(unlink(path), 0);
}

static void test_kinds_of_files(void **unused) {
    char path[PATH + 80];
    const char *bundle = put("", NULL, 0);
    (void)unused;
    in_place(bundle, CLAIM_RESULTS, path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_refused(bundle, CLAIM_RESULTS ": is not a regular file");
    assert_int_equal(unlink(path), 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%.100s", path);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_refused(bundle, CLAIM_RESULTS ": cannot be opened: No such device");
    close(listener);
    assert_int_equal(unlink(path), 0);
    FILE *large = fopen(path, "w");
    assert_int_equal(ftruncate(fileno(large), ((off_t)1 << 30) + 1), 0);
    fclose(large);
    assert_refused(bundle, CLAIM_RESULTS ": is too large");
    bundle = put("", NULL, 0);
    in_place(bundle, CLAIM_MANIFEST, path);
    assert_int_equal(symlink("../good/" CLAIM_MANIFEST, path), 0);
    assert_refused(bundle, CLAIM_MANIFEST ": is a link");
    bundle = put("", NULL, 0);
    snprintf(path, sizeof path, "%s/weight", bundle); /* beside weights/ */
    assert_int_equal(mkdir(path, 0700), 0);
    assert_prints(bundle, "weight is not part of the claim: SHA256SUMS does not");
    bundle = put("", NULL, 0);
    snprintf(path, sizeof path, "%s/weights/x\n", bundle);
    fclose(fopen(path, "w"));
    assert_prints(bundle, "weights/x is not part of the claim: SHA256SUMS does not");
}

/* --- Whole games -------------------------------------------------------------------- */

/* The table, unpacked. */
static void take_table(claim_table_t *table) {
    failure_t error;
    const claim_file_t *file = claim_files_find(&tiny_claim_good, CLAIM_TABLE_FILE);
    const claim_packed_t packed = {file->bytes, file->size, TINY_CLAIM_RUNS,
                                   TINY_CLAIM_GAMES};
    assert_true(claim_table_unpack(table, &packed, "table", &error));
}

static const char *put_table(claim_table_t *table) {
    size_t size;
    char *bytes = claim_table_pack(table, &size);
    const char *bundle = put(CLAIM_TABLE_FILE, bytes, size);
    free(bytes);
    claim_table_clear(table);
    return bundle;
}

/* --- The table ---------------------------------------------------------------------- */

/* More differences than are listed. */
static void test_many_differences(void **unused) {
    claim_table_t table;
    failure_t error;
    (void)unused;
    take_table(&table);
    for (size_t row = 0; row < table.count; row++)
        table.rows[row].checksum = row;
    const char *bundle = put_table(&table);
    char *text = look(bundle, &all, false, &error);
    assert_non_null(text);
    tiny_claim_says(text, "40 not the same", bundle);
    tiny_claim_says(text, "and 20 more", bundle);
    free(text);
    text = look(bundle, &all, true, &error);
    tiny_claim_says(text, "\"differ\":40,", bundle);
    tiny_claim_says(text, "\"num_differences\":40}", bundle);
    cJSON *json = json_read(text, "test", NULL);
    assert_int_equal(
        cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(json, "differences")), 20);
    cJSON_Delete(json);
    free(text);
}

/* Games from which the figures cannot be computed. */
static void test_table_of_other_games(void **unused) {
    static const char wrong_turn[] = "game 0 of side-2/2/self-play has an orientation or "
                                     "a first turn that does not exist";
    claim_table_t table;
    (void)unused;
    take_table(&table);
    table.count--;
    assert_refused(put_table(&table),
                   "has 3 games, which is not a whole number of files");
    take_table(&table);
    table.rows[0].seen.orientation = 15;
    assert_refused(put_table(&table), wrong_turn);
    take_table(&table);
    table.actions[table.rows[0].first_turn] = 999;
    assert_refused(put_table(&table), wrong_turn);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_files_left_out),
        cmocka_unit_test(test_last_digits),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_instructions),
        cmocka_unit_test(test_make),
        cmocka_unit_test(test_many_differences),
        cmocka_unit_test(test_kinds_of_files),
        cmocka_unit_test(test_table_of_other_games),
    };
    return cmocka_run_group_tests(tests, tiny_claim_enter, tiny_claim_leave);
}
