/* A claim's description of itself, claim.json, damaged value by value: each damage is an
 * error with its own message, or says no less than before. */
#include "tests/support/unit.h"

#include "eval/claim/claim_about.h"
#include "eval/claim/claim_table.h"
#include "eval/study/study_result.h"
#include "tests/unit/tiny_claim.h"

#include <stdlib.h>
#include <string.h>

#define SAME_AGENTS "\"agents\" is missing"

static const struct {
    const char *path, *value, *says; /* says NULL: still right */
} abouts[] = {
    {"format", NULL, "\"format\" is missing"},
    {"format", "1", "\"format\" is missing"},
    {"format", "\"fulcrum claim of another kind\"", "\"format\""},
    {"format", "\"fulcrum\"", "is of a different version"},
    {"version", NULL, "is of a different version"},
    {"version", "2", "is of a different version"},
    {"program", NULL, "\"program\" is missing"},
    {"compiler", "[]", "\"compiler\" is missing"},
    {"instructions", "\"a\\nb\"", "\"instructions\" is missing"},
    {"folder", "null", "\"folder\" is missing"},
    {"agents", NULL, SAME_AGENTS},
    {"agents", "{}", SAME_AGENTS},
    {"agents/1", NULL, SAME_AGENTS},
    {"agents/2", "[]", SAME_AGENTS},
    {"agents/0", "{}", SAME_AGENTS},
    {"agents/0/3", NULL, SAME_AGENTS},
    {"agents/1/0", "5", SAME_AGENTS},
    {"agents/1/0/search/simulations", "3", SAME_AGENTS},
    {"agents/1/0/search/simulation", "3", SAME_AGENTS},
    {"agents/0/3/network/instructions", "\"avx2\"", SAME_AGENTS},
    {"agents/0/1/network/hash", "\"0x0123456789abcdef\"", NULL},
    {"weights", NULL, "\"weights\" is missing"},
    {"weights/0", "\"net-2.h5\"", "\"path\" is missing"},
    {"weights/1/path", "7", "\"path\" is missing"},
    {"weights/1/file", NULL, NULL}, /* apart from the bundle */
    {"weights/1/file", "7", "\"file\" is missing"},
    {"weights/2/file", "\"weights/4.h5\"", "are not in the bundle"},
    {"exact", NULL, "\"exact\" is missing"},
    {"exact/1", NULL, "\"exact\" is missing"},
    {"exact/0/value", "\"mine\"", "\"exact\" is missing"},
    {"exact/0/value", "1", "\"exact\" is missing"},
    {"exact/0/bound", "\"1\"", "\"exact\" is missing"},
    {"exact/0/unit", NULL, "\"exact\" is missing"},
    {"exact/1/seconds", "true", "\"exact\" is missing"},
    /* From other rules: says nothing about these. */
    {"exact/0/rules_version", "99", NULL},
    {"exact/0/rules_version", NULL, NULL},
    {"exact/0/variant", "3", NULL},
};

/* Reads the bundle with one value of one of its files changed. */
static void about_with(const char *name, const char *path, const char *value,
                       const char *says) {
    claim_files_t files;
    failure_t error = {""};
    char *text = tiny_claim_edit(tiny_claim_text(name), path, value);
    tiny_claim_copy(&files, name, text, strlen(text));
    claim_about_t *about = claim_about_read(&files, "there", &error);
    if ((about != NULL) != !says)
        fail_msg("%s: %s: %s", path, value ? value : "none", error.message);
    if (!about)
        tiny_claim_says(error.message, says, path);
    if (about && strstr(path, "exact")) {
        assert_int_equal(about->exact[0].value, VALUE_OPEN);
        assert_true(about->exact[1].seconds > 0);
    }
    claim_about_free(about);
    claim_files_clear(&files);
    free(text);
}

static void test_about(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof abouts / sizeof abouts[0]; i++)
        about_with(CLAIM_ABOUT_FILE, abouts[i].path, abouts[i].value, abouts[i].says);
    about_with(STUDY_FILE, "variants/0/variant/size", "1000", "size");
    about_with(STUDY_FILE, "strengths/1/agent/network/hash", "\"0x0123456789abcdef\"",
               SAME_AGENTS);
}

/* Missing files, and files that are not texts. */
static void test_about_files(void **unused) {
    static const char *const names[] = {STUDY_FILE, CLAIM_ABOUT_FILE};
    (void)unused;
    for (int i = 0; i < 2; i++)
        for (int how = 0; how < 4; how++) {
            static const char *const bytes[] = {NULL, "{}\0{}", "{", "{}"};
            static const size_t sizes[] = {0, 5, 1, 2};
            static const char *const says[] = {"is missing or not text",
                                               "is missing or not text", "there/", "\""};
            claim_files_t files;
            failure_t error = {""};
            tiny_claim_copy(&files, names[i], bytes[how], sizes[how]);
            assert_null(claim_about_read(&files, "there", &error));
            tiny_claim_says(error.message, says[how], names[i]);
            claim_files_clear(&files);
        }
    claim_files_t files;
    failure_t error = {""};
    tiny_claim_copy(&files, STUDY_FILE, NULL, 0);
    assert_true(claim_files_add(&files, STUDY_FILE, NULL, 0)); /* named, and not there */
    assert_null(claim_about_read(&files, "there", &error));
    tiny_claim_says(error.message, "is missing", "a file without bytes");
    claim_files_clear(&files);
}

/* The seed, games and runs in claim.json must agree with the study and the table. */
static void test_fits(void **unused) {
    static const struct {
        const char *path, *value;
    } cases[] = {{"games", "1"},         {"games", NULL},
                 {"games", "\"8\""},     {"seed", "2"},
                 {"seed", NULL},         {"runs", NULL},
                 {"runs/3", NULL},       {"runs/0/folder", NULL},
                 {"runs/0/folder", "1"}, {"runs/1/folder", "\"side-2/3/self-play\""},
                 {"runs/2/games", NULL}, {"runs/2/games", "400"},
                 {"runs/9", "{}"}};
    failure_t error = {""};
    claim_table_t table;
    const claim_file_t *packed = claim_files_find(&tiny_claim_good, CLAIM_TABLE_FILE);
    claim_about_t *about = claim_about_read(&tiny_claim_good, "good", &error);
    (void)unused;
    assert_non_null(about);
    assert_true(claim_table_unpack(&table, packed->bytes, packed->size,
                                   about->subject.num_runs, "table", &error));
    assert_true(claim_about_fits(about, &tiny_claim_good, &table, &error));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        claim_files_t files;
        char *text = tiny_claim_edit(tiny_claim_text(CLAIM_ABOUT_FILE), cases[i].path,
                                     cases[i].value);
        tiny_claim_copy(&files, CLAIM_ABOUT_FILE, text, strlen(text));
        if (claim_about_fits(about, &files, &table, &error))
            fail_msg("%s fits", cases[i].path);
        tiny_claim_says(error.message, "its seed, games or runs", cases[i].path);
        claim_files_clear(&files);
        free(text);
    }
    claim_table_clear(&table);
    claim_about_free(about);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_about),
        cmocka_unit_test(test_about_files),
        cmocka_unit_test(test_fits),
    };
    return cmocka_run_group_tests(tests, tiny_claim_enter, tiny_claim_leave);
}
