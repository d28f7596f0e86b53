#include "eval/report/tables/report_cell_rows.h"

#include "eval/report/report.h"
#include "eval/report/tables/report_table.h"
#include "eval/study/study_result.h"

#include <math.h>

void report_table_each_cell(report_table_t *table, const report_t *report,
                            report_table_fill_t fill) {
    const study_t *study = report->result->study;
    for (int i = 0; i < study->num_variants; i++)
        for (int j = 0; j < study->num_strengths; j++)
            fill(table, report, i, j);
}

void report_table_cell_columns(report_table_t *table) {
    report_table_column(table, FIGURE_WORD, "variant", "Variant",
                        "The rules or the board played.");
    report_table_column(table, FIGURE_WORD, "strength", "Strength",
                        "Who played: usually the number of simulations of the search per "
                        "action. More is stronger.");
}

void report_table_cell_names(report_table_t *table, const report_t *report, int variant,
                             int strength) {
    const study_t *study = report->result->study;
    report_table_add_word(table, study->variants[variant].name);
    report_table_add_word(table, study->strengths[strength].name);
}

const study_cell_t *report_table_cell(const report_t *report, int variant, int strength) {
    return &report->result->cells[variant][strength];
}

double report_table_share(uint64_t part, uint64_t all) {
    return all ? (double)part / (double)all : (double)NAN;
}
