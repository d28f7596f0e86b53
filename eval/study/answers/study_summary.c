#include "eval/study/answers/study_answer.h"

#include "eval/study/answers/study_words.h"
#include "eval/study/players/study_learn.h"
#include "eval/study/study_result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- A row a variant ---------------------------------------------------------------- */

/* A drawn score: so many characters on each side of 50 %. */
enum { HALF = 10, DRAWN = 2 * HALF + 2 };

typedef struct row {
    char name[STUDY_NAME], drawing[DRAWN];
    const char *exact;
    const study_cell_t *cell; /* NULL: no games yet */
    uint64_t games, skill_games;
    bool has_edge;
    double score, drawn, turns, skill, edge;
} row_t;

static int place(double score, double range) {
    const double at = HALF + round((score - 0.5) / range * HALF);
    return (int)fmin(fmax(at, 0), 2 * HALF);
}

/* "....:..--o|-:........" */
static void draw(row_t *row, double range, double margin) {
    char *drawing = row->drawing;
    const estimate_t *score = &row->cell->score;
    const bool has_interval = study_has_interval(row->cell);
    memset(drawing, '.', 2 * HALF + 1);
    drawing[2 * HALF + 1] = '\0';
    for (int i = place(score->low, range); has_interval && i <= place(score->high, range);
         i++)
        drawing[i] = '-';
    drawing[place(0.5 - margin, range)] = drawing[place(0.5 + margin, range)] = ':';
    drawing[HALF] = '|';
    drawing[place(score->value, range)] = 'o';
}

static row_t row_of(const study_result_t *result, int variant) {
    const int strength = study_strongest(result, variant);
    row_t row = {.exact = result->cells[variant][0].exact};
    study_short_name(result, variant, row.name);
    for (int j = 0; j < result->study->num_strengths; j++) { /* of the strongest */
        const network_advantage_t *advantage = &result->cells[variant][j].advantage;
        row.has_edge |= advantage->exists;
        row.edge = advantage->exists ? advantage->value.value : row.edge;
    }
    if (strength < 0)
        return row;
    const study_cell_t *cell = &result->cells[variant][strength];
    const double games = (double)cell->games;
    row.cell = cell;
    row.games = cell->games;
    row.score = cell->score.value;
    row.drawn = (double)cell->sample.trials.counts.count[1] / games;
    row.turns = cell->turns;
    row.skill = cell->skill_score.value;
    row.skill_games = cell->skill_games;
    return row;
}

static void add_score(figures_t *figures, const void *item) {
    const row_t *row = item;
    if (row->cell)
        figures_add(figures, row->score);
    else
        figures_add_nothing(figures, "no games yet");
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
    {FIGURE_SHARE, "skill", "Skill", "What twice the search scores against once.",
     ROW(skill), ROW_IF(skill_games)},
    {FIGURE_NUMBER, "edge", "Edge", "What moving first is worth, in doublings of search.",
     ROW(edge), ROW_IF(has_edge)},
    {FIGURE_WORD, "exact", "Solved", "For player 1, with best play.", ROW(exact)},
};

static void add_rows(result_t *out, const study_result_t *result) {
    enum { COLUMNS = sizeof columns / sizeof columns[0] };
    row_t rows[STUDY_MAX_VARIANTS];
    const int count = result->study->num_variants;
    char heading[DRAWN + 8], title[96];
    for (int i = 0; i < count; i++)
        rows[i] = row_of(result, i);
    const double range = study_score_range(result);
    snprintf(heading, sizeof heading, "%-9g50%8g %%", 100 * (0.5 - range),
             100 * (0.5 + range));
    snprintf(
        title, sizeof title,
        "The first player's score: o with its %g %% interval; fair between the colons",
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
            draw(&rows[i], range, result->study->margin);
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
}
