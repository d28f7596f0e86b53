#include "eval/claim/claim_kind.h"

#include "eval/claim/claim_subject.h"
#include "eval/claim/claim_table.h"
#include "eval/report/report.h"
#include "eval/report/report_page.h"
#include "eval/study/answers/study_print.h"
#include "eval/study/study.h"
#include "eval/study/study_result.h"

#include <math.h>
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

/* Of the metrics of games those that their ends give. */
static void take_metrics(report_t *report, const claim_games_t *games, int which) {
    const claim_run_t *run = &games->subject->runs[which];
    report_games_t *cell = &report->games[run->part.variant][run->part.strength];
    size_t count;
    const claim_row_t *rows = claim_table_run(games->table, which, &count);
    if (run->part.kind != STUDY_SELF && run->part.kind != STUDY_NETWORKS)
        return;
    if (cell->count == 0)
        game_metrics_init(&cell->metrics, run->study->variants[run->part.variant].game);
    for (size_t i = 0; i < count; i++) {
        const study_game_t *seen = &rows[i].seen;
        const outcome_t outcome = {
            .over = true, .winner = seen->winner, .reason = seen->reason};
        double values[METRIC_COUNT];
        for (metric_id_t m = 0; m < METRIC_COUNT; m++)
            values[m] = (double)NAN;
        game_values_of_end(seen->turns, seen->num_actions, &outcome, values);
        game_metrics_take_values(&cell->metrics, values, seen->hash);
    }
    cell->cell = &report->result->cells[run->part.variant][run->part.strength];
    cell->count = cell->metrics.games;
    game_metrics_finish(&cell->metrics);
}

static char *page_of(const void *figures, const claim_games_t *games, const char *source,
                     size_t *size) {
    report_t *report = memory_new(1, sizeof *report);
    failure_t error;
    report_open_figures(report, figures, source);
    for (int run = 0; run < games->subject->num_runs; run++)
        take_metrics(report, games, run);
    char *page = report_page(report, size, &error);
    REQUIRE(page != NULL); /* no file is read */
    report_close(report);
    free(report);
    return page;
}

const claim_kind_t claim_of_study = {.file = STUDY_FILE,
                                     .read = read_study,
                                     .free = free_study,
                                     .text = text_of,
                                     .facts = facts_of,
                                     .variant = variant_of,
                                     .figures = figures_of,
                                     .free_figures = free_figures,
                                     .print = print,
                                     .page = page_of};
