#include "eval/claim/claim_kind.h"

#include "eval/claim/claim_metrics.h"
#include "eval/claim/claim_subject.h"
#include "eval/report/report.h"
#include "eval/report/report_answers.h"
#include "eval/report/report_cards.h"
#include "eval/report/report_page.h"
#include "eval/report/report_plots.h"
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

/* All tables, some of which need complete games; after them the answers and the plots. */
enum { HEADLINE = REPORT_TABLES, VERDICT, CARDS_OF_ALL, SCORES, SKILL, LENGTHS, PARTS };

static table_need_t needs_of(int part) {
    return part < REPORT_TABLES   ? report_table_needs(part)
           : part == CARDS_OF_ALL ? TABLE_NEEDS_METRICS
                                  : TABLE_NEEDS_RESULT;
}

/* The metrics of a cell's games. */
static void take_metrics(report_t *report, const claim_games_t *games, int which) {
    const claim_run_t *run = &games->subject->runs[which];
    report_games_t *cell = &report->games[run->part.variant][run->part.strength];
    if (!claim_run_is_measured(run))
        return;
    if (!cell->cell) {
        cell->cell = &report->result->cells[run->part.variant][run->part.strength];
        game_metrics_init(&cell->metrics, run->study->variants[run->part.variant].game);
    }
    claim_metrics_take(games->metrics, games->table, which, &cell->metrics);
    cell->count = cell->metrics.games;
    game_metrics_finish(&cell->metrics);
}

static void write_table(const report_t *report, int which, FILE *file) {
    report_table_t *table = report_table_make(which, report);
    if (report_table_rows(table) > 0)
        report_table_html(table, file);
    report_table_free(table);
}

static bool has_games(const report_t *report) {
    for (int i = 0; i < report->result->study->num_variants; i++)
        if (report_strongest(report, i) >= 0)
            return true;
    return false;
}

/* Nothing for what the page does not have. */
static void write_of(const report_t *report, int part, FILE *file) {
    if (part >= SCORES && !has_games(report))
        return;
    switch (part) {
    case HEADLINE:
        report_headline(report, file);
        break;
    case VERDICT:
        report_verdict(report, file);
        break;
    case CARDS_OF_ALL:
        for (int i = 0; i < report->result->study->num_variants; i++)
            report_cards(report, i, file);
        break;
    case SCORES:
        report_plot_scores(report, file);
        break;
    case SKILL:
        report_plot_skill(report, file);
        break;
    case LENGTHS:
        report_plot_lengths(report, file);
        break;
    default:
        write_table(report, part, file);
    }
}

static bool write_part(const void *figures, const claim_games_t *games, int part,
                       FILE *file) {
    table_need_t needs = needs_of(part);
    if (needs == TABLE_NEEDS_MORE ||
        (needs == TABLE_NEEDS_METRICS && !games->metrics->values))
        return false;
    report_t *report = memory_new(1, sizeof *report);
    report->result = figures;
    for (int run = 0; needs == TABLE_NEEDS_METRICS && run < games->subject->num_runs;
         run++)
        take_metrics(report, games, run);
    write_of(report, part, file);
    report_close(report);
    free(report);
    return ftell(file) > 0;
}

const claim_kind_t claim_of_study = {
    .file = STUDY_FILE,
    .has_metrics = true,
    .unchecked = "openings, leads, plots of metrics and sizes on the page",
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
