#include "eval/report/report.h"

#include "core/base/table/result.h"
#include "eval/metrics/metrics_result.h"
#include "eval/report/report_sections.h"
#include "eval/study/answers/study_answer.h"
#include "eval/study/study_result.h"

#include <math.h>
#include <stdio.h>

#define COUNT(columns) ((int)(sizeof(columns) / sizeof(columns)[0]))

/* --- Variants side by side ---------------------------------------------------------- */

typedef struct compare_row {
    const char *variant, *strength, *exact;
    uint64_t games, swap_offered;
    bool has_decided; /* games that were won */
    estimate_t figures[CARDS], swapped;
} compare_row_t;

#define COMPARE(field) FIGURE_FIELD(compare_row_t, field)

static const figure_column_t compare[] = {
    STUDY_VARIANT(compare_row_t, variant),
    STUDY_STRENGTH(compare_row_t, strength),
    {FIGURE_COUNT, "games", "Games", "Of self-play; the figures rest on them.",
     COMPARE(games)},
    {FIGURE_SCORE, "score", "First player scores",
     "1 for a win, 1/2 for a draw; 50 % is even.", COMPARE(figures[CARD_FAIR])},
    {FIGURE_SCORE, "drawn", "Drawn by the rules",
     "Games drawn by the rules, without those cut off.", COMPARE(figures[CARD_DRAWN])},
    {FIGURE_ESTIMATE, "turns", "Median turns",
     "Turns of both players: half of the games had no more.",
     COMPARE(figures[CARD_LENGTH])},
    {FIGURE_SCORE, "decided", "Decided after",
     "Of won games: the share after which the winner is clear to the end.",
     COMPARE(figures[CARD_DECIDED]), FIGURE_IF(compare_row_t, has_decided)},
    {FIGURE_SCORE, "skill", "Twice the thinking",
     "Twice the simulations against once, at the strongest level that played it.",
     COMPARE(figures[CARD_SKILL])},
    {FIGURE_SCORE, "swapped", "Swapped",
     "Under a pie rule: in how many games between these players player 2 took the other "
     "side.",
     COMPARE(swapped), FIGURE_IF(compare_row_t, swap_offered)},
    {FIGURE_WORD, "exact", "With best play",
     "For player 1, where the solver has settled it.", COMPARE(exact)},
};

static void add_compare(result_t *out, const report_t *report) {
    figures_t *table =
        result_table(out, "compare", "Variants side by side", compare, COUNT(compare));
    for (int i = 0; i < report->result->study->num_variants; i++) {
        int strength = study_strongest(report->result, i);
        if (strength < 0)
            continue;
        const study_cell_t *cell = &report->result->cells[i][strength];
        compare_row_t row = {.variant = cell->variant,
                             .strength = cell->strength,
                             .exact = cell->exact,
                             .games = cell->games,
                             .swap_offered = cell->swap_offered,
                             .swapped = cell->swap_share};
        for (card_id_t card = 0; card < CARDS; card++)
            row.figures[card] = report_card_figure(report, i, card);
        row.has_decided = !isnan(row.figures[CARD_DECIDED].value);
        figures_row(table, &row);
    }
}

/* --- Games -------------------------------------------------------------------------- */

/* Of larger studies pages have the metrics of the strongest levels alone. */
enum { CELLS_ON_PAGE = 12, CELLS = STUDY_MAX_VARIANTS * STUDY_MAX_STRENGTHS };

/* The metrics of all cells, and how games of the strongest levels begin. */
static void add_games(result_t *out, const report_t *report) {
    const study_result_t *result = report->result;
    metrics_run_t cells[CELLS], strongest[STUDY_MAX_VARIANTS];
    char names[CELLS][2 * STUDY_NAME + 2];
    int count = 0, num_strongest = 0;
    for (int i = 0; i < study_num_cells(result); i++) {
        const study_cell_t *cell = study_cell_at(result, i);
        int variant = i / result->study->num_strengths,
            strength = i % result->study->num_strengths;
        const report_games_t *games = &report->games[variant][strength];
        bool is_strongest = strength == study_strongest(report->result, variant);
        if (games->count == 0)
            continue;
        snprintf(names[count], sizeof names[count], "%s, %s", cell->variant,
                 cell->strength);
        cells[count] = (metrics_run_t){
            .name = names[count],
            .metrics = &games->metrics,
            .is_partial = report->source != NULL,
            .has_score = study_cell_has_networks(cell),
            .is_detail = study_num_cells(result) > CELLS_ON_PAGE && !is_strongest};
        if (is_strongest)
            strongest[num_strongest++] = cells[count];
        count++;
    }
    metrics_add_metrics(out, cells, count, result->level);
    metrics_add_book(out, strongest, num_strongest, result->level);
}

/* --- Sizes -------------------------------------------------------------------------- */

typedef struct size_row {
    const char *variant;
    complexity_t size;
} size_row_t;

#define SIZE(field) FIGURE_FIELD(size_row_t, size.field)

static void add_shortest(figures_t *figures, const void *row) {
    int shortest = ((const size_row_t *)row)->size.space.shortest;
    figures_add(figures, shortest < 0 ? (double)NAN : shortest);
}

static const figure_column_t sizes[] = {
    STUDY_VARIANT(size_row_t, variant),
    {FIGURE_NUMBER, "positions", "Positions, log10",
     "Lower bound on the number of reachable positions (95 %). `fulcrum complexity` "
     "defines these columns.",
     SIZE(space.at_least)},
    {FIGURE_YES_NO, "positions_exact", "Counted",
     "Whether these are all positions, counted one by one.", SIZE(space.exact)},
    {FIGURE_NUMBER, "boards", "Boards, log10",
     "The number of ways to fill the board, reachable or not.", SIZE(space.boards)},
    {FIGURE_ESTIMATE, "games", "Games, log10",
     "The number of different games, counted or estimated, with a 95 % interval.",
     SIZE(tree.games)},
    {FIGURE_YES_NO, "games_exact", "Counted", "Whether all games were counted.",
     SIZE(tree.exact)},
    {FIGURE_COUNT, "shortest", "Shortest possible",
     "Actions of the shortest game that the rules allow, if found.", .add = add_shortest},
    {FIGURE_COUNT, "guide_words", "Words",
     "Words of the introduction for a first-time player.", SIZE(rules.guide_words)},
    {FIGURE_COUNT, "rules_bytes", "Rules",
     "Compressed bytes of the rules page; for all variants together.",
     SIZE(rules.compressed_bytes), FIGURE_IF(size_row_t, size.rules.page_bytes)},
};

/* --- All of it ---------------------------------------------------------------------- */

result_t *report_tables(const report_t *report) {
    result_t *out = study_answer(report->result);
    add_compare(out, report);
    add_games(out, report);
    figures_t *table =
        result_table(out, "sizes", "Size of the game", sizes, COUNT(sizes));
    for (int i = 0; i < report->result->study->num_variants; i++) {
        const size_row_t row = {report->result->study->variants[i].name,
                                report->sizes[i]};
        figures_row(table, &row);
    }
    return out;
}
