#include "eval/claim/claim_kind.h"

#include "eval/report/report.h"
#include "eval/report/report_answers.h"
#include "eval/report/report_page.h"
#include "eval/report/tables/report_table.h"
#include "eval/report/tables/report_tables.h"
#include "eval/study/answers/study_print.h"
#include "eval/study/study.h"
#include "eval/study/study_result.h"

#include <stdlib.h>

static void *read_study(cJSON *json, const char *where, failure_t *error) {
    study_t *study = memory_new(1, sizeof *study);
    if (study_read_json(study, json, where, NULL, 0, error))
        return study;
    free(study);
    return NULL;
}

static void free_study(void *question) {
    study_clear(question);
    free(question);
}

static char *text_of(const void *question) {
    return study_text(question);
}

static claim_facts_t facts_of(const void *question) {
    const study_t *study = question;
    return (claim_facts_t){study->title, study->seed, study->num_variants};
}

static const study_t *variant_of(const void *question, int number, int *index) {
    *index = number;
    return question;
}

static void *figures_of(const void *question, const char *out,
                        const study_source_t *source, failure_t *error) {
    return study_result_of(question, out, source, error);
}

static void free_figures(void *figures) {
    study_result_free(figures);
}

static void print(const void *figures, claim_form_t form, FILE *file) {
    study_print(figures, form == CLAIM_JSON ? STUDY_PRINT_JSON : STUDY_PRINT_CSV, file);
}

static char *page_of(const void *figures, size_t *size, failure_t *error) {
    report_t *report = memory_new(1, sizeof *report);
    char *page = NULL;
    if (report_open(report, figures, error)) {
        page = report_page(report, size, error);
        report_close(report);
    }
    free(report);
    return page;
}

/* --- Parts of the page -------------------------------------------------------------- */

/* All tables, some of which need complete games; after them the answers. */
enum { HEADLINE = REPORT_TABLES, VERDICT, PARTS };

static bool write_table(const report_t *report, int which, FILE *file) {
    if (report_table_needs_games(which))
        return false;
    report_table_t *table = report_table_make(which, report);
    bool has_rows = report_table_rows(table) > 0;
    if (has_rows)
        report_table_html(table, file);
    report_table_free(table);
    return has_rows;
}

static bool write_part(const void *figures, int part, FILE *file) {
    report_t *report = memory_new(1, sizeof *report);
    bool is_there = true;
    report->result = figures;
    if (part == HEADLINE)
        report_headline(report, file);
    else if (part == VERDICT)
        report_verdict(report, file);
    else
        is_there = write_table(report, part, file);
    free(report);
    return is_there;
}

const claim_kind_t claim_of_study = {.file = STUDY_FILE,
                                     .unchecked = "metrics of the page",
                                     .has_exact = true,
                                     .page_parts = PARTS,
                                     .read = read_study,
                                     .free = free_study,
                                     .text = text_of,
                                     .facts = facts_of,
                                     .variant = variant_of,
                                     .figures = figures_of,
                                     .free_figures = free_figures,
                                     .print = print,
                                     .page = page_of,
                                     .page_part = write_part};
