/* A claim's description of itself, claim.json, damaged value by value: each damage is an
 * error with its own message, or says no less than before. */
#include "tests/support/unit.h"

#include "eval/claim/claim_about.h"
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
    {"format", "\"fulcrum\"", "of another version"},
    {"version", NULL, "of another version"},
    {"version", "1", "of another version"},
    {"version", "2.5", "of another version"},
    {"version", "3", "of another version"},
    {"program", NULL, "\"program\" is missing"},
    {"program", "\"a\\nb\"", "\"program\" is missing"},
    {"games", NULL, "\"games\" is missing"},
    {"games", "-1", "\"games\" is missing"},
    {"games", "0.5", "\"games\" is missing"},
    {"games", "10000001", "\"games\" is missing"},
    {"games", "1e300", "\"games\" is missing"},
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
    {"agents/0/1/network/weights", "\"a\\nb.h5\"", SAME_AGENTS},
    {"agents/0/1/network/weights", "\"fourth.h5\"", "weights/4.h5 are not in the"},
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
        assert_true(about->exact[1].seconds == 0);
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
            static const char *const says[] = {": is missing", ": is not text", "there/",
                                               "\""};
            claim_files_t files;
            failure_t error = {""};
            tiny_claim_copy(&files, names[i], bytes[how], sizes[how]);
            assert_null(claim_about_read(&files, "there", &error));
            tiny_claim_says(error.message, says[how], names[i]);
            claim_files_clear(&files);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_about),
        cmocka_unit_test(test_about_files),
    };
    return cmocka_run_group_tests(tests, tiny_claim_enter, tiny_claim_leave);
}
