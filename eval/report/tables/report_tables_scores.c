#include "eval/report/report.h"
#include "eval/report/tables/report_cell_rows.h"
#include "eval/report/tables/report_table.h"
#include "eval/report/tables/report_tables.h"
#include "eval/study/study_result.h"

/* --- Cells -------------------------------------------------------------------------- */

static void fill_cells(report_table_t *table, const report_t *report, int variant,
                       int strength) {
    const study_cell_t *cell = report_table_cell(report, variant, strength);
    if (!cell->is_asked)
        return;
    report_table_cell_names(table, report, variant, strength);
    report_table_add(table, (double)cell->games);
    if (cell->games > 0) {
        report_table_add_estimate(table, cell->score);
        report_table_add_word(table, balance_names[cell->balance]);
    } else {
        report_table_add_no_games(table);
        report_table_add_nothing(table);
    }
    for (int half_points = 2; half_points >= 0; half_points--)
        report_table_add(
            table, report_table_share(cell->counts.count[half_points], cell->games));
    report_table_add(table, report_table_share(cell->cut_off, cell->games));
    if (cell->swap_offered > 0)
        report_table_add_estimate(table, cell->swap_share);
    else
        report_table_add_nothing(table);
    report_table_add_word(table, study_exact_name(&report->result->exact[variant]));
    report_table_add(table, (double)cell->duplicates.distinct);
    report_table_add(table, cell->duplicates.effective);
    report_table_add_word(table, cell->is_done ? "yes" : "no");
}

report_table_t *report_table_cells(const report_t *report) {
    report_table_t *table =
        report_table_new("cells", "Score of the first player, variant by strength");
    report_table_cell_columns(table);
    report_table_column(table, FIGURE_COUNT, "games", "Games",
                        "Games of self-play that the score rests on.");
    report_table_column(
        table, FIGURE_SCORE, "score", "First player scores",
        "Points of the player who moves first: 1 for a win, 1/2 for a draw. 50 % is "
        "even. In brackets its interval, which holds however often the study is looked "
        "at; between networks of a list it is over networks, for the number "
        "of games that the study requests.");
    report_table_column(
        table, FIGURE_WORD, "balanced", "Balanced",
        "Whether the score is within the margin of 50 %, with all answers of this column "
        "right together at the study's error rate.");
    report_table_column(table, FIGURE_SHARE, "won", "First wins",
                        "Share of the games that the first player won.");
    report_table_column(table, FIGURE_SHARE, "drawn", "Drawn or cut off",
                        "Share of the games without a winner, including those cut off.");
    report_table_column(table, FIGURE_SHARE, "lost", "Second wins",
                        "Share of the games that the second player won.");
    report_table_column(table, FIGURE_SHARE, "cut_off", "Cut off",
                        "Share of the games ended by a limit on their length. They count "
                        "as drawn, and say little about the rules.");
    report_table_column(
        table, FIGURE_SCORE, "swapped", "Swapped",
        "Under a pie rule: in how many games player 2 took the other side. At 0 % and at "
        "100 % the games say nothing about the rule.");
    report_table_column(table, FIGURE_WORD, "exact", "With best play",
                        "For player 1, where the solver has settled it.");
    report_table_column(table, FIGURE_COUNT, "distinct", "Distinct",
                        "Distinct games, mirror images counted as one.");
    report_table_column(table, FIGURE_NUMBER, "effective", "Worth",
                        "The number of distinct games that would tell as much: a "
                        "repeated game tells nothing new.");
    report_table_column(table, FIGURE_WORD, "done", "Done",
                        "Whether the study wants no more games here.");
    report_table_each_cell(table, report, fill_cells);
    return table;
}

/* --- Differences and trends --------------------------------------------------------- */

report_table_t *report_table_differences(const report_t *report) {
    const study_t *study = report->result->study;
    report_table_t *table =
        report_table_new("differences", "Differences between variants");
    report_table_column(table, FIGURE_WORD, "a", "Variant A", "The first variant.");
    report_table_column(table, FIGURE_WORD, "b", "Variant B", "The second variant.");
    report_table_column(table, FIGURE_WORD, "strength", "Strength",
                        "The strength level of both.");
    report_table_column(table, FIGURE_POINTS, "difference", "A minus B, points",
                        "The first player's score on A minus that on B, in percentage "
                        "points, with the interval for this one difference.");
    report_table_column(table, FIGURE_P_VALUE, "p_value", "p",
                        "The probability that chance alone makes at least such a "
                        "difference if there is none; valid whenever one looks, except "
                        "between networks.");
    report_table_column(table, FIGURE_P_VALUE, "p_adjusted", "p, corrected",
                        "The same, corrected for the number of differences in this table "
                        "(Holm): compare this one with the study's error rate.");
    report_table_column(table, FIGURE_WORD, "differs", "Differ",
                        "Whether the difference is shown at the study's error rate.");
    for (int i = 0; i < report->result->num_differences; i++) {
        const study_difference_t *found = &report->result->differences[i];
        report_table_add_word(table, study->variants[found->a].name);
        report_table_add_word(table, study->variants[found->b].name);
        report_table_add_word(table, study->strengths[found->strength].name);
        if (!study_difference_is_there(report->result, found)) {
            report_table_add_no_games(table);
            for (int column = 0; column < 3; column++)
                report_table_add_nothing(table);
            continue;
        }
        report_table_add_estimate(table, found->difference);
        report_table_add(table, found->p_value);
        report_table_add(table, found->adjusted);
        report_table_add_word(table,
                              found->adjusted <= study->error_rate ? "yes" : "not shown");
    }
    return table;
}

report_table_t *report_table_trends(const report_t *report) {
    const study_t *study = report->result->study;
    report_table_t *table =
        report_table_new("trends", "How the score changes with the budget");
    report_table_column(table, FIGURE_WORD, "variant", "Variant",
                        "The rules or the board played.");
    report_table_column(table, FIGURE_WORD, "before", "From",
                        "The strength level with the second-largest budget.");
    report_table_column(table, FIGURE_WORD, "last", "To",
                        "The strength level with the largest budget that has games.");
    report_table_column(table, FIGURE_POINTS, "step", "Change",
                        "The change of the first player's score between the two. The "
                        "effect of more than the largest budget was not measured.");
    report_table_column(
        table, FIGURE_WORD, "state", "So it",
        "Level: the change is at most 2.5 points either way; rises or falls: it is on "
        "one side of 0. All variants together at the study's error rate.");
    report_table_column(table, FIGURE_WORD, "first", "Least",
                        "The strength level with the least budget that has games.");
    report_table_column(table, FIGURE_POINTS, "whole", "Whole change",
                        "The change from the least budget to the largest.");
    for (int i = 0; i < study->num_variants; i++) {
        const score_trend_t *trend = &report->result->trends[i].fit;
        if (!report->result->trends[i].exists)
            continue;
        report_table_add_word(table, study->variants[i].name);
        report_table_add_word(table, study->strengths[trend->before].name);
        report_table_add_word(table, study->strengths[trend->last].name);
        report_table_add_estimate(table, trend->step);
        report_table_add_word(table, trend_state_names[trend->state]);
        report_table_add_word(table, study->strengths[trend->first].name);
        report_table_add_estimate(table, trend->whole);
    }
    return table;
}
