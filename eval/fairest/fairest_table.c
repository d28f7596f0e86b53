#include "eval/fairest/fairest_table.h"

#include "eval/fairest/fairest_result.h"
#include "eval/fairest/fairest_words.h"
#include "eval/report/tables/report_table.h"

#include <math.h>

static void add_columns(report_table_t *table, const fairest_result_t *result) {
    report_table_column(table, FIGURE_WORD, "variant", "Variant",
                        "the rules that differ");
    report_table_column(table, FIGURE_COUNT, "rank", "Rank",
                        "by the distance of the score from 50 % in all games, minus what "
                        "chance adds; for dropped variants in the round in which they "
                        "were dropped; it has no interval");
    report_table_column(table, FIGURE_COUNT, "dropped", "Dropped",
                        "after which round; empty: a finalist");
    report_table_column(table, FIGURE_COUNT, "games", "Games",
                        "games that the rank is based on");
    report_table_column(table, FIGURE_COUNT, "judged", "Judged",
                        "games that score, lengths and shares are based on: for "
                        "finalists the fresh ones");
    report_table_column(table, FIGURE_SCORE, "score", "First player's score",
                        "draws count half; all intervals hold simultaneously");
    if (result->num_tried > 0)
        report_table_column(table, FIGURE_WORD, "exact", "Solved",
                            "the exact value for player 1, who moves first, with perfect "
                            "play by both; empty: not solved. It changes no rank");
    report_table_column(table, FIGURE_NUMBER, "distance", "Distance",
                        "the ranking criterion: the squared distance from 1/2 minus the "
                        "variance of the score");
    report_table_column(table, FIGURE_WORD, "fair", "Fair",
                        "whether the score is within the margin of 50 %");
    report_table_column(table, FIGURE_WORD, "tied", "Tied",
                        "yes: with the first; chance alone explains both distances");
    report_table_column(table, FIGURE_WORD, "less_fair", "Less fair",
                        "yes: its whole interval is farther from 50 % than that of the "
                        "first may be");
    report_table_column(table, FIGURE_SHARE, "drawn", "Drawn",
                        "games, including those cut off");
    report_table_column(table, FIGURE_SHARE, "cut_off", "Cut off",
                        "games ended by a limit");
    report_table_column(table, FIGURE_NUMBER, "effective", "Worth",
                        "effective number of independent games, as some are repeated");
    report_table_column(table, FIGURE_ESTIMATE, "turns", "Turns",
                        "mean length; intervals of finalists hold simultaneously");
}

static void add_row(report_table_t *table, const fairest_result_t *result, int i) {
    const fairest_row_t *row = &result->rows[i];
    double games = (double)row->judged;
    bool is_dropped = row->round < result->pass.plan.rounds;
    report_table_add_word(table, fairest_variant_name(result, i));
    report_table_add(table, i + 1);
    report_table_add(table, is_dropped ? row->round + 1 : (double)NAN);
    report_table_add(table, (double)row->games);
    report_table_add(table, games);
    report_table_add_estimate(table, row->score);
    if (result->num_tried > 0)
        report_table_add_word(table, study_exact_name(fairest_result_exact(result, i)));
    report_table_add(table, row->distance);
    report_table_add_word(table, balance_names[row->balance]);
    report_table_add_word(table, row->tied ? "yes" : "");
    report_table_add_word(table, row->less_fair ? "yes" : "");
    report_table_add(table, games > 0 ? (double)row->counts.count[1] / games : 0);
    report_table_add(table, games > 0 ? (double)row->cut_off / games : 0);
    report_table_add(table, row->duplicates.effective);
    report_table_add_estimate(table, row->turns);
}

report_table_t *fairest_table(const fairest_result_t *result) {
    report_table_t *table = report_table_new("variants", "Ranking");
    add_columns(table, result);
    for (int i = 0; i < result->num_rows; i++)
        add_row(table, result, i);
    return table;
}
