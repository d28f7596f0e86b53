#include "core/base/memory_stream.h"
#include "eval/metrics/opening_book_report.h"
#include "eval/report/report.h"
#include "eval/report/tables/report_cell_rows.h"
#include "eval/report/tables/report_table.h"
#include "eval/report/tables/report_tables.h"
#include "eval/study/study_result.h"

#include <math.h>
#include <stdlib.h>

/* --- Opening book ------------------------------------------------------------------- */

/* Of a cell's lines the first; the rest are in CSV. */
enum { LINES_ON_PAGE = 12 };

typedef struct book_rows {
    report_table_t *table;
    const report_t *report;
    const game_metrics_t *metrics;
    int variant, strength, rows;
} book_rows_t;

static void add_line(book_rows_t *rows, const book_line_t *line) {
    const game_t *game = rows->metrics->game;
    const action_t *actions = rows->metrics->book.games[line->first].actions;
    char *words = NULL;
    size_t size;
    FILE *text = memory_stream_open(&words, &size);
    for (int i = 0; i < line->depth; i++) {
        char action[GAME_ACTION_TEXT];
        game_write_action(game, actions[i], action);
        fprintf(text, "%s%s", i > 0 ? " " : "", action);
    }
    memory_stream_close(text);
    report_table_cell_names(rows->table, rows->report, rows->variant, rows->strength);
    report_table_add_word(rows->table, words);
    free(words);
    report_table_add(rows->table, (double)line->games);
    report_table_add(rows->table, report_table_share(line->searched, line->games));
    report_table_add_estimate(
        rows->table,
        opening_book_score(rows->metrics, line, rows->report->result->level));
    if (rows->rows++ >= LINES_ON_PAGE)
        report_table_row_off_page(rows->table);
}

static void add_replies(book_rows_t *rows, const book_line_t *line) {
    book_line_t replies[BOOK_SHOWN];
    int count =
        opening_book_replies(&rows->metrics->book, line, replies, BOOK_SHOWN, BOOK_GAMES);
    for (int i = 0; i < count; i++) {
        add_line(rows, &replies[i]);
        add_replies(rows, &replies[i]);
    }
}

static void fill_book(report_table_t *table, const report_t *report, int variant,
                      int strength) {
    const report_games_t *games = &report->games[variant][strength];
    if (games->count == 0 || strength != report_strongest(report, variant))
        return;
    book_rows_t rows = {table, report, &games->metrics, variant, strength, 0};
    book_line_t all = opening_book_start(&games->metrics.book);
    add_replies(&rows, &all);
}

report_table_t *report_table_book(const report_t *report) {
    report_table_t *table = report_table_new("opening-book", "Opening book");
    report_table_cell_columns(table);
    report_table_column(table, FIGURE_WORD, "line", "Actions",
                        "How games of the strongest level begin, as far as ten or more "
                        "of them agree; mirror images count as one, and the three most "
                        "frequent actions of each position are followed.");
    report_table_column(table, FIGURE_COUNT, "games", "Games",
                        "How many games began like this.");
    report_table_column(table, FIGURE_SHARE, "searched", "Chosen",
                        "In how many of them a player chose the last of these actions; "
                        "in the others it was drawn at random.");
    report_table_column(table, FIGURE_SCORE, "score", "First player scores",
                        "After this line, with a fixed-sample interval.");
    report_table_each_cell(table, report, fill_book);
    return table;
}

/* --- Sizes -------------------------------------------------------------------------- */

static void add_size(report_table_t *table, const report_t *report, int variant) {
    const complexity_t *size = &report->sizes[variant];
    report_table_add_word(table, report->result->study->variants[variant].name);
    report_table_add(table, size->space.at_least);
    report_table_add_word(table, size->space.exact ? "yes" : "no");
    report_table_add(table, size->space.boards);
    report_table_add_estimate(table, size->tree.games);
    report_table_add_word(table, size->tree.exact ? "yes" : "no");
    report_table_add(table,
                     size->space.shortest < 0 ? (double)NAN : size->space.shortest);
    report_table_add(table, (double)size->rules.guide_words);
    report_table_add(table, size->rules.page_bytes > 0
                                ? (double)size->rules.compressed_bytes
                                : (double)NAN);
}

report_table_t *report_table_sizes(const report_t *report) {
    report_table_t *table = report_table_new("sizes", "Size of the game");
    report_table_column(table, FIGURE_WORD, "variant", "Variant",
                        "The rules or the board played.");
    report_table_column(table, FIGURE_NUMBER, "positions", "Positions",
                        "Lower bound on the number of reachable positions (log10; 95 %). "
                        "`fulcrum complexity` defines these columns.");
    report_table_column(table, FIGURE_WORD, "positions_exact", "Counted",
                        "Whether these are all positions, counted one by one.");
    report_table_column(
        table, FIGURE_NUMBER, "boards", "Boards",
        "The number of ways to fill the board (log10), reachable or not.");
    report_table_column(table, FIGURE_ESTIMATE, "games", "Games",
                        "The number of different games (log10), counted or estimated, "
                        "with a 95 % interval.");
    report_table_column(table, FIGURE_WORD, "games_exact", "Counted",
                        "Whether all games were counted.");
    report_table_column(table, FIGURE_COUNT, "shortest", "Shortest possible",
                        "Actions of the shortest game that the rules allow, if found.");
    report_table_column(table, FIGURE_COUNT, "guide_words", "Words",
                        "Words of the introduction for a first-time player.");
    report_table_column(table, FIGURE_COUNT, "rules_bytes", "Rules",
                        "Compressed bytes of the rules page; for all variants together.");
    for (int i = 0; i < report->result->study->num_variants; i++)
        add_size(table, report, i);
    return table;
}
