/* match_result.h - the result of a match as a table.
 * Use: cli_print(&form, match_result(&match, &run, whole));
 * Scores are those of A, the configuration's first agent, with 95 % intervals, also at
 * 0 %, 100 % and all draws. All are fixed-sample intervals except one, which is
 * anytime-valid: it also holds where a sequential test has stopped the match.
 * Duplicates (mirror images count as one) widen the intervals. An infinite Elo (A won or
 * lost everything) is null in JSON, and so is the end of its interval on that side.
 * Owns: the caller the result.
 */
#ifndef EVAL_MATCH_RESULT_H
#define EVAL_MATCH_RESULT_H

#include <stdbool.h>

typedef struct match match_t;   /* eval/match/match.h */
typedef struct result result_t; /* core/base/table/result.h */
typedef struct run run_t;       /* selfplay/run/run.h */

/* whole: nothing is left to play. */
result_t *match_result(const match_t *match, const run_t *run, bool whole);

#endif
