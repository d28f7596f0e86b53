/* report.h - the contents of a report of a study: its result, and the games behind it.
 * Use: report_t report;
 *      if (!report_open(&report, result, &error)) ...
 *      char *page = report_page(&report, &size, &error);  free(page);
 *      report_close(&report);
 * report_open_figures is for figures whose games are elsewhere, as a claim's: the page
 * then says so, and has neither games to step through nor what needs their searches.
 * All sections of the page and all tables are made from it.
 * Owns: report_close releases all but the result, which is borrowed.
 * Threads: one report, one thread.   Errors: files that cannot be read.
 */
#ifndef EVAL_REPORT_H
#define EVAL_REPORT_H

#include "core/base/error.h"
#include "eval/complexity/complexity.h"
#include "eval/report/report_games.h"
#include "eval/study/study.h"

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

/* The level that represents a variant (study_strongest), or -1. */
int report_strongest(const report_t *report, int variant);

#endif
