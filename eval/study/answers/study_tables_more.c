/* The tables of moving first, skill, controls and first turns of a study. */
#include "core/base/json.h"
#include "eval/study/answers/study_answer.h"
#include "eval/study/answers/study_words.h"
#include "eval/study/study_result.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT(columns) ((int)(sizeof(columns) / sizeof(columns)[0]))
#define DATA .flags = FIGURE_DATA
#define CELL(field) FIGURE_FIELD(study_cell_t, field)
#define CELL_IF(field) FIGURE_IF(study_cell_t, field)

/* Numbers of pairs by half points, 0 first. */
static void add_pairs(figures_t *figures, const outcome_counts_t *counts) {
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < outcome_counts_outcomes(counts); i++)
        cJSON_AddItemToArray(list, json_number(counts->count[i]));
    figures_add_json(figures, list);
}

/* Fills rows of every cell for which a function says so. */
typedef bool (*has_row_t)(const study_cell_t *cell);
static void add_cells(figures_t *table, const study_result_t *result, has_row_t has_row) {
    for (int i = 0; i < study_num_cells(result); i++)
        if (has_row(study_cell_at(result, i)))
            figures_row(table, study_cell_at(result, i));
}

/* --- Moving first ------------------------------------------------------------------- */

typedef struct advantage_row {
    const char *variant, *strength, *who;
    uint64_t games;
    bool exists;
    estimate_t value;
    double slope;
    const advantage_point_t *points; /* of one network; NULL: of all */
} advantage_row_t;

/* By doublings of the first player's budget, -2 first. */
static void add_ratios(figures_t *figures, const void *item) {
    const advantage_row_t *row = item;
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; row->points && i < ADVANTAGE_POINTS; i++) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddItemToArray(list, one);
        json_add_number(one, "doublings", row->points[i].doublings);
        json_add_number(one, "points", row->points[i].points);
        json_add_number(one, "games", row->points[i].games);
    }
    figures_add_json(figures, list);
}

static const figure_column_t advantages[] = {
    STUDY_VARIANT(advantage_row_t, variant),
    STUDY_STRENGTH(advantage_row_t, strength),
    {FIGURE_WORD, "network", "Network", "By its number in the list; all: their mean.",
     FIGURE_FIELD(advantage_row_t, who)},
    {FIGURE_COUNT, "games", "Games",
     "Of a player against itself at 4:1, 2:1, 1:1, 1:2 and 1:4 simulations.",
     FIGURE_FIELD(advantage_row_t, games)},
    {FIGURE_ESTIMATE, "advantage", "Moving first is worth",
     "In doublings of the other's search: how much more the second player has to search "
     "for an even game. Of one player Fieller's interval, of several Student's, for the "
     "mean of players trained alike. Empty: more search does not surely help.",
     FIGURE_FIELD(advantage_row_t, value), FIGURE_IF(advantage_row_t, exists)},
    {FIGURE_NUMBER, "slope", "Slope", "What a doubling adds to the log odds.",
     FIGURE_FIELD(advantage_row_t, slope), DATA},
    {FIGURE_JSON, "ratios", "Ratios", "The first player's points at each.",
     .add = add_ratios, DATA},
};

static void add_advantage(figures_t *table, const study_cell_t *cell) {
    const network_advantage_t *of = &cell->advantage;
    advantage_row_t row = {.variant = cell->variant,
                           .strength = cell->strength,
                           .who = "all",
                           .games = of->games,
                           .exists = of->exists,
                           .value = of->value,
                           .slope = (double)NAN};
    char name[16];
    figures_row(table, &row);
    for (int i = 0; of->networks > 1 && i < of->networks; i++) {
        snprintf(name, sizeof name, "%d", i + 1);
        row.who = name;
        row.games = 0;
        for (int k = 0; k < ADVANTAGE_POINTS; k++)
            row.games += (uint64_t)of->points[i][k].games;
        row.exists = of->of[i].exists;
        row.value = of->of[i].doublings;
        row.slope = of->of[i].slope;
        row.points = of->points[i];
        figures_row(table, &row);
    }
}

