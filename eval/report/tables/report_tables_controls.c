#include "eval/report/report.h"
#include "eval/report/tables/report_cell_rows.h"
#include "eval/report/tables/report_table.h"
#include "eval/report/tables/report_tables.h"
#include "eval/study/study_result.h"

#include <math.h>

/* --- Skill and controls ------------------------------------------------------------- */

static void fill_skill(report_table_t *table, const report_t *report, int variant,
                       int strength) {
    const study_cell_t *cell = report_table_cell(report, variant, strength);
    if (cell->skill_games == 0)
        return;
    report_table_cell_names(table, report, variant, strength);
    report_table_add(table, (double)cell->skill_games);
    report_table_add_estimate(table, cell->skill_score);
    report_table_add_estimate(
        table, outcome_counts_elo_of_effective(&cell->skill, cell->skill_pairs.effective,
                                               report->result->level));
}

report_table_t *report_table_skill(const report_t *report) {
    report_table_t *table =
        report_table_new("skill", "The gain from thinking twice as long");
    report_table_cell_columns(table);
    report_table_column(
        table, FIGURE_COUNT, "games", "Games",
        "Games of twice the simulations against once, in pairs with seats exchanged.");
    report_table_column(
        table, FIGURE_SCORE, "score", "The stronger scores",
        "50 % means that thinking does not pay; the higher, the more skill "
        "the game rewards.");
    report_table_column(table, FIGURE_ESTIMATE, "elo", "In Elo",
                        "The same as a difference of ratings.");
    report_table_each_cell(table, report, fill_skill);
    return table;
}

report_table_t *report_table_skill_traces(const report_t *report) {
    const study_t *study = report->result->study;
    report_table_t *table = report_table_new("skill-traces", "Skill trace");
    report_table_column(table, FIGURE_WORD, "variant", "Variant",
                        "The rules or the board played.");
    report_table_column(table, FIGURE_ESTIMATE, "trace", "Skill trace",
                        "From 0, where strength never pays, to nearly 1, where each "
                        "doubling of the simulations keeps winning (Browne 2022).");
    report_table_column(table, FIGURE_SHARE, "next", "Next level",
                        "What the line through all levels expects twice the simulations "
                        "to win by at the next level: 0 % nothing, 100 % every game.");
    report_table_column(table, FIGURE_SHARE, "mean", "Mean",
                        "The same, averaged over the levels that were played.");
    for (int i = 0; i < study->num_variants; i++) {
        const study_skill_t *skill = &report->result->skills[i];
        if (!skill->exists)
            continue;
        report_table_add_word(table, study->variants[i].name);
        report_table_add_estimate(table, skill->trace.value);
        report_table_add(table, skill->trace.next);
        report_table_add(table, skill->trace.area);
    }
    return table;
}

static void fill_controls(report_table_t *table, const report_t *report, int variant,
                          int strength) {
    const study_cell_t *cell = report_table_cell(report, variant, strength);
    if (cell->games + cell->seats_games == 0)
        return;
    report_table_cell_names(table, report, variant, strength);
    report_table_add(table, (double)cell->seats_games);
    if (cell->seats_games > 0) {
        report_table_add_estimate(table, cell->seats_score);
        report_table_add_word(table, cell->seats_even ? "yes" : "no");
    } else {
        report_table_add_nothing(table);
        report_table_add_nothing(table);
    }
    report_table_add(table, cell->num_orientations);
    bool has_images = cell->games > 0 && cell->num_orientations > 1;
    report_table_add(table, has_images ? cell->orientations.p_value : (double)NAN);
    report_table_add(table, has_images ? cell->directions.p_value : (double)NAN);
}

report_table_t *report_table_controls(const report_t *report) {
    report_table_t *table =
        report_table_new("controls", "Controls: is it the game, or the search?");
    report_table_cell_columns(table);
    report_table_column(table, FIGURE_COUNT, "seats_games", "Seat games",
                        "Games of a player against itself, each opening played twice "
                        "with seats exchanged.");
    report_table_column(table, FIGURE_SCORE, "seats_score", "Against itself",
                        "Should be 50 %, whatever the first move is worth.");
    report_table_column(table, FIGURE_WORD, "seats_even", "Even",
                        "Whether an exact test does not reject 50 %, at the error rate "
                        "of all controls together.");
    report_table_column(table, FIGURE_COUNT, "orientations", "Mirror images",
                        "In how many ways the board can be rotated or mirrored without "
                        "changing the rules; 1: only as it is.");
    report_table_column(table, FIGURE_P_VALUE, "orientations_p", "Results, p",
                        "Whether mirror images of games end alike, as they should: a "
                        "tiny p-value says no.");
    report_table_column(
        table, FIGURE_P_VALUE, "directions_p", "Directions, p",
        "Whether all mirror images are played equally often: a tiny p-value says that "
        "the search prefers a direction, which need not change results.");
    report_table_each_cell(table, report, fill_controls);
    return table;
}
