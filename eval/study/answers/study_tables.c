#include "eval/study/answers/study_answer.h"
#include "eval/study/answers/study_words.h"

#include "core/base/json.h"
#include "eval/study/study_result.h"

#include <cjson/cJSON.h>
#include <math.h>

#define COUNT(columns) ((int)(sizeof(columns) / sizeof(columns)[0]))

/* --- Cells -------------------------------------------------------------------------- */

/* Between networks of a list there may be no interval. */
static void add_estimate(figures_t *figures, const study_cell_t *cell,
                         estimate_t estimate) {
    if (!study_has_interval(cell))
        estimate.low = estimate.high = (double)NAN;
    if (cell->games > 0)
        figures_add_estimate(figures, estimate);
    else
        figures_add_nothing(figures, "no games yet");
}

static void add_score(figures_t *figures, const void *row) {
    const study_cell_t *cell = row;
    add_estimate(figures, cell, cell->score);
}

static void add_simultaneous(figures_t *figures, const void *row) {
    const study_cell_t *cell = row;
    add_estimate(figures, cell, cell->simultaneous);
}

static void add_balanced(figures_t *figures, const void *row) {
    const study_cell_t *cell = row;
    figures_add_word(figures, cell->games > 0 ? balance_names[cell->balance] : NULL);
}

#define DATA .flags = FIGURE_DATA
#define DETAIL .flags = FIGURE_DETAIL
#define CELL(field) FIGURE_FIELD(study_cell_t, field)
#define CELL_IF(field) FIGURE_IF(study_cell_t, field)
#define CELL_OF(part, all) FIGURE_OF(study_cell_t, part, all)

static const figure_column_t cells[] = {
    STUDY_VARIANT(study_cell_t, variant),
    STUDY_STRENGTH(study_cell_t, strength),
    {FIGURE_NUMBER, "doublings", "Doublings", "log2 of the simulations.", CELL(doublings),
     DATA},
    {FIGURE_WORD, "folder", "Folder", "Of the games.", CELL(folder), DATA},
    {FIGURE_COUNT, "games", "Games", "Of self-play; the score rests on them.",
     CELL(games)},
    {FIGURE_COUNT, "wanted", "Wanted", "Games that the study asks for.", CELL(wanted),
     DATA},
    {FIGURE_SCORE, "score", "First player scores",
     "1 for a win, 1/2 for a draw; 50 % is even. The interval is for the number of games "
     "where these ended as the study planned; otherwise it is anytime-valid: wider, and "
     "it "
     "holds however often one looks. Between networks of a list it holds for these, "
     "whichever of them is left out, for the number of games requested.",
     .add = add_score},
    {FIGURE_SCORE, "simultaneous", "All variants together",
     "The same with an interval so wide that those of all variants at one strength level "
     "hold simultaneously; in a study to watch, those of all strength levels.",
     .add = add_simultaneous, DETAIL},
    {FIGURE_WORD, "balanced", "Balanced",
     "Whether that is within the margin of 50 %: all answers of a strength level hold "
     "together at the study's error rate.",
     .add = add_balanced},
    {FIGURE_COUNT, "wins", "Wins", "Of the first player.",
     CELL(sample.trials.counts.count[2]), DATA},
    {FIGURE_COUNT, "draws", "Draws", "And games cut off.",
     CELL(sample.trials.counts.count[1]), DATA},
    {FIGURE_COUNT, "losses", "Losses", "Of the first player.",
     CELL(sample.trials.counts.count[0]), DATA},
    {FIGURE_SHARE, "drawn", "Drawn", "Games without a winner, also those cut off.",
     CELL_OF(sample.trials.counts.count[1], games), .flags = FIGURE_SHOWN},
    {FIGURE_COUNT, "cut_off", "Cut off",
     "Games ended by a limit on their length, which count as drawn.", CELL(cut_off),
     DETAIL},
    {FIGURE_COUNT, "swap_offered", "Offered", "Games in which player 2 could swap.",
     CELL(swap_offered), DATA},
    {FIGURE_SCORE, "swapped", "Swapped",
     "Under a pie rule: in how many games between these players player 2 took the other "
     "side.",
     CELL(swap_share), CELL_IF(swap_offered), DETAIL},
    {FIGURE_WORD, "exact", "With best play", "For player 1, if solved.", CELL(exact),
     DETAIL},
    {FIGURE_COUNT, "exact_bound", "Within", "A length within which the winner can win.",
     CELL(solved.bound), CELL_IF(solved.bound), DETAIL},
    {FIGURE_YES_NO, "exact_in_turns", "In turns", "Else that is in actions.",
     CELL(solved.counts_turns), CELL_IF(solved.bound), DATA},
    {FIGURE_NUMBER, "exact_seconds", "Seconds",
     "That the solver took, or tried for; 0: not tried, or not known.",
     CELL(solved.seconds), DATA},
    {FIGURE_NUMBER, "turns", "Turns", "Of a game, mean.", CELL(turns), CELL_IF(games),
     DETAIL},
    {FIGURE_NUMBER, "actions", "Actions", "Of a game, mean; a turn may have several.",
     CELL(num_actions), CELL_IF(games), DETAIL},
    {FIGURE_COUNT, "distinct", "Distinct", "Games, mirror images counted as one.",
     CELL(duplicates.distinct), DETAIL},
    {FIGURE_NUMBER, "effective", "Worth",
     "The number of distinct games that would tell as much. It concerns the width of "
     "intervals only: the score is that of all games.",
     CELL(duplicates.effective), DETAIL},
    {FIGURE_COUNT, "networks", "Networks", "In the list of the strength level.",
     CELL(networks.pairs.networks), CELL_IF(networks.pairs.networks), DETAIL},
    {FIGURE_YES_NO, "done", "Done", "Whether no more games are wanted.", CELL(is_done),
     DETAIL},
};

