#include "eval/report/report_tables.h"

#include "core/base/memory_stream.h"
#include "core/base/table/result.h"
#include "eval/report/report.h"
#include "eval/report/report_cards.h"
#include "eval/study/answers/study_print.h"
#include "eval/study/answers/study_tables.h"
#include "eval/study/study_result.h"

#include <math.h>
#include <stdlib.h>

#define COUNT(columns) ((int)(sizeof(columns) / sizeof(columns)[0]))

/* --- Variants side by side ---------------------------------------------------------- */

typedef struct compare_row {
    const char *variant, *strength, *exact;
    uint64_t games, swap_offered;
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
     COMPARE(figures[CARD_DECIDED])},
    {FIGURE_SCORE, "skill", "Twice the thinking",
     "Twice the simulations against once, at the strongest level that played it.",
     COMPARE(figures[CARD_SKILL])},
    {FIGURE_SCORE, "swapped", "Swapped",
     "Under a pie rule: in how many games player 2 took the other side.",
     COMPARE(swapped), FIGURE_IF(compare_row_t, swap_offered)},
    {FIGURE_WORD, "exact", "With best play",
     "For player 1, where the solver has settled it.", COMPARE(exact)},
};

static void add_compare(result_t *out, const report_t *report) {
    figures_t *table =
        result_table(out, "compare", "Variants side by side", compare, COUNT(compare));
    for (int i = 0; i < report->result->study->num_variants; i++) {
        int strength = report_strongest(report, i);
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
        figures_row(table, &row);
    }
}

/* --- Metrics ------------------------------------------------------------------------ */

/* Of larger studies pages have the metrics of the strongest levels alone. */
enum { CELLS_ON_PAGE = 12 };

typedef struct metric_row {
    const char *variant, *strength, *key, *title, *unit;
    estimate_t value;
    double deviation;
    uint64_t games;
} metric_row_t;

#define METRIC(field) FIGURE_FIELD(metric_row_t, field)

static const figure_column_t metrics[] = {
    STUDY_VARIANT(metric_row_t, variant),
    STUDY_STRENGTH(metric_row_t, strength),
    {FIGURE_WORD, "metric", "Key",
     "The metric's name in files; `fulcrum metrics --explain` defines each.",
     METRIC(key)},
    {FIGURE_WORD, "title", "Metric", "Its title.", METRIC(title)},
    {FIGURE_ESTIMATE, "value", "Value",
     "Averaged over games (or a quantile of them), with its interval.", METRIC(value)},
    {FIGURE_WORD, "unit", "Unit", "Its unit.", METRIC(unit)},
    {FIGURE_NUMBER, "deviation", "Spread", "Standard deviation from game to game.",
     METRIC(deviation)},
    {FIGURE_COUNT, "games", "Games", "Games for which the metric is defined.",
     METRIC(games)},
};

static void add_metrics_of(figures_t *table, const report_t *report, int variant,
                           int strength) {
    const study_t *study = report->result->study;
    const study_cell_t *cell = &report->result->cells[variant][strength];
    const report_games_t *games = &report->games[variant][strength];
    bool is_detail = study->num_variants * study->num_strengths > CELLS_ON_PAGE &&
                     strength != report_strongest(report, variant);
    for (metric_id_t id = 0; id < METRIC_COUNT && games->count > 0; id++) {
        metric_t found = game_metrics_get(&games->metrics, id, report->result->level);
        const metric_row_t row = {.variant = cell->variant,
                                  .strength = cell->strength,
                                  .key = found.info->key,
                                  .title = found.info->title,
                                  .unit = found.info->unit,
                                  .value = {found.value, found.low, found.high},
                                  .deviation = found.deviation,
                                  .games = found.games};
        if (report->source && found.games == 0)
            continue; /* not to be known from there */
        figures_row(table, &row);
        if (is_detail)
            figures_row_is_detail(table);
    }
}

/* --- Opening book ------------------------------------------------------------------- */

/* Of a cell's lines the first; the rest are detail. */
enum { LINES_ON_PAGE = 12 };

typedef struct book_row {
    const char *variant, *strength, *line;
    uint64_t games, searched;
    estimate_t score;
} book_row_t;

#define BOOK(field) FIGURE_FIELD(book_row_t, field)

static const figure_column_t book[] = {
    STUDY_VARIANT(book_row_t, variant),
    STUDY_STRENGTH(book_row_t, strength),
    {FIGURE_WORD, "line", "Actions",
     "How games of the strongest level begin, as far as ten or more agree; mirror images "
     "count as one, and the three most frequent actions are followed.",
     BOOK(line)},
    {FIGURE_COUNT, "games", "Games", "How many games began like this.", BOOK(games)},
    {FIGURE_SHARE, "searched", "Chosen",
     "In how many a player chose the last of these actions; in the others it was drawn "
     "at random.",
     FIGURE_OF(book_row_t, searched, games)},
    {FIGURE_SCORE, "score", "First player scores",
     "After this line, with a fixed-sample interval.", BOOK(score)},
};

typedef struct book_of {
    figures_t *table;
    const study_cell_t *cell;
    const game_metrics_t *metrics;
    double level;
    int rows;
} book_of_t;

static char *line_text(const game_metrics_t *of, const book_line_t *line) {
    const action_t *actions = of->book.games[line->first].actions;
    char *text = NULL;
    size_t size;
    FILE *file = memory_stream_open(&text, &size);
    for (int i = 0; i < line->depth; i++) {
        char action[GAME_ACTION_TEXT];
        game_write_action(of->game, actions[i], action);
        fprintf(file, "%s%s", i > 0 ? " " : "", action);
    }
    memory_stream_close(file);
    return text;
}

static void add_replies(book_of_t *of, const book_line_t *line) {
    book_line_t replies[BOOK_SHOWN];
    int count =
        opening_book_replies(&of->metrics->book, line, replies, BOOK_SHOWN, BOOK_GAMES);
    for (int i = 0; i < count; i++) {
        char *line_words = line_text(of->metrics, &replies[i]);
        const book_row_t row = {
            .variant = of->cell->variant,
            .strength = of->cell->strength,
            .line = line_words,
            .games = replies[i].games,
            .searched = replies[i].searched,
            .score = game_metrics_line_score(of->metrics, &replies[i], of->level)};
        figures_row(of->table, &row);
        if (of->rows++ >= LINES_ON_PAGE)
            figures_row_is_detail(of->table);
        free(line_words);
        add_replies(of, &replies[i]);
    }
}

static void add_games(result_t *out, const report_t *report) {
    const study_result_t *result = report->result;
    figures_t *table =
        result_table(out, "metrics", "Metrics of the games", metrics, COUNT(metrics));
    for (int i = 0; i < result->study->num_variants; i++)
        for (int j = 0; j < result->study->num_strengths; j++)
            add_metrics_of(table, report, i, j);
    table = result_table(out, "opening_book", "Opening book", book, COUNT(book));
    for (int i = 0; i < result->study->num_variants; i++) {
        int strength = report_strongest(report, i);
        if (strength < 0 || report->games[i][strength].count == 0)
            continue;
        const report_games_t *games = &report->games[i][strength];
        book_of_t of = {table, &result->cells[i][strength], &games->metrics,
                        result->level, 0};
        book_line_t all = opening_book_start(&games->metrics.book);
        add_replies(&of, &all);
    }
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
