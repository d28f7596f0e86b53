#include "eval/report/tables/report_tables.h"

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
                        "The rules or the board that were played.");
    report_table_column(table, FIGURE_WORD, "strength", "Strength",
                        "Who played: usually the number of simulations that the search "
                        "may spend on a decision. More is stronger.");
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

report_table_t *report_table_make(int which, const report_t *report) {
    static report_table_t *(*const makers[REPORT_TABLES])(const report_t *report) = {
        report_table_cells,       report_table_differences,  report_table_trends,
        report_table_skill,       report_table_skill_traces, report_table_controls,
        report_table_lengths,     report_table_first_turns,  report_table_metrics,
        report_table_turns_drawn, report_table_turns_chosen};
    REQUIRE(which >= 0 && which < REPORT_TABLES);
    return makers[which](report);
}
