#include "eval/report/report.h"
#include "eval/report/tables/report_cell_rows.h"
#include "eval/report/tables/report_table.h"
#include "eval/report/tables/report_tables.h"
#include "eval/study/study_result.h"

static void add_score(report_table_t *table, const over_networks_t *found) {
    if (found->has_interval)
        report_table_add_estimate(table, found->score);
    else
        report_table_add_nothing(table);
}

static void add_row(report_table_t *table, const report_t *report, int variant,
                    int strength, const network_opening_t *opening) {
    const network_scores_t *scores =
        &report_table_cell(report, variant, strength)->networks;
    const network_pairs_t *pairs = opening ? &opening->pairs : &scores->pairs;
    const over_networks_t *found = opening ? &opening->found : &scores->found;
    if (found->games <= 0)
        return;
    report_table_cell_names(table, report, variant, strength);
    report_table_add_word(table, opening ? opening->text : "all");
    report_table_add(table, pairs->networks);
    report_table_add(table, (double)network_pairs_games(pairs));
    report_table_add(table, found->score.value);
    add_score(table, found);
    add_score(table, opening ? &opening->sure : found);
    report_table_add(table, found->least);
    report_table_add(table, found->most);
}

static void fill_networks(report_table_t *table, const report_t *report, int variant,
                          int strength) {
    const network_scores_t *scores =
        &report_table_cell(report, variant, strength)->networks;
    add_row(table, report, variant, strength, NULL);
    for (int i = 0; i < scores->count; i++)
        add_row(table, report, variant, strength, &scores->openings[i]);
}

report_table_t *report_table_networks(const report_t *report) {
    report_table_t *table =
        report_table_new("networks", "Score of the first player, between networks");
    report_table_cell_columns(table);
    report_table_column(table, FIGURE_WORD, "opening", "Opening",
                        "The actions that the games began with; all: every opening, in "
                        "equally many games.");
    report_table_column(
        table, FIGURE_COUNT, "networks", "Networks",
        "Trained alike, from different seeds. Each plays each, and itself.");
    report_table_column(table, FIGURE_COUNT, "games", "Games",
                        "Of all pairs of networks, equally many each.");
    report_table_column(table, FIGURE_SHARE, "value", "First player scores",
                        "The mean over all pairs of networks.");
    report_table_column(
        table, FIGURE_SCORE, "score", "Over networks",
        "The same with the interval over networks: for the score of other networks "
        "trained alike. Each network is left out with all its games (the jackknife). "
        "Empty with fewer than 3 networks, and where a side has fewer than ten points. "
        "For the number of games that the study requests.");
    report_table_column(table, FIGURE_SCORE, "sure", "All openings together",
                        "The same, so wide that the intervals of all openings of this "
                        "variant and strength level hold simultaneously: also that of "
                        "one that was picked for its score.");
    report_table_column(table, FIGURE_SHARE, "least", "Least",
                        "The first player's lowest score in a pairing.");
    report_table_column(table, FIGURE_SHARE, "most", "Most", "And the highest.");
    report_table_each_cell(table, report, fill_networks);
    return table;
}