typedef struct compared_row {
    const char *a, *b, *strength, *fairer;
    estimate_t difference;
} compared_row_t;

static const figure_column_t compared[] = {
    {FIGURE_WORD, "a", "Variant A", "The first.", FIGURE_FIELD(compared_row_t, a)},
    {FIGURE_WORD, "b", "Variant B", "The second.", FIGURE_FIELD(compared_row_t, b)},
    {FIGURE_WORD, "strength", "Strength", "Of both.",
     FIGURE_FIELD(compared_row_t, strength)},
    {FIGURE_ESTIMATE, "difference", "A minus B",
     "In doublings of search, network by network, with Student's interval. All pairs of "
     "variants at a strength level hold simultaneously, if networks trained alike differ "
     "normally.",
     FIGURE_FIELD(compared_row_t, difference)},
    {FIGURE_WORD, "fairer", "Fairer",
     "Where moving first is surely worth less, to either side.",
     FIGURE_FIELD(compared_row_t, fairer)},
};

static void add_compared(result_t *out, const study_result_t *result) {
    const study_t *study = result->study;
    figures_t *table =
        result_table(out, "advantages_compared", "Where moving first is worth more",
                     compared, COUNT(compared));
    advantage_pair_t pair;
    for (int j = 0; j < study->num_strengths; j++)
        for (int b = 1; b < study->num_variants; b++)
            for (int a = 0; a < b; a++) {
                if (!study_edge_compare(result, a, b, j, &pair))
                    continue;
                const compared_row_t row = {
                    .a = study->variants[a].name,
                    .b = study->variants[b].name,
                    .strength = study->strengths[j].name,
                    .fairer = pair.nearer < 0 ? NULL
                                              : study->variants[pair.nearer ? b : a].name,
                    .difference = pair.difference};
                figures_row(table, &row);
            }
}

static void add_advantages(result_t *out, const study_result_t *result) {
    figures_t *table = result_table(out, "advantages", "What moving first is worth",
                                    advantages, COUNT(advantages));
    for (int i = 0; i < study_num_cells(result); i++)
        if (study_cell_at(result, i)->advantage.games > 0)
            add_advantage(table, study_cell_at(result, i));
}

/* --- Skill -------------------------------------------------------------------------- */

static void add_skill_pairs(figures_t *figures, const void *row) {
    add_pairs(figures, &((const study_cell_t *)row)->skill);
}

static const figure_column_t skill[] = {
    STUDY_VARIANT(study_cell_t, variant),
    STUDY_STRENGTH(study_cell_t, strength),
    {FIGURE_COUNT, "games", "Games",
     "Of twice the simulations against once, in pairs with seats exchanged.",
     CELL(skill_games)},
    {FIGURE_JSON, "pairs", "Pairs", "By half points of the stronger, 0 first.",
     .add = add_skill_pairs, DATA},
    {FIGURE_SCORE, "score", "The stronger scores",
     "50 %: thinking does not pay; the higher, the more skill pays. Near best play it "
     "measures what these players have left to gain.",
     CELL(skill_score)},
    {FIGURE_ELO, "elo", "In Elo", "The same as a difference of ratings.",
     CELL(skill_elo)},
};

static const figure_column_t skill_traces[] = {
    STUDY_VARIANT(study_skill_t, variant),
    {FIGURE_ESTIMATE, "trace", "Skill trace",
     "From 0, where strength never pays, to nearly 1, where each doubling of the "
     "simulations keeps winning (Browne 2022).",
     FIGURE_FIELD(study_skill_t, trace.value)},
    {FIGURE_SHARE, "next", "Next level",
     "What twice the simulations would win by at the next level, by the line through "
     "all: 0 % nothing, 100 % every game.",
     FIGURE_FIELD(study_skill_t, trace.next)},
    {FIGURE_SHARE, "mean", "Mean", "The same, averaged over the levels that were played.",
     FIGURE_FIELD(study_skill_t, trace.area)},
};

static bool has_skill(const study_cell_t *cell) {
    return cell->skill_games > 0;
}

