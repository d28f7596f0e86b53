#include "eval/report/report.h"
#include "eval/report/report_cards.h"
#include "eval/report/tables/report_cell_rows.h"
#include "eval/report/tables/report_table.h"
#include "eval/report/tables/report_tables.h"
#include "eval/study/study_result.h"

static void fill_variant(report_table_t *table, const report_t *report, int variant) {
    const study_result_t *result = report->result;
    int strength = report_strongest(report, variant);
    const study_exact_t *exact = &result->exact[variant];
    const study_cell_t *cell = &result->cells[variant][strength];
    report_table_cell_names(table, report, variant, strength);
    report_table_add(table, (double)cell->games);
    for (card_id_t card = 0; card < CARDS; card++)
        report_table_add_estimate(table, report_card_figure(report, variant, card));
    if (cell->swap_offered > 0)
        report_table_add_estimate(table, cell->swap_share);
    else
        report_table_add_nothing(table);
    if (exact->value == VALUE_OPEN)
        report_table_add_nothing(table);
    else
        report_table_add_word(table, solver_value_names[exact->value]);
}

report_table_t *report_table_compare(const report_t *report) {
    report_table_t *table = report_table_new("compare", "Variants side by side");
    report_table_cell_columns(table);
    report_table_column(
        table, FIGURE_COUNT, "games", "Games",
        "Games of self-play that the figures rest on, at this strength level.");
    report_table_column(table, FIGURE_SCORE, "score", "First player scores",
                        "1 for a win, 1/2 for a draw; 50 % is even.");
    report_table_column(table, FIGURE_SCORE, "drawn", "Drawn by the rules",
                        "Games drawn by the rules, without those cut off.");
    report_table_column(table, FIGURE_ESTIMATE, "turns", "Median turns",
                        "Turns of both players: half of the games had no more.");
    report_table_column(table, FIGURE_SCORE, "decided", "Decided after",
                        "Of won games: share of the game after which the eventual winner "
                        "expects nine points in ten, and does so to the end.");
    report_table_column(table, FIGURE_SCORE, "skill", "Twice the thinking",
                        "The score of twice the simulations against once, at the "
                        "strongest level at which that was played.");
    report_table_column(table, FIGURE_SCORE, "swapped", "Swapped",
                        "Under a pie rule: in how many games player 2 took the other "
                        "side.");
    report_table_column(table, FIGURE_WORD, "exact", "With best play",
                        "For player 1, where the solver has settled it.");
    for (int i = 0; i < report->result->study->num_variants; i++)
        if (report_strongest(report, i) >= 0)
            fill_variant(table, report, i);
    return table;
}
