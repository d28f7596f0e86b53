/* report.h - a report of a study: its result, and the games behind it; its tables and its
 * page.
 * Use: report_t report;
 *      if (!report_open(&report, result, &error)) ...
 *      char *page = report_page(&report, &size, &error);  free(page);
 *      report_close(&report);
 * report_open_figures is for figures whose games are elsewhere, as a claim's: the page
 * then says so, and has neither games to step through nor what needs their searches.
 * Owns: report_close releases all but the result, which is borrowed; the caller tables
 * and page.
 * Threads: one report, one thread.   Errors: files that cannot be read.
 */
#ifndef EVAL_REPORT_H
#define EVAL_REPORT_H

#include "core/base/error.h"
#include "eval/complexity/complexity.h"
#include "eval/report/report_games.h"
#include "eval/study/study.h"

typedef struct result result_t;             /* core/base/table/result.h */
typedef struct study_result study_result_t; /* eval/study/study_result.h */

typedef struct report {
    const study_result_t *result;
    const char *play_page; /* its path, relative to this page; NULL: none */
    const char *source;    /* what the figures rest on, in words; NULL: games read here */
    report_games_t games[STUDY_MAX_VARIANTS][STUDY_MAX_STRENGTHS];
    complexity_t sizes[STUDY_MAX_VARIANTS]; /* from small samples, to be fast */
} report_t;

bool report_open(report_t *report, const study_result_t *result, failure_t *error);
void report_open_figures(report_t *report, const study_result_t *result,
                         const char *source);
void report_close(report_t *report);

/* Everything that a report says: the study's answer (study_answer.h), variants side by
 * side, and what the games themselves show: metrics, openings, sizes. */
result_t *report_tables(const report_t *report);

/* One sentence, cards, a table, caveats and next steps; then, folded, plots, openings on
 * the board, games to step through, metrics, tables, and how to repeat it all. Nothing is
 * loaded from elsewhere. */
char *report_page(const report_t *report, size_t *size, failure_t *error);

#endif