static void add_skill(result_t *out, const study_result_t *result) {
    add_cells(result_table(out, "skill", "The gain from thinking twice as long", skill,
                           COUNT(skill)),
              result, has_skill);
    figures_t *table = result_table(out, "skill_traces", "Skill trace", skill_traces,
                                    COUNT(skill_traces));
    for (int i = 0; i < result->study->num_variants; i++)
        if (result->skills[i].exists)
            figures_row(table, &result->skills[i]);
}

/* --- Controls ----------------------------------------------------------------------- */

static void add_seats(figures_t *figures, const void *row) {
    add_pairs(figures, &((const study_cell_t *)row)->seats);
}

static void add_by_orientation(figures_t *figures, const void *row) {
    const study_cell_t *cell = row;
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < cell->num_orientations; i++)
        cJSON_AddItemToArray(list, json_number(cell->by_orientation[i]));
    figures_add_json(figures, list);
}

static void add_p(figures_t *figures, const contingency_t *found) {
    figures_add(figures, found->degrees > 0 ? found->p_value : (double)NAN);
}

static void add_orientations_p(figures_t *figures, const void *row) {
    add_p(figures, &((const study_cell_t *)row)->orientations);
}

static void add_directions_p(figures_t *figures, const void *row) {
    add_p(figures, &((const study_cell_t *)row)->directions);
}

static const figure_column_t controls[] = {
    STUDY_VARIANT(study_cell_t, variant),
    STUDY_STRENGTH(study_cell_t, strength),
    {FIGURE_COUNT, "seats_games", "Seat games",
     "Of a player against itself, each opening twice with seats exchanged.",
     CELL(seats_games)},
    {FIGURE_JSON, "seats", "Pairs", "By half points of one copy, 0 first.",
     .add = add_seats, CELL_IF(seats_games), DATA},
    {FIGURE_SCORE, "seats_score", "Against itself",
     "Should be 50 %, whatever the first move is worth.", CELL(seats_score),
     CELL_IF(seats_games)},
    {FIGURE_P_VALUE, "seats_p", "p",
     "Of a score at least as far from 50 % if no seat is favoured: exact.", CELL(seats_p),
     CELL_IF(seats_games)},
    {FIGURE_YES_NO, "seats_even", "Even",
     "Whether 50 % is not rejected, at the error rate of all controls together.",
     CELL(seats_even), CELL_IF(seats_games)},
    {FIGURE_COUNT, "orientations", "Mirror images",
     "Ways to rotate or mirror the board without changing the rules, itself included.",
     CELL(num_orientations), CELL_IF(num_orientations)},
    {FIGURE_JSON, "by_orientation", "Games", "Of each mirror image.",
     .add = add_by_orientation, DATA},
    {FIGURE_P_VALUE, "orientations_p", "Results, p",
     "Tiny: mirror images of games do not end alike, as they should.",
     .add = add_orientations_p},
    {FIGURE_P_VALUE, "directions_p", "Directions, p",
     "Tiny: the search prefers a direction, which need not change results.",
     .add = add_directions_p},
};

static bool has_controls(const study_cell_t *cell) {
    return cell->games + cell->seats_games > 0;
}

static void add_controls(result_t *out, const study_result_t *result) {
    figures_t *table =
        result_table(out, "controls", "Controls: is it the game, or the search?",
                     controls, COUNT(controls));
    study_cell_t *all = memory_new(1, sizeof *all); /* too large for the stack */
    *all = (study_cell_t){.variant = "all together",
                          .seats_games = 2 * outcome_counts_trials(&result->seats),
                          .seats = result->seats,
                          .seats_score = result->seats_score,
                          .seats_p = result->seats_p,
                          .seats_even = result->seats_even,
                          .orientations = result->orientations};
    add_cells(table, result, has_controls);
    if (figures_rows(table) > 1)
        figures_row(table, all);
    free(all);
}

/* --- First turns -------------------------------------------------------------------- */

