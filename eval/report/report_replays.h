/* report_replays.h - the part of a report with games to step through.
 * Use: if (!report_replays(&report, page, &error)) ...
 * The games named in report_games.h for each variant and strength level, strongest level
 * first, until the page would get too large; then it says so. Without scripts each shows
 * its last position.
 * Threads: pure except for the file.   Errors: files that cannot be read.
 */
#ifndef EVAL_REPORT_REPLAYS_H
#define EVAL_REPORT_REPLAYS_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct report report_t; /* eval/report/report.h */

bool report_replays(const report_t *report, FILE *page, failure_t *error);

#endif
