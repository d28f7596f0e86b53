/* metrics_result.h - the metrics of runs as tables, and their definitions.
 * Use: cli_print(&form, metrics_result(runs, count));
 *      cli_print(&form, metrics_definitions());
 * Owns: the caller the result.
 */
#ifndef EVAL_METRICS_RESULT_H
#define EVAL_METRICS_RESULT_H

#include <stdbool.h>

typedef struct game_metrics game_metrics_t; /* eval/metrics/game_metrics.h */
typedef struct result result_t;             /* core/base/table/result.h */

typedef struct metrics_run {
    const char *name; /* the path of the games */
    const game_metrics_t *metrics;
    bool is_partial; /* its games lack what some metrics need: those are left out */
    bool is_detail;  /* its metrics are */
    bool has_score;  /* its player 1's score is given elsewhere, with another interval */
} metrics_run_t;

/* All metrics of all runs, side by side; then lengths, leads, first actions and cells,
 * openings and the shortest game: of a single run in text, too. */
result_t *metrics_result(const metrics_run_t *runs, int count);

/* Two of these tables, for reports. */
void metrics_add_metrics(result_t *result, const metrics_run_t *runs, int count,
                         double level);
void metrics_add_book(result_t *result, const metrics_run_t *runs, int count,
                      double level);

/* Definition, formula, unit, range and source of every metric. */
result_t *metrics_definitions(void);

#endif
