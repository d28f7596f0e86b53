/* Questions of claims: a study, or a search for the fairest with one study per variant,
 * up to 256 of them; and what a bundle says about them. */
#include "tests/support/unit.h"

#include "core/base/files/file.h"
#include "core/base/text.h"
#include "eval/claim/claim.h"
#include "eval/claim/claim_figures.h"
#include "eval/claim/claim_table.h"
#include "eval/fairest/fairest.h"
#include "eval/study/study_result.h"
#include "tests/support/test_folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    claim_question_t question;
    char name[STUDY_PART_NAME];
    failure_t error = {""};
    (void)unused;
    put("study", STUDY_FILE, study_text_of);
    if (!claim_question_load(&question, "study", &error))
        fail_msg("%s", error.message);
    assert_null(question.fairest);
    assert_string_equal(question.title, "Two boards");
    assert_int_equal(question.study->num_variants, 2);
    assert_int_equal(question.study->num_strengths, 2);
    assert_int_equal(question.num_runs, RUNS);
    for (int i = 0; i < RUNS; i++) {
        claim_run_name(&question, i, name);
        assert_string_equal(name, names[i]);
        assert_int_equal(question.runs[i].variant, i / 3);
    }
    assert_int_equal(agent_simulations(claim_run_agent(&question, 2)), 3);
    claim_question_clear(&question);
}

/* One run of every variant; their names are distinct. */
static void test_map(void **unused) {
    claim_question_t question;
    char name[STUDY_PART_NAME], other[STUDY_PART_NAME];
    failure_t error = {""};
    (void)unused;
    put("map", FAIREST_FILE, map_text_of);
    put("map", STUDY_FILE, study_text_of);
    if (!claim_question_load(&question, "map", &error))
        fail_msg("%s", error.message);
    assert_ptr_equal(question.study, question.fairest->study);
    assert_string_equal(question.title, "A large map");
    assert_int_equal(question.study->num_variants, HALVING_ARMS);
    assert_int_equal(question.study->num_strengths, 1);
    assert_int_equal(question.num_runs, HALVING_ARMS);
    for (int i = 0; i < question.num_runs; i++) {
        assert_int_equal(question.runs[i].variant, i);
        claim_run_name(&question, i, name);
        claim_run_name(&question, (i + 1) % HALVING_ARMS, other);
        assert_string_not_equal(name, other);
    }
    claim_question_clear(&question);
}

static void test_no_question(void **unused) {
    claim_question_t question;
    failure_t error = {""};
    char long_path[FILE_PATH + 1];
    (void)unused;
    put("neither", "other.json", study_text_of);
    assert_false(claim_question_load(&question, "neither", &error));
    assert_says(error.message, "neither: is not a study: it has no " STUDY_FILE);
    put("damaged", FAIREST_FILE, study_text_of);
    assert_false(claim_question_load(&question, "damaged", &error));
    assert_says(error.message, "damaged/" FAIREST_FILE);
    memset(long_path, 'x', FILE_PATH);
    long_path[FILE_PATH] = 0;
    assert_false(claim_question_load(&question, long_path, &error));
    assert_says(error.message, "the path is too long");
}

static void add(claim_files_t *files, const char *name, const char *text) {
    assert_true(claim_files_add(files, name, text_copy(text), strlen(text)));
}

/* claim.json round-trips for 256 variants; figures and a complete page exist even without
 * any games. */
static void test_bundle(void **unused) {
    failure_t error = {""};
    claim_question_t question;
    claim_table_t table = {0};
    claim_files_t files = {0};
    size_t size;
    (void)unused;
    assert_false(claim_question_read(&question, &files, &error));
    assert_says(error.message, STUDY_FILE ": is missing");
    put("map", FAIREST_FILE, map_text_of);
    claim_t *claim = claim_new("map", false, &error);
    if (!claim)
        fail_msg("%s", error.message);
    assert_int_equal(claim->exact[HALVING_ARMS - 1].value, VALUE_OPEN);
    for (int i = 0; i < HALVING_ARMS; i++)
        claim_table_begin_run(&table);
    char *text = claim_text(claim, &table);
    add(&files, FAIREST_FILE, map_text_of);
    add(&files, CLAIM_FILE, text);
    claim_t *back = claim_read(&files, &error);
    if (!back)
        fail_msg("%s", error.message);
    char *again = claim_text(back, &table);
    assert_string_equal(again, text);
    claim_figures_t *figures = claim_figures_new(back, &table, &error);
    assert_non_null(figures);
    char *json = claim_figures_text(figures, RESULT_JSON, &size);
    assert_says(json, "\"folder\":\"" CLAIM_FOLDER "\"");
    assert_says(json, "\"answered\":false");
    char *page = claim_figures_page(figures, "from <nowhere>", &size);
    assert_says(page, "<p class=\"note\">from &lt;nowhere&gt;</p>");
    free(page);
    free(json);
    claim_figures_free(figures);
    free(again);
    free(text);
    claim_free(back);
    claim_free(claim);
    add(&files, STUDY_FILE, study_text_of);
    assert_false(claim_question_read(&question, &files, &error));
    assert_says(error.message, "is of one question");
    claim_files_clear(&files);
    claim_table_clear(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_study), cmocka_unit_test(test_map),
        cmocka_unit_test(test_no_question), cmocka_unit_test(test_bundle)};
    return cmocka_run_group_tests(tests, test_folder_enter, test_folder_remove);
}
