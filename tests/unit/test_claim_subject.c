/* Subjects of claims: a study, or for `study fairest` one study per variant, up to 256 of
 * them; and the bundle's data about them. */
#include "tests/support/unit.h"

#include "core/base/text.h"
#include "eval/claim/claim_about.h"
#include "eval/claim/claim_result.h"
#include "eval/claim/claim_subject.h"
#include "eval/claim/claim_table.h"
#include "eval/fairest/fairest.h"
#include "eval/study/study_result.h"
#include "tests/support/test_folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- Questions ---------------------------------------------------------------------- */

static const char study_text_of[] =
    "{\"title\": \"Two boards\", \"game\": \"cascade\", \"seed\": 7,"
    " \"variants\": [{\"variant\": {\"size\": 2}}, {\"variant\": {\"size\": 3}}],"
    " \"strengths\": [{\"simulations\": 2, \"skill\": 4}, {\"simulations\": 3}],"
    " \"games\": {\"first\": 4, \"most\": 4, \"shard\": 4}}";

static const char map_text_of[] =
    "{\"title\": \"A large map\", \"game\": \"seega\", \"seed\": 9, \"finalists\": 256,"
    " \"grid\": {\"size\": [5], \"opening\": [\"fixed\", \"free\"],"
    "  \"safe_centre\": [true, false], \"end_at\": [1, 0], \"swap\": [false, true],"
    "  \"no_capture_limit\": [40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53,"
    "   54, 55]},"
    " \"agent\": {\"search\": {\"simulations\": 2}}}";