void study_tables_first(result_t *out, const study_result_t *result) {
    figures_t *table =
        result_table(out, "cells", "Score of the first player, variant by strength",
                     cells, COUNT(cells));
    for (int i = 0; i < study_num_cells(result); i++)
        if (study_cell_at(result, i)->is_wanted)
            figures_row(table, study_cell_at(result, i));
}

/* --- Networks ----------------------------------------------------------------------- */

typedef struct opening_row {
    const study_cell_t *cell;
    const char *variant, *strength, *opening;
    const network_pairs_t *pairs;
    uint64_t games;
    estimate_t score, simultaneous;
    double least, most;
} opening_row_t;

/* [first][second]: games and half points of the first. */
static void add_pairings(figures_t *figures, const void *row) {
    const network_pairs_t *pairs = ((const opening_row_t *)row)->pairs;
    cJSON *all = cJSON_CreateArray();
    for (int i = 0; i < pairs->networks; i++) {
        cJSON *list = cJSON_CreateArray();
        for (int j = 0; j < pairs->networks; j++) {
            cJSON *item = cJSON_CreateObject();
            json_add_number(item, "games", pairs->games[i][j]);
            json_add_number(item, "half_points", pairs->half_points[i][j]);
            cJSON_AddItemToArray(list, item);
        }
        cJSON_AddItemToArray(all, list);
    }
    figures_add_json(figures, all);
}

#define OPENING(field) FIGURE_FIELD(opening_row_t, field)

static const figure_column_t openings[] = {
    STUDY_VARIANT(opening_row_t, variant),
    STUDY_STRENGTH(opening_row_t, strength),
    {FIGURE_WORD, "opening", "Opening",
     "The actions that the games began with; all: every opening, in equally many games.",
     OPENING(opening)},
    {FIGURE_COUNT, "games", "Games", "Of all pairs of networks, equally many each.",
     OPENING(games)},
    {FIGURE_SCORE, "score", "First player scores",
     "The mean over all pairs. The interval holds for these networks, whichever of them "
     "is left out; others trained alike may score otherwise.",
     OPENING(score)},
    {FIGURE_SCORE, "simultaneous", "All openings together",
     "The same, so wide that the intervals of all openings of this cell hold "
     "simultaneously: also that of one picked for its score.",
     OPENING(simultaneous)},
    {FIGURE_SHARE, "least", "Least", "The first player's lowest score in a pairing.",
     OPENING(least)},
    {FIGURE_SHARE, "most", "Most", "And the highest.", OPENING(most)},
    {FIGURE_JSON, "pairings", "Pairings", "Of each first and second network.",
     .add = add_pairings, DATA},
};

static estimate_t over_networks_estimate(const over_networks_t *found) {
    double none = (double)NAN;
    return found->has_interval ? found->score
                               : (estimate_t){found->score.value, none, none};
}

/* opening: NULL for all together. */
static void add_opening(figures_t *table, const study_cell_t *cell,
                        const network_opening_t *opening) {
    const network_scores_t *scores = &cell->networks;
    const over_networks_t *found = opening ? &opening->found : &scores->found;
    const network_pairs_t *pairs = opening ? &opening->pairs : &scores->pairs;
    const opening_row_t row = {
        .variant = cell->variant,
        .strength = cell->strength,
        .opening = opening ? opening->text : "all",
        .pairs = pairs,
        .games = network_pairs_games(pairs),
        .score = over_networks_estimate(found),
        .simultaneous = over_networks_estimate(opening ? &opening->simultaneous : found),
        .least = found->least,
        .most = found->most};
    if (found->games > 0)
        figures_row(table, &row);
}

static void add_networks(result_t *out, const study_result_t *result) {
    figures_t *table =
        result_table(out, "networks", "Score of the first player, between networks",
                     openings, COUNT(openings));
    for (int i = 0; i < study_num_cells(result); i++) {
        const study_cell_t *cell = study_cell_at(result, i);
        if (!study_cell_has_networks(cell))
            continue;
        add_opening(table, cell, NULL);
        for (int k = 0; k < cell->networks.count; k++)
            add_opening(table, cell, &cell->networks.openings[k]);
    }
}

/* --- Comparisons -------------------------------------------------------------------- */

#define DIFFERENCE(field)                                                                \
    FIGURE_FIELD(study_difference_t, field), FIGURE_IF(study_difference_t, exists)

