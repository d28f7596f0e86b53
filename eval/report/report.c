#include "eval/report/report.h"

#include "eval/study/study_result.h"

bool report_open(report_t *report, const study_result_t *result, failure_t *error) {
    const study_t *study = result->study;
    *report = (report_t){.result = result};
    for (int i = 0; i < study->num_variants; i++)
        for (int j = 0; j < study->num_strengths; j++)
            if (!report_games_read(&report->games[i][j], &result->cells[i][j],
                                   study->variants[i].game, (uint64_t)study->shard,
                                   error)) {
                report_close(report);
                return false;
            }
    return true;
}

void report_close(report_t *report) {
    for (int i = 0; i < STUDY_MAX_VARIANTS; i++)
        for (int j = 0; j < STUDY_MAX_STRENGTHS; j++)
            report_games_clear(&report->games[i][j]);
}

int report_strongest(const report_t *report, int variant) {
    return study_strongest(report->result, variant);
}
