#include "eval/report/report.h"
#include "eval/report/tables/report_cell_rows.h"
#include "eval/report/tables/report_table.h"
#include "eval/report/tables/report_tables.h"
#include "eval/study/study_result.h"

#include <math.h>

/* --- First turns -------------------------------------------------------------------- */

static void fill_first_turns(report_table_t *table, const report_t *report, int variant,
                             int strength) {
    const study_cell_t *cell = report_table_cell(report, variant, strength);
    const first_turns_value_t *value = &cell->drawn_value;
    if (cell->drawn_games == 0)
        return;
    report_table_cell_names(table, report, variant, strength);
    report_table_add(table, (double)cell->drawn_games);
    report_table_add(table, (double)cell->drawn.count);
    if (value->turns == 0) { /* too few games of any one turn */
        report_table_add(table, 0);
        for (int i = 0; i < 4; i++)
            report_table_add_nothing(table);
        return;
    }
    report_table_add(table, value->turns);
    report_table_add(table, value->turns > 1 ? value->spread : (double)NAN);
    if (!first_turns_value_tells(value)) {
        for (int i = 0; i < 3; i++)
            report_table_add_nothing(table);
        return;
    }
    report_table_add_word(table, value->fairest->text);
    report_table_add_estimate(table, value->fairest_score);
    if (report->result->study->variants[variant].game->swap)
        report_table_add_nothing(table);
    else
        report_table_add_estimate(table, value->under_pie);
}

report_table_t *report_table_first_turns(const report_t *report) {
    report_table_t *table =
        report_table_new("first-turns", "What the first turn is worth");
    report_table_cell_columns(table);
    report_table_column(table, FIGURE_COUNT, "games", "Games",
                        "Games with a random first turn.");
    report_table_column(table, FIGURE_COUNT, "seen", "Different",
                        "First turns that came up, mirror images counted as one.");
    report_table_column(table, FIGURE_COUNT, "judged", "Judged",
                        "Those frequent enough to be judged: at least 10 games in each "
                        "half of the games.");
    report_table_column(table, FIGURE_SHARE, "spread", "Spread",
                        "Standard deviation of the judged turns' scores, with chance "
                        "removed: 0 where the first turn does not matter.");
    report_table_column(
        table, FIGURE_WORD, "fairest", "Fairest",
        "The turn after which the score is nearest to 50 %. Empty with fewer than 2 "
        "judged turns, 100 games of them, or half of all games.");
    report_table_column(
        table, FIGURE_SCORE, "fairest_score", "After the fairest",
        "The first player's score after that turn. The interval holds for all judged "
        "turns simultaneously, so also for one that was picked for its score.");
    report_table_column(
        table, FIGURE_SCORE, "under_pie", "Under a pie rule",
        "The first player's score, at most 50 %, if they play the judged turn that "
        "leaves them most and the second player takes the better side, both without an "
        "error. It is estimated by halves: one half of the games picks the turn, the "
        "other half judges it, and both ways round are averaged; so it can differ from "
        "that of the fairest turn, which all games picked. Empty where the variant has "
        "the rule.");
    report_table_each_cell(table, report, fill_first_turns);
    return table;
}

/* Of a cell's first turns, the most frequent. */
enum { TURNS_ON_PAGE = 12 };

static void add_turns(report_table_t *table, const report_t *report, int variant,
                      int strength, const first_turns_t *turns) {
    uint64_t all = 0;
    for (size_t i = 0; i < turns->count; i++) {
        outcome_counts_t counts = first_turn_counts(&turns->turns[i]);
        all += outcome_counts_trials(&counts);
    }
    for (size_t i = 0; i < turns->count; i++) {
        outcome_counts_t counts = first_turn_counts(&turns->turns[i]);
        uint64_t games = outcome_counts_trials(&counts);
        report_table_cell_names(table, report, variant, strength);
        report_table_add_word(table, turns->turns[i].text);
        report_table_add(table, (double)games);
        report_table_add(table, report_table_share(games, all));
        report_table_add_estimate(
            table, first_turn_score(turns, &turns->turns[i], report->result->level));
        if (i >= TURNS_ON_PAGE)
            report_table_row_off_page(table);
    }
}

static void fill_drawn(report_table_t *table, const report_t *report, int variant,
                       int strength) {
    add_turns(table, report, variant, strength,
              &report_table_cell(report, variant, strength)->drawn);
}

static void fill_chosen(report_table_t *table, const report_t *report, int variant,
                        int strength) {
    add_turns(table, report, variant, strength,
              &report_table_cell(report, variant, strength)->first_turns);
}

static report_table_t *make_turns(const report_t *report, const char *id,
                                  const char *caption, report_table_fill_t fill) {
    report_table_t *table = report_table_new(id, caption);
    report_table_cell_columns(table);
    report_table_column(
        table, FIGURE_WORD, "turn", "First turn",
        "In the game's notation; one of its mirror images represents all.");
    report_table_column(table, FIGURE_COUNT, "games", "Games",
                        "How many games began like this.");
    report_table_column(table, FIGURE_SHARE, "share", "Share",
                        "Of all games of the same variant and strength.");
    report_table_column(table, FIGURE_SCORE, "score", "First player scores",
                        "After this turn, with a fixed-sample interval.");
    report_table_each_cell(table, report, fill);
    return table;
}

report_table_t *report_table_turns_drawn(const report_t *report) {
    return make_turns(report, "turns-drawn", "Random first turns", fill_drawn);
}

report_table_t *report_table_turns_chosen(const report_t *report) {
    return make_turns(report, "turns-chosen", "First turns that the players chose",
                      fill_chosen);
}