static const figure_column_t first_turns[] = {
    STUDY_VARIANT(study_cell_t, variant),
    STUDY_STRENGTH(study_cell_t, strength),
    {FIGURE_COUNT, "games", "Games", "Games with a random first turn.",
     CELL(drawn_games)},
    {FIGURE_COUNT, "seen", "Different",
     "First turns that came up, mirror images counted as one.", CELL(drawn.count)},
    {FIGURE_COUNT, "judged", "Judged",
     "Those with at least 10 games in each half of the games.", CELL(drawn_value.turns)},
    {FIGURE_SHARE, "spread", "Spread",
     "Standard deviation of the judged turns' scores, with chance removed.",
     CELL(drawn_value.spread), CELL_IF(drawn_value.turns)},
    {FIGURE_WORD, "fairest", "Fairest",
     "The turn after which the score is nearest to 50 %. Empty with fewer than 2 judged "
     "turns, 100 games of them, or half of all games.",
     CELL(drawn_value.fairest_text), CELL_IF(drawn_value.has_fairest)},
    {FIGURE_SCORE, "fairest_score", "After the fairest",
     "The score after it; the interval holds for all judged turns simultaneously.",
     CELL(drawn_value.fairest_score), CELL_IF(drawn_value.has_fairest)},
    {FIGURE_SCORE, "under_pie", "Under a pie rule",
     "The first player's score between these players, at most 50 %, if they play the "
     "judged turn that leaves "
     "them most and the second player takes the better side, both without an error; one "
     "half of the games picks the turn, the other half judges it, both ways round. Empty "
     "where the variant has the rule.",
     CELL(under_pie), CELL_IF(drawn_value.has_fairest)},
};

typedef struct turn_row {
    const char *variant, *strength, *turn;
    uint64_t games, all;
    estimate_t score;
} turn_row_t;

#define TURN(field) FIGURE_FIELD(turn_row_t, field)

static const figure_column_t turns[] = {
    STUDY_VARIANT(turn_row_t, variant),
    STUDY_STRENGTH(turn_row_t, strength),
    {FIGURE_WORD, "turn", "First turn",
     "In the game's notation; one of its mirror images represents all.", TURN(turn)},
    {FIGURE_COUNT, "games", "Games", "How many games began like this.", TURN(games)},
    {FIGURE_SHARE, "share", "Share", "Of all games of the same variant and strength.",
     FIGURE_OF(turn_row_t, games, all)},
    {FIGURE_SCORE, "score", "First player scores",
     "After this turn, with a fixed-sample interval.", TURN(score)},
};

/* Of a cell's first turns, the most frequent; the others are detail. */
enum { TURNS_SHOWN = 12 };

static void add_turns_of(figures_t *table, const study_result_t *result,
                         const study_cell_t *cell, const first_turns_t *list) {
    turn_row_t row = {.variant = cell->variant, .strength = cell->strength};
    for (size_t i = 0; i < list->count; i++) {
        outcome_counts_t counts = first_turn_counts(&list->turns[i]);
        row.all += outcome_counts_trials(&counts);
    }
    for (size_t i = 0; i < list->count; i++) {
        outcome_counts_t counts = first_turn_counts(&list->turns[i]);
        row.turn = list->turns[i].text;
        row.games = outcome_counts_trials(&counts);
        row.score = first_turn_score(list, &list->turns[i], result->level);
        figures_row(table, &row);
        if (i >= TURNS_SHOWN)
            figures_row_is_detail(table);
    }
}

static bool has_drawn(const study_cell_t *cell) {
    return cell->drawn_games > 0;
}

static void add_first_turns(result_t *out, const study_result_t *result) {
    add_cells(result_table(out, "first_turns", "What the first turn is worth",
                           first_turns, COUNT(first_turns)),
              result, has_drawn);
    figures_t *drawn =
        result_table(out, "turns_drawn", "Random first turns", turns, COUNT(turns));
    figures_t *chosen = result_table(
        out, "turns_chosen", "First turns that the players chose", turns, COUNT(turns));
    for (int i = 0; i < study_num_cells(result); i++) {
        const study_cell_t *cell = study_cell_at(result, i);
        add_turns_of(drawn, result, cell, &cell->drawn);
        add_turns_of(chosen, result, cell, &cell->first_turns);
    }
}

void study_tables_more(result_t *out, const study_result_t *result) {
    add_advantages(out, result);
    add_compared(out, result);
    add_skill(out, result);
    add_controls(out, result);
    add_first_turns(out, result);
}
