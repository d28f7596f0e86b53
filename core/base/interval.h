/* interval.h - an interval, and an estimate with one; computed by core/stats and
 * eval/stats.
 * Use: estimate_t score = outcome_counts_score_estimate(&counts, 0.95);
 */
#ifndef CORE_INTERVAL_H
#define CORE_INTERVAL_H

#define INTERVAL_LEVEL 0.95 /* of every interval that is printed */

typedef struct interval {
    double low, high;
} interval_t;

/* A value and its interval. Elo may be infinite at 0 % and 100 %, and then so is that end
 * of the interval. */
typedef struct estimate {
    double value, low, high;
} estimate_t;

#endif
