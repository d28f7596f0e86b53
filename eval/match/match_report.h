/* match_report.h - the result of a match, for people or as JSON.
 * Use: match_report(&match, &run, whole, json, stdout);
 * Scores are those of A, the configuration's first agent, with 95 % intervals, also at
 * 0 %, 100 % and all draws. All are fixed-sample intervals except the last, which is
 * anytime-valid: it also holds where a sequential test has stopped the match.
 * Duplicates (mirror images count as one) widen the score's interval. In JSON, an
 * infinite Elo (A won or lost everything) is null, and so is the end of its interval on
 * that side; the other end is a number.
 */
#ifndef EVAL_MATCH_REPORT_H
#define EVAL_MATCH_REPORT_H

#include <stdbool.h>
#include <stdio.h>

typedef struct match match_t; /* eval/match/match.h */
typedef struct run run_t;     /* selfplay/run/run.h */

/* whole: nothing is left to play. */
void match_report(const match_t *match, const run_t *run, bool whole, bool json,
                  FILE *file);

#endif
