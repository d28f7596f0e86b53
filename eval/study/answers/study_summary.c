#include "eval/study/answers/study_answer.h"

#include "eval/study/answers/study_words.h"
#include "eval/study/players/study_learn.h"
#include "eval/study/study_result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- A row a variant ---------------------------------------------------------------- */

/* A drawn score: so many characters on each side of 50 %, as the width leaves. */
enum { WIDTH = 80, LEAST_HALF = 5, MOST_HALF = 10, DRAWN = 2 * MOST_HALF + 2 };

typedef struct row {
    char name[STUDY_NAME], drawing[DRAWN];
    const char *exact;
    const study_cell_t *cell; /* NULL: no games yet */
    uint64_t games, skill_games;
    bool has_decided, has_edge;
    double score, drawn, turns, decided, skill, edge;
} row_t;

typedef struct scale {
    double range; /* to each side of 1/2 */
    int half;     /* in characters */
} scale_t;

static int place(double score, scale_t scale) {
    const double at = scale.half + round((score - 0.5) / scale.range * scale.half);
    return (int)fmin(fmax(at, 0), 2 * scale.half);
}

/* "....:..--o|-:........", with the interval that the verdict rests on: where it ends
 * beyond what is fair, that is seen. */
static void draw(row_t *row, scale_t scale, double margin) {
    char *drawing = row->drawing;
    const study_cell_t *cell = row->cell;
    const bool is_open = study_cell_has_networks(cell) && !study_cell_is_over(cell);
    const estimate_t *score = is_open ? &cell->score : &cell->simultaneous;
    int from = place(score->low, scale), to = place(score->high, scale);
    from -= from > 0 && score->low < 0.5 - margin && from == place(0.5 - margin, scale);
    to += to < 2 * scale.half && score->high > 0.5 + margin &&
          to == place(0.5 + margin, scale);
    memset(drawing, '.', 2 * (size_t)scale.half + 1);
    drawing[2 * scale.half + 1] = '\0';
    for (int i = from; study_has_interval(cell) && i <= to; i++)
        drawing[i] = '-';
    drawing[place(0.5 - margin, scale)] = drawing[place(0.5 + margin, scale)] = ':';
    drawing[scale.half] = '|';
    drawing[place(score->value, scale)] = 'o';
}

static row_t row_of(const study_result_t *result, int variant) {
    const int strength = study_strongest(result, variant);
    row_t row = {.exact = result->cells[variant][0].exact};
    study_short_name(result, variant, row.name);
    const network_advantage_t *edge = study_edge(result, variant);
    row.has_edge = edge;
    row.edge = edge ? edge->value.value : 0;
    if (strength < 0)
        return row;
    const study_cell_t *cell = &result->cells[variant][strength];
    const double games = (double)cell->games;
    row.cell = cell;
    row.games = cell->games;
    row.score = cell->score.value;
    row.drawn = (double)cell->sample.trials.counts.count[1] / games;
    row.turns = cell->turns;
    row.has_decided = !isnan(cell->decided);
    row.decided = cell->decided;
    row.skill = cell->skill_score.value;
    row.skill_games = cell->skill_games;
    return row;
}

static void add_score(figures_t *figures, const void *item) {
    const row_t *row = item;
    if (row->cell)
        figures_add(figures, row->score);
    else
        figures_add_nothing(figures, row->has_edge ? "-" : "no games yet");
}

#define ROW(field) FIGURE_FIELD(row_t, field)
#define ROW_IF(field) FIGURE_IF(row_t, field)

static const figure_column_t columns[] = {
    {FIGURE_WORD, "variant", "Variant", "Without what is equal in all.", ROW(name)},
    {FIGURE_SHARE, "score", "First", "The first player's score; 50 % is even.",
     .add = add_score},
    {FIGURE_WORD, "drawing", NULL,
     "The score (o) and its interval (-); between the colons is fair.", ROW(drawing)},
    {FIGURE_SHARE, "drawn", "Drawn", "Games without a winner.", ROW(drawn),
     ROW_IF(games)},
    {FIGURE_NUMBER, "turns", "Turns", "Of a game, mean.", ROW(turns), ROW_IF(games)},
    {FIGURE_SHARE, "decided", "Clear at",
     "Share of a won game before the winner is clear.", ROW(decided),
     ROW_IF(has_decided)},
    {FIGURE_SHARE, "skill", "Skill", "What twice the search scores against once.",
     ROW(skill), ROW_IF(skill_games)},
    {FIGURE_NUMBER, "edge", "Edge", "What moving first is worth, in doublings of search.",
     ROW(edge), ROW_IF(has_edge)},
    {FIGURE_WORD, "exact", "Solved", "For player 1, with best play.", ROW(exact)},
};

/* What the other columns leave, where they are as wide as they can be. */
static int half_of(const row_t *rows, int count) {
    enum { ALWAYS = 32, DECIDED = 10, SKILL = 8, EDGE = 7, SOLVED = 8 };
    size_t name = 0;
    int others = 0;
    for (int i = 0; i < count; i++) {
        const size_t length = strlen(rows[i].name);
        const int wide = (rows[i].has_decided ? DECIDED : 0) +
                         (rows[i].skill_games > 0 ? SKILL : 0) +
                         (rows[i].has_edge ? EDGE : 0) + (rows[i].exact ? SOLVED : 0);
        name = length > name ? length : name;
        others = wide > others ? wide : others;
    }
    const int half = (WIDTH - ALWAYS - (int)name - others) / 2;
    return half < LEAST_HALF ? LEAST_HALF : half > MOST_HALF ? MOST_HALF : half;
}

static void add_rows(result_t *out, const study_result_t *result) {
    enum { COLUMNS = sizeof columns / sizeof columns[0] };
    row_t rows[STUDY_MAX_VARIANTS];
    const int count = result->study->num_variants;
    char heading[DRAWN + 8], title[96];
    for (int i = 0; i < count; i++)
        rows[i] = row_of(result, i);
    const scale_t scale = {study_score_range(result), half_of(rows, count)};
    snprintf(heading, sizeof heading, "%-*g50%*g %%", scale.half - 1,
             100 * (0.5 - scale.range), scale.half - 2, 100 * (0.5 + scale.range));
    snprintf(title, sizeof title,
             "The first player's score: o, intervals (%g %% together); fair between the "
             "colons",
             100 * result->level);
    figures_t *table = result_table(out, NULL, title, NULL, 0);
    for (int i = 0; i < COLUMNS; i++) {
        figure_column_t column = columns[i];
        if (!column.heading)
            column.heading = heading;
        figures_column(table, column);
    }
    for (int i = 0; i < count; i++) {
        if (rows[i].cell)
            draw(&rows[i], scale, result->study->margin);
        figures_row(table, &rows[i]);
    }
}

/* --- What follows ------------------------------------------------------------------- */

static bool has_networks(const study_result_t *result) {
    for (int i = 0; i < result->study->num_strengths; i++)
        if (result->study->strengths[i].num_networks > 0)
            return true;
    return false;
}

void study_summary(result_t *out, const study_result_t *result,
                   const result_part_t *steps) {
    add_rows(out, result);
    study_doubts(out, result);
    result_copy_list(out, "Next", steps, 1);
    const double enough =
        has_networks(result) ? 0 : study_learn_enough(result->study, STUDY_LEARN_SEEDS);
    char learned[64] = "";
    if (enough > 0)
        snprintf(learned, sizeof learned, " By learned, stronger players: --learn %.0fm.",
                 enough / 60);
    result_sentence(out, NULL, "Every figure and caveat: --long.%s", learned);
    result_brief(out);
}
