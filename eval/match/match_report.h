/* match_report.h - the result of a match, for people or as JSON.
 * Use: match_report(&match, &run, whole, json, stdout);
 * Scores are A's, the configuration's first agent's, with 95 % intervals, also at
 * 0 %, 100 % and all draws. All but the last are fixed-sample intervals; the last is
 * anytime-valid, so it holds where a sequential test has stopped the match, too.
 * Duplicates (mirror images count as one) widen the score's. In JSON an Elo that is
 * infinite, where A won or lost everything, is null, and so is the end of its interval on
 * that side; the other end is a number.
 * Threads: pure but for the file.   Errors: none.
 */
#ifndef EVAL_MATCH_REPORT_H
#define EVAL_MATCH_REPORT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct match match_t; /* eval/match/match.h */
typedef struct run run_t;     /* selfplay/run/run.h */

/* whole: nothing is left to be played. */
void match_report(const match_t *match, const run_t *run, bool whole, bool json,
                  FILE *file);

#endif
