#include "eval/report/report.h"
#include "eval/report/tables/report_cell_rows.h"
#include "eval/report/tables/report_table.h"
#include "eval/report/tables/report_tables.h"
#include "eval/study/study_result.h"

/* --- Lengths ------------------------------------------------------------------------ */

static void fill_lengths(report_table_t *table, const report_t *report, int variant,
                         int strength) {
    static const double at[] = {0, 0.1, 0.25, 0.5, 0.75, 0.9, 1};
    const study_cell_t *cell = report_table_cell(report, variant, strength);
    if (cell->games == 0)
        return;
    report_table_cell_names(table, report, variant, strength);
    report_table_add(table, cell->turns);
    report_table_add(table, cell->num_actions);
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
        report_table_add(table, length_counts_reached(&cell->lengths, at[i]));
}

report_table_t *report_table_lengths(const report_t *report) {
    report_table_t *table = report_table_new("lengths", "Length of games, in turns");
    report_table_cell_columns(table);
    report_table_column(table, FIGURE_NUMBER, "mean_turns", "Mean",
                        "Mean number of turns of both players together.");
    report_table_column(table, FIGURE_NUMBER, "mean_decisions", "Actions",
                        "Mean number of actions, of which a turn may have several.");
    report_table_column(table, FIGURE_COUNT, "shortest", "Shortest",
                        "Turns of the shortest game.");
    report_table_column(table, FIGURE_COUNT, "q10", "10 %",
                        "A tenth of the games had no more turns.");
    report_table_column(table, FIGURE_COUNT, "q25", "25 %",
                        "A quarter of the games had no more turns.");
    report_table_column(table, FIGURE_COUNT, "median", "Median",
                        "Half of the games had no more turns.");
    report_table_column(table, FIGURE_COUNT, "q75", "75 %",
                        "Three quarters of the games had no more turns.");
    report_table_column(table, FIGURE_COUNT, "q90", "90 %",
                        "Nine tenths of the games had no more turns.");
    report_table_column(table, FIGURE_COUNT, "longest", "Longest",
                        "Turns of the longest game.");
    report_table_each_cell(table, report, fill_lengths);
    return table;
}

/* --- Metrics ------------------------------------------------------------------------ */

/* Of larger studies the page has the metrics of the strongest levels alone. */
enum { CELLS_ON_PAGE = 12 };

static void fill_metrics(report_table_t *table, const report_t *report, int variant,
                         int strength) {
    const report_games_t *games = &report->games[variant][strength];
    const study_t *study = report->result->study;
    bool is_off_page = study->num_variants * study->num_strengths > CELLS_ON_PAGE &&
                       strength != report_strongest(report, variant);
    if (games->count == 0)
        return;
    for (metric_id_t id = 0; id < METRIC_COUNT; id++) {
        metric_t found = game_metrics_get(&games->metrics, id, report->result->level);
        if (report->source && found.games == 0)
            continue; /* not to be known from there */
        report_table_cell_names(table, report, variant, strength);
        report_table_add_word(table, found.info->key);
        report_table_add_word(table, found.info->title);
        report_table_add_estimate(table,
                                  (estimate_t){found.value, found.low, found.high});
        report_table_add_word(table, found.info->unit);
        report_table_add(table, found.deviation);
        report_table_add(table, (double)found.games);
        if (is_off_page)
            report_table_row_off_page(table);
    }
}

report_table_t *report_table_metrics(const report_t *report) {
    report_table_t *table = report_table_new("metrics", "Metrics of the games");
    report_table_cell_columns(table);
    report_table_column(table, FIGURE_WORD, "metric", "Key",
                        "The metric's name in files; `fulcrum metrics --explain` defines "
                        "each.");
    report_table_column(table, FIGURE_WORD, "title", "Metric", "Its title.");
    report_table_column(
        table, FIGURE_ESTIMATE, "value", "Value",
        "Averaged over games (or a quantile of them), with its interval.");
    report_table_column(table, FIGURE_WORD, "unit", "Unit", "Its unit.");
    report_table_column(table, FIGURE_NUMBER, "deviation", "Spread",
                        "Standard deviation from game to game.");
    report_table_column(table, FIGURE_COUNT, "games", "Games",
                        "Games for which the metric is defined.");
    report_table_each_cell(table, report, fill_metrics);
    return table;
}
