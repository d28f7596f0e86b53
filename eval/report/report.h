/* report.h - the page of a study: self-contained HTML, for who designs the game.
 * Use: report_t report;
 *      if (!report_open(&report, result, &error)) ...
 *      char *page = report_page(&report, &size, &error);  free(page);
 *      report_close(&report);
 * Verdict first; then plots, openings on the board, tables, games to play through, and
 * what repeats it all. Nothing is loaded from anywhere else. Plots want gnuplot: without it
 * the page says so and has the tables.
 * Rooms: report_games (lengths, metrics, games worth a look), report_table and
 * report_tables (figures), report_answers (the verdict), report_plot, report_axis,
 * report_plots and report_metrics (gnuplot), board_svg, report_openings, report_replay and
 * report_replays (games), report_page.css and .js, which the build puts into
 * report_assets.h.
 * Owns: report_close releases all but the result, which is borrowed.
 * Threads: one report, one thread.   Errors: files that cannot be read; no temporary file.
 */
#ifndef EVAL_REPORT_H
#define EVAL_REPORT_H

#include "eval/report/report_games.h"
#include "eval/study/study_result.h"

typedef struct report {
    const study_result_t *result;
    report_games_t games[STUDY_MAX_VARIANTS][STUDY_MAX_STRENGTHS];
    bool has_plots; /* gnuplot is there */
} report_t;

bool report_open(report_t *report, const study_result_t *result, failure_t *error);
void report_close(report_t *report);

/* The whole page; the caller frees it. */
char *report_page(const report_t *report, size_t *size, failure_t *error);

/* FOLDER/cells.csv and so on: a file a table that has rows. */
bool report_write_csv(const report_t *report, const char *folder, failure_t *error);

/* The strongest level at which a variant has games of self-play, or -1. */
int report_strongest(const report_t *report, int variant);

#endif
