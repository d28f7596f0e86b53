/* report_replays.h - the part of a report with games to play through.
 * Use: if (!report_replays(&report, page, &error)) ...
 * Of each variant and strength the games that report_games.h names, the strongest level
 * first, as long as the page does not get too large; then it says so. Without scripts
 * each shows its last position.
 * Threads: pure but for the file.   Errors: files that cannot be read.
 */
#ifndef EVAL_REPORT_REPLAYS_H
#define EVAL_REPORT_REPLAYS_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct report report_t; /* eval/report/report.h */

bool report_replays(const report_t *report, FILE *page, failure_t *error);

#endif
