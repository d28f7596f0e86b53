/* claim_metrics.h - the metrics of each game of a claim's page (metric_table.h).
 * Use: claim_metrics_t metrics = {0};
 *      claim_metrics_add(&metrics, row, values);       games of measured runs
 *      char *bytes = claim_metrics_pack(&metrics, &subject, &table, &size);      free
 *      claim_metrics_unpack(&metrics, &subject, &table, bytes, size, &error) ...
 *      game_metrics_init(&all, game);   claim_metrics_take(&metrics, &table, run, &all);
 *      claim_metrics_clear(&metrics);
 * metrics.csv.gz has one line per game of self-play and between networks: the number of
 * its run and of the game, as in games.csv.gz, and its metrics, exactly, empty where they
 * are not defined; except for those that rest on the game's length and outcome, which
 * games.csv.gz has.
 * Owns: the values.   Threads: one, one thread.
 * Errors: unpack: malformed bytes, or other games than those of the table.
 */
#ifndef EVAL_CLAIM_METRICS_H
#define EVAL_CLAIM_METRICS_H

#include "core/base/error.h"
#include "eval/metrics/game_metrics.h"
#include "eval/metrics/metric_table.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct claim_run claim_run_t;         /* eval/claim/claim_subject.h */
typedef struct claim_subject claim_subject_t; /* eval/claim/claim_subject.h */
typedef struct claim_table claim_table_t;     /* eval/claim/claim_table.h */

#define CLAIM_METRICS_FILE "metrics.csv.gz"

typedef struct claim_metrics {
    double (*values)[METRIC_COUNT]; /* of each row of the table; NULL: there are none */
    size_t capacity;
} claim_metrics_t;

/* Whether the page has metrics of the run's games. */
bool claim_run_is_measured(const claim_run_t *run);

void claim_metrics_add(claim_metrics_t *metrics, size_t row,
                       const double values[METRIC_COUNT]);
void claim_metrics_clear(claim_metrics_t *metrics);

char *claim_metrics_pack(const claim_metrics_t *metrics, const claim_subject_t *subject,
                         const claim_table_t *table, size_t *size);
bool claim_metrics_unpack(claim_metrics_t *metrics, const claim_subject_t *subject,
                          const claim_table_t *table, const char *bytes, size_t size,
                          failure_t *error);

/* Adds the games of a measured run to the metrics of its cell. */
void claim_metrics_take(const claim_metrics_t *metrics, const claim_table_t *table,
                        int run, game_metrics_t *all);

/* Whether values are those of a row, but for last digits, which depend on the C library.
 */
bool claim_metrics_equal(const claim_metrics_t *metrics, size_t row,
                         const double values[METRIC_COUNT]);

#endif