static void put(const char *where, const char *name, const char *text) {
    char path[64];
    snprintf(path, sizeof path, "%s/%s", where, name);
    mkdir(where, 0700);
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static void assert_says(const char *message, const char *word) {
    if (!strstr(message, word))
        fail_msg("\"%s\" does not say \"%s\"", message, word);
}

static void test_study(void **unused) {
    static const char *const names[] = {"size-2/2/self-play", "size-2/2/skill",
                                        "size-2/3/self-play", "size-3/2/self-play",
                                        "size-3/2/skill",     "size-3/3/self-play"};
    enum { RUNS = sizeof names / sizeof names[0] };
    claim_subject_t subject;
    char name[CLAIM_RUN_NAME];
    failure_t error = {""};
    (void)unused;
    put("study", STUDY_FILE, study_text_of);
    if (!claim_subject_load(&subject, "study", &error))
        fail_msg("%s", error.message);
    assert_ptr_equal(subject.kind, &claim_of_study);
    assert_string_equal(subject.facts.title, "Two boards");
    assert_int_equal(subject.facts.seed, 7);
    assert_int_equal(subject.facts.variants, 2);
    assert_int_equal(subject.num_strengths, 2);
    assert_int_equal(subject.num_runs, RUNS);
    for (int i = 0; i < RUNS; i++) {
        claim_subject_run_name(&subject, i, name);
        assert_string_equal(name, names[i]);
        assert_ptr_equal(subject.runs[i].study, subject.question);
        assert_int_equal(subject.runs[i].variant, i / 3);
    }
    assert_int_equal(study_simulations(claim_run_agent(&subject.runs[2])), 3);
    claim_subject_clear(&subject);
}

/* Every variant is a separate study, and run names are distinct. */
static void test_map(void **unused) {
    claim_subject_t subject;
    char name[CLAIM_RUN_NAME], other[CLAIM_RUN_NAME];
    failure_t error = {""};
    (void)unused;
    put("map", FAIREST_FILE, map_text_of);
    if (!claim_subject_load(&subject, "map", &error))
        fail_msg("%s", error.message);
    assert_ptr_equal(subject.kind, &claim_of_fairest);
    assert_string_equal(subject.facts.title, "A large map");
    assert_int_equal(subject.facts.seed, 9);
    assert_int_equal(subject.facts.variants, HALVING_ARMS);
    assert_int_equal(subject.num_strengths, 1);
    assert_int_equal(subject.num_runs, HALVING_ARMS);
    for (int i = 0; i < subject.num_runs; i++) {
        assert_int_equal(subject.runs[i].variant, i);
        assert_int_equal(subject.variants[i].index, 0);
        assert_ptr_equal(subject.runs[i].study, subject.variants[i].study);
        claim_subject_run_name(&subject, i, name);
        claim_subject_run_name(&subject, (i + 1) % HALVING_ARMS, other);
        assert_string_not_equal(name, other);
    }
    claim_subject_clear(&subject);
}

/* --- Folders and bundles ------------------------------------------------------------ */

static void test_which(void **unused) {
    claim_subject_t subject;
    failure_t error = {""};
    char long_path[RUN_PATH + 1];
    (void)unused;
    put("both", STUDY_FILE, study_text_of);
    put("both", FAIREST_FILE, map_text_of);
    assert_true(claim_subject_load(&subject, "both", &error));
    assert_ptr_equal(subject.kind, &claim_of_fairest);
    claim_subject_clear(&subject);
    put("neither", "other.json", study_text_of);
    assert_false(claim_subject_load(&subject, "neither", &error));
    assert_says(error.message, "neither/" STUDY_FILE);
    put("damaged", FAIREST_FILE, study_text_of);
    assert_false(claim_subject_load(&subject, "damaged", &error));
    assert_says(error.message, "damaged/" FAIREST_FILE);
    assert_null(subject.question);
    memset(long_path, 'x', RUN_PATH);
    long_path[RUN_PATH] = 0;
    assert_false(claim_subject_load(&subject, long_path, &error));
    assert_says(error.message, "the path is too long");
}

static void add(claim_files_t *files, const char *name, const char *text) {
    assert_true(claim_files_add(files, name, text_copy(text), strlen(text)));
}

static void test_bundle(void **unused) {
    claim_subject_t subject;
    claim_files_t files = {0};
    failure_t error = {""};
    (void)unused;
    assert_false(claim_subject_read(&subject, &files, "there", &error));
    assert_says(error.message, STUDY_FILE ": is missing");
    add(&files, FAIREST_FILE, map_text_of);
    assert_true(claim_subject_read(&subject, &files, "there", &error));
    assert_int_equal(subject.num_runs, HALVING_ARMS);
    claim_subject_clear(&subject);
    add(&files, STUDY_FILE, study_text_of);
    assert_false(claim_subject_read(&subject, &files, "there", &error));
    assert_says(error.message, "is of one question");
    claim_files_clear(&files);
}

/* claim.json round-trips for 256 variants; figures and a complete page exist even without
 * any games. */
static void test_large(void **unused) {
    failure_t error = {""};
    claim_table_t table = {0};
    claim_files_t files = {0};
    size_t size;
    (void)unused;
    put("map", FAIREST_FILE, map_text_of);
    claim_about_t *about = claim_about_new("map", false, &error);
    if (!about)
        fail_msg("%s", error.message);
    assert_int_equal(about->exact[HALVING_ARMS - 1].value, VALUE_OPEN);
    for (int i = 0; i < HALVING_ARMS; i++)
        claim_table_begin_run(&table);
    char *text = claim_about_text(about, &table);
    add(&files, FAIREST_FILE, map_text_of);
    add(&files, CLAIM_ABOUT_FILE, text);
    claim_about_t *back = claim_about_read(&files, "there", &error);
    if (!back)
        fail_msg("%s", error.message);
    char *again = claim_about_text(back, &table);
    assert_string_equal(again, text);
    claim_result_t *result = claim_result_new(back, &table, &error);
    assert_non_null(result);
    char *json = claim_result_text(result, CLAIM_JSON, &size);
    assert_says(json, "\"folder\":\"" CLAIM_FOLDER "\"");
    assert_says(json, "\"answered\":false");
    const claim_games_t games = {&back->subject, &table};
    char *page = result->kind->page(result->figures, &games, "from <nowhere>", &size);
    assert_says(page, "<p class=\"note\">from &lt;nowhere&gt;</p>");
    free(page);
    free(json);
    claim_result_free(result);
    free(again);
    free(text);
    claim_about_free(back);
    claim_about_free(about);
    claim_files_clear(&files);
    claim_table_clear(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_study), cmocka_unit_test(test_map),
        cmocka_unit_test(test_which), cmocka_unit_test(test_bundle),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, test_folder_enter, test_folder_remove);
}
