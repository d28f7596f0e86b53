/* metrics_report.h - the metrics of runs as text, JSON and CSV.
 * Use: metrics_report_text(columns, count, stdout);      side by side
 *      json_print_line(metrics_report_json(&column), stdout);
 *      metrics_report_csv_heading(stdout); metrics_report_csv(&column, stdout);
 *      metrics_report_explain(stdout);                   definitions
 * Owns: nothing; a JSON object is the caller's.   Threads: pure.
 */
#ifndef EVAL_METRICS_REPORT_H
#define EVAL_METRICS_REPORT_H

#include <stdio.h>

typedef struct cJSON cJSON;                 /* cjson/cJSON.h */
typedef struct game_metrics game_metrics_t; /* eval/metrics/game_metrics.h */

typedef struct metrics_column {
    const char *name; /* the path of the games */
    const game_metrics_t *metrics;
} metrics_column_t;

/* All metrics, one column per path; a single column also gets spread, units and the
 * distributions of lengths, leads and first actions. */
void metrics_report_text(const metrics_column_t *columns, int count, FILE *file);

/* Everything, including distributions and openings. */
cJSON *metrics_report_json(const metrics_column_t *column);

/* One line per metric. */
void metrics_report_csv_heading(FILE *file);
void metrics_report_csv(const metrics_column_t *column, FILE *file);

/* Definition, formula, unit, range and source of every metric. */
void metrics_report_explain(FILE *file);

#endif
