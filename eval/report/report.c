#include "eval/report/report.h"

#include "eval/study/study_result.h"

/* About a tenth of a second per variant. */
static void find_size(report_t *report, int variant) {
    const complexity_order_t order = {
        .positions = 20000, .playouts = 2000, .population = 128, .repeats = 8, .seed = 1};
    (void)complexity_find(report->result->study->variants[variant].game, &order,
                          &report->sizes[variant]);
}

void report_open_figures(report_t *report, const study_result_t *result,
                         const char *source) {
    *report = (report_t){.result = result, .source = source};
    for (int i = 0; i < result->study->num_variants; i++)
        find_size(report, i);
}

bool report_open(report_t *report, const study_result_t *result, failure_t *error) {
    const study_t *study = result->study;
    report_open_figures(report, result, NULL);
    for (int i = 0; i < study->num_variants; i++)
        for (int j = 0; j < study->num_strengths; j++)
            if (!report_games_read(&report->games[i][j], &result->cells[i][j],
                                   study->variants[i].game, error)) {
                report_close(report);
                return false;
            }
    return true;
}

void report_close(report_t *report) {
    for (int i = 0; i < STUDY_MAX_VARIANTS; i++) {
        complexity_clear(&report->sizes[i]);
        for (int j = 0; j < STUDY_MAX_STRENGTHS; j++)
            report_games_clear(&report->games[i][j]);
    }
}