static const figure_column_t differences[] = {
    {FIGURE_WORD, "a", "Variant A", "The first.",
     FIGURE_FIELD(study_difference_t, name_a)},
    {FIGURE_WORD, "b", "Variant B", "The second.",
     FIGURE_FIELD(study_difference_t, name_b)},
    {FIGURE_WORD, "strength", "Strength", "Of both.",
     FIGURE_FIELD(study_difference_t, level)},
    {FIGURE_YES_NO, "paired", "Paired", "Whether games of one number are compared.",
     FIGURE_FIELD(study_difference_t, paired), DATA},
    {FIGURE_POINTS, "difference", "A minus B, points",
     "Of the first player's scores, in percentage points; the interval is for this one.",
     DIFFERENCE(difference)},
    {FIGURE_POINTS, "simultaneous", "All together",
     "The same, so wide that the intervals of all differences at a strength level hold "
     "simultaneously.",
     DIFFERENCE(simultaneous)},
    {FIGURE_P_VALUE, "p_value", "p",
     "The probability that chance alone makes at least such a difference; valid whenever "
     "one looks where the scores are. Between networks there is none: chance chose them, "
     "too.",
     FIGURE_FIELD(study_difference_t, p_value), FIGURE_IF(study_difference_t, has_p)},
    {FIGURE_P_VALUE, "p_adjusted", "p, corrected",
     "For the number of differences at the strength level (Holm): to be compared with "
     "the study's error rate.",
     FIGURE_FIELD(study_difference_t, adjusted), FIGURE_IF(study_difference_t, has_p)},
    {FIGURE_YES_NO, "differs", "Differ", "Whether the difference is shown at that rate.",
     DIFFERENCE(is_shown)},
};

#define MATCHED(field)                                                                   \
    FIGURE_FIELD(study_matched_t, field), FIGURE_IF(study_matched_t, exists)

static const figure_column_t matched[] = {
    {FIGURE_WORD, "a", "Variant A", "The first.", FIGURE_FIELD(study_matched_t, name_a)},
    {FIGURE_WORD, "b", "Variant B", "The second.", FIGURE_FIELD(study_matched_t, name_b)},
    {FIGURE_WORD, "equal", "At equal",
     "In what the players of both are equal: simulations; time per action, by the speeds "
     "that the study gives; or relative strength, where twice the budget scores the same "
     "on both. The same simulations need not be the same strength on two boards.",
     FIGURE_FIELD(study_matched_t, equal)},
    {FIGURE_NUMBER, "measure", "Of",
     "The largest common number of simulations or seconds; of relative strength the "
     "lowest score of twice the budget that both surely reach. Empty: there is none.",
     MATCHED(measure)},
    {FIGURE_SCORE, "score_a", "Score on A",
     "Of the first player. The intervals of this table hold simultaneously.",
     MATCHED(of_a)},
    {FIGURE_SCORE, "score_b", "Score on B", "The same on the other.", MATCHED(of_b)},
    {FIGURE_POINTS, "difference", "A minus B", "In percentage points.",
     MATCHED(difference)},
    {FIGURE_WORD, "fairer", "Fairer", "The variant that is surely nearer to 50 %.",
     MATCHED(fairer_name)},
};

#define TREND(field) FIGURE_FIELD(study_trend_t, field)

static void add_state(figures_t *figures, const void *row) {
    const study_trend_t *trend = row;
    figures_add_word(figures, trend_state_names[trend->fit.state]);
}

static const figure_column_t trends[] = {
    STUDY_VARIANT(study_trend_t, variant),
    {FIGURE_WORD, "before", "From", "The level with the second-largest budget.",
     TREND(before)},
    {FIGURE_WORD, "last", "To", "The level with the largest budget.", TREND(last)},
    {FIGURE_POINTS, "step", "Change",
     "Of the first player's score. What more than that would do was not measured.",
     TREND(fit.step)},
    {FIGURE_WORD, "state", "So it",
     "Level: changes by at most 2.5 points; rises or falls: the interval is on one side "
     "of 0. All variants together at the study's error rate.",
     .add = add_state},
    {FIGURE_WORD, "first", "Least", "The level with the least budget.", TREND(first)},
    {FIGURE_POINTS, "whole", "Whole change", "From the least to the largest.",
     TREND(fit.whole)},
};

static void add_comparisons(result_t *out, const study_result_t *result) {
    figures_t *table = result_table(out, "differences", "Differences between variants",
                                    differences, COUNT(differences));
    for (int i = 0; i < result->num_differences; i++)
        figures_row(table, &result->differences[i]);
    table = result_table(out, "matched", "Which is fairer, at equal budgets", matched,
                         COUNT(matched));
    for (int i = 0; i < result->num_matched; i++)
        figures_row(table, &result->matched[i]);
    table = result_table(out, "trends", "How the score changes with the budget", trends,
                         COUNT(trends));
    for (int i = 0; i < result->study->num_variants; i++)
        if (result->trends[i].exists)
            figures_row(table, &result->trends[i]);
}

void study_tables_rest(result_t *out, const study_result_t *result) {
    add_networks(out, result);
    add_comparisons(out, result);
    study_tables_more(out, result);
}
