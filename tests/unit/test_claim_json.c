/* A claim's description of itself, claim.json, damaged value by value: each damage is an
 * error with its own message, or says no less than before. */
#include "tests/support/unit.h"

#include "eval/claim/claim.h"
#include "eval/study/study_result.h"
#include "tests/unit/tiny_claim.h"

#include <stdlib.h>
#include <string.h>

#define WEIGHTS "\"weights\" is missing"

static const struct {
    const char *path, *value, *says; /* says NULL: still ok */
} abouts[] = {
    {"format", NULL, "of another version"},
    {"format", "\"fulcrum\"", "of another version"},
    {"version", NULL, "of another version"},
    {"version", "2", "of another version"},
    {"version", "3.5", "of another version"},
    {"program", NULL, "\"program\" is missing"},
    {"program", "\"a\\nb\"", "\"program\" is missing"},
    {"games", NULL, "\"games\" is missing"},
    {"games", "-1", "\"games\" is missing"},
    {"games", "0.5", "\"games\" is missing"},
    {"games", "10000001", "\"games\" is missing"},
    {"games", "1e300", "\"games\" is missing"},
    {"weights", NULL, WEIGHTS},
    {"weights", "{}", WEIGHTS},
    {"weights/5", NULL, WEIGHTS},
    {"weights/6", "{}", WEIGHTS},
    {"weights/0", "5", WEIGHTS},
    {"weights/2/instructions", "\"avx2\"", WEIGHTS},
    {"weights/0/hash", "\"0x0123456789abcdef\"", NULL},
    {"weights/0/hash", NULL, WEIGHTS},
    {"weights/0/path", "\"a\\nb.safetensors\"", WEIGHTS},
    {"weights/0/path", "\"fourth.safetensors\"", "weights/4.safetensors are not in the"},
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
    claim_t *claim = claim_read(&files, &error);
    if ((claim != NULL) != !says)
        fail_msg("%s: %s: %s", path, value ? value : "none", error.message);
    if (!claim)
        tiny_claim_says(error.message, says, path);
    if (claim && strstr(path, "exact")) {
        assert_int_equal(claim->exact[0].value, VALUE_OPEN);
        assert_true(claim->exact[1].seconds == 0);
    }
    claim_free(claim);
    claim_files_clear(&files);
    free(text);
}

static void test_about(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof abouts / sizeof abouts[0]; i++)
        about_with(CLAIM_FILE, abouts[i].path, abouts[i].value, abouts[i].says);
    about_with(STUDY_FILE, "variants/0/variant/size", "1000", "size");
    about_with(STUDY_FILE, "strengths/1/agent/network/hash", "\"0x0123456789abcdef\"",
               WEIGHTS);
}

/* Missing files, and files that are not texts. */
static void test_about_files(void **unused) {
    static const char *const names[] = {STUDY_FILE, CLAIM_FILE};
    (void)unused;
    for (int i = 0; i < 2; i++)
        for (int how = 0; how < 4; how++) {
            static const char *const bytes[] = {NULL, "{}\0{}", "{", "{}"};
            static const size_t sizes[] = {0, 5, 1, 2};
            static const char *const says[] = {": is missing", ": is not text", "/",
                                               ": "};
            claim_files_t files;
            failure_t error = {""};
            tiny_claim_copy(&files, names[i], bytes[how], sizes[how]);
            assert_null(claim_read(&files, &error));
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
