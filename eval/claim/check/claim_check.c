#include "eval/claim/check/claim_check.h"

#include "core/base/build_info.h"
#include "core/base/text.h"
#include "eval/claim/check/claim_difference.h"
#include "eval/claim/claim_about.h"
#include "eval/claim/claim_files.h"
#include "eval/claim/claim_make.h"
#include "eval/claim/claim_metrics.h"
#include "eval/claim/claim_result.h"
#include "eval/claim/claim_sample.h"
#include "eval/claim/claim_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t most_page = (size_t)1 << 26;

/* A check in progress. */
typedef struct checking {
    claim_check_t *check;
    const char *bundle;
    claim_files_t files;
    claim_about_t *about;
    claim_table_t table;
    claim_metrics_t metrics;
    claim_sample_t sample;
} checking_t;

static void differs(void *context, const char *what) {
    claim_check_t *check = context;
    if (check->num_differences++ < CLAIM_MOST_TOLD)
        check->differences[check->num_differences - 1] = text_copy(what);
}

/* --- Files -------------------------------------------------------------------------- */

static void check_files(checking_t *checking) {
    claim_check_t *check = checking->check;
    check->files = checking->files.count;
    check->others = checking->files.others;
    for (int i = 0; i < check->files; i++) {
        const claim_file_t *file = &checking->files.files[i];
        char what[160];
        if (claim_file_is_right(file)) {
            check->files_right++;
            continue;
        }
        snprintf(what, sizeof what,
                 file->bytes ? "%s does not match " CLAIM_MANIFEST : "%s is missing",
                 file->name);
        differs(check, what);
    }
}

/* A text of the bundle; NULL: missing, or not text. */
static const char *text_of(const checking_t *checking, const char *name) {
    const claim_file_t *file = claim_files_find(&checking->files, name);
    return file && file->bytes && !memchr(file->bytes, 0, file->size) ? file->bytes
                                                                      : NULL;
}

static const claim_file_t *need(const checking_t *checking, const char *name,
                                failure_t *error) {
    const claim_file_t *file = claim_files_find(&checking->files, name);
    if (!file)
        error_set(error, "%s: has no %s", checking->bundle, name);
    return file;
}

/* --- Figures ------------------------------------------------------------------------ */

static void check_result(checking_t *checking, const claim_result_t *result,
                         claim_form_t form, const char *name) {
    claim_check_t *check = checking->check;
    const char *claimed = text_of(checking, name);
    char difference[CLAIM_DIFFERENCE], what[CLAIM_DIFFERENCE + CLAIM_FILE_NAME];
    size_t size;
    char *computed = claim_result_text(result, form, &size);
    if (form == CLAIM_JSON)
        check->numbers = claim_difference_numbers(computed);
    bool is_same = claimed && strcmp(claimed, computed) == 0;
    snprintf(difference, sizeof difference, "is missing or not text");
    if (!claimed || (!is_same && claim_difference_find(claimed, computed, difference))) {
        check->results_hold = false;
        snprintf(what, sizeof what, "%s: %s", name, difference);
        differs(check, what);
    }
    check->same_bytes = check->same_bytes && is_same;
    free(computed);
}

/* The page's text; NULL: missing, or not text. The caller frees it. */
static char *unpack_page(const checking_t *checking) {
    const claim_file_t *file = claim_files_find(&checking->files, CLAIM_PAGE);
    size_t length = 0;
    char *page = file && file->bytes
                     ? claim_gunzip(file->bytes, file->size, most_page, &length)
                     : NULL;
    if (page && !memchr(page, 0, length))
        return page;
    free(page);
    return NULL;
}

/* A page of another version may look different, which is no difference. */
static void check_page(checking_t *checking, const claim_result_t *result) {
    claim_check_t *check = checking->check;
    char *page = unpack_page(checking);
    if (!page) {
        differs(check, CLAIM_PAGE ": is missing or not text");
        return;
    }
    const claim_games_t games = {&checking->about->subject, &checking->table,
                                 &checking->metrics};
    claim_result_look(result, &games, page, !check->is_same_program, &check->page_held,
                      &check->page_parts);
    free(page);
    if (check->page_held < check->page_parts && check->is_same_program)
        differs(check,
                CLAIM_PAGE ": its tables, answers or plots do not match the games");
}

/* Bundles of older versions, or made with --no-metrics, have none. */
static bool read_metrics(checking_t *checking, failure_t *error) {
    const claim_subject_t *subject = &checking->about->subject;
    const claim_file_t *file = claim_files_find(&checking->files, CLAIM_METRICS_FILE);
    bool is_there = file && subject->kind->has_metrics;
    checking->check->lacks_metrics = subject->kind->has_metrics && !file;
    return !is_there ||
           claim_metrics_unpack(&checking->metrics, subject, &checking->table,
                                file->bytes, file->size, error);
}

static bool check_figures(checking_t *checking, failure_t *error) {
    claim_check_t *check = checking->check;
    claim_result_t *result = claim_result_new(checking->about, &checking->table, error);
    bool right = result && read_metrics(checking, error);
    if (right) {
        check->results_hold = check->same_bytes = true;
        check_result(checking, result, CLAIM_JSON, CLAIM_RESULTS_JSON);
        check_result(checking, result, CLAIM_CSV, CLAIM_RESULTS_CSV);
        check_page(checking, result);
    }
    claim_result_free(result);
    return right;
}

/* --- Games -------------------------------------------------------------------------- */

static bool check_sample(checking_t *checking, failure_t *error) {
    claim_check_t *check = checking->check;
    const claim_file_t *file = need(checking, CLAIM_SAMPLE_FILE, error);
    failure_t wrong;
    if (!file || !claim_sample_unpack(&checking->sample, file->bytes, file->size, error))
        return false;
    check->sample_games = checking->sample.count;
    check->sample_holds =
        claim_sample_is_of(&checking->sample, checking->about, &checking->table, &wrong);
    if (!check->sample_holds)
        differs(check, wrong.message);
    return true;
}

static bool replay(checking_t *checking, const claim_check_order_t *order,
                   failure_t *error) {
    const claim_replay_order_t games = {.share = order->share,
                                        .weights = order->weights,
                                        .seed = order->seed,
                                        .threads = order->threads,
                                        .quiet = order->quiet,
                                        .tell = differs,
                                        .context = checking->check};
    return claim_replay(checking->about, &checking->table, &checking->metrics,
                        &checking->sample, checking->bundle, &games,
                        &checking->check->replay, error);
}

static void solve(checking_t *checking, const claim_check_order_t *order) {
    const claim_solve_order_t values = {.seconds = order->solve_s,
                                        .threads = order->threads,
                                        .quiet = order->quiet,
                                        .tell = differs,
                                        .context = checking->check};
    claim_solve(checking->about, &values, &checking->check->solve);
}

/* --- The whole check ---------------------------------------------------------------- */

static bool read_games(checking_t *checking, failure_t *error) {
    claim_check_t *check = checking->check;
    checking->about = claim_about_read(&checking->files, checking->bundle, error);
    if (!checking->about)
        return false;
    const claim_about_t *about = checking->about;
    snprintf(check->title, sizeof check->title, "%s", about->subject.facts.title);
    snprintf(check->program, sizeof check->program, "%s", about->maker.program);
    check->is_same_program = strcmp(about->maker.program, build_program) == 0;
    check->unchecked = about->subject.kind->unchecked;
    const claim_file_t *file = need(checking, CLAIM_TABLE_FILE, error);
    bool right =
        file && claim_table_unpack(&checking->table, file->bytes, file->size,
                                   about->subject.num_runs, CLAIM_TABLE_FILE, error);
    check->games = checking->table.count;
    return right;
}

static bool check_all(checking_t *checking, const claim_check_order_t *order,
                      failure_t *error) {
    claim_check_t *check = checking->check;
    failure_t wrong;
    if (!claim_files_read(&checking->files, checking->bundle, error))
        return false;
    memcpy(check->id, checking->files.id, sizeof check->id);
    check_files(checking);
    if (check->files_right < check->files)
        return true;
    if (!read_games(checking, error))
        return false;
    if (!claim_about_fits(checking->about, &checking->files, &checking->table, &wrong))
        differs(check, wrong.message);
    if (!check_figures(checking, error) || !check_sample(checking, error))
        return false;
    solve(checking, order);
    check->is_complete = replay(checking, order, error);
    return check->is_complete;
}

claim_check_t *claim_check_new(const char *bundle, const claim_check_order_t *order,
                               failure_t *error) {
    claim_check_t *check = memory_new(1, sizeof *check);
    checking_t *checking = memory_new(1, sizeof *checking);
    *checking = (checking_t){.check = check, .bundle = bundle};
    bool right = check_all(checking, order, error);
    claim_sample_clear(&checking->sample);
    claim_metrics_clear(&checking->metrics);
    claim_table_clear(&checking->table);
    claim_about_free(checking->about);
    claim_files_clear(&checking->files);
    free(checking);
    if (right)
        return check;
    claim_check_free(check);
    return NULL;
}

void claim_check_free(claim_check_t *check) {
    for (int i = 0; check && i < CLAIM_MOST_TOLD; i++)
        free(check->differences[i]);
    free(check);
}
