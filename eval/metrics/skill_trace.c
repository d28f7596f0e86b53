#include "eval/metrics/skill_trace.h"

#include "core/base/number.h"
#include "core/base/pcg.h"
#include "core/stats/normal.h"
#include "eval/stats/log_odds.h"

#include <math.h>
#include <stdlib.h>

enum { DRAWS = 4000 };

static bool check_levels(const skill_level_t *levels, int count, failure_t *error) {
    if (count < SKILL_MIN_LEVELS || count > SKILL_MAX_LEVELS)
        return error_set(error, "a skill trace needs %d to %d levels, not %d",
                         SKILL_MIN_LEVELS, SKILL_MAX_LEVELS, count);
    for (int i = 0; i < count; i++) {
        if (!(levels[i].budget > 0) || !isfinite(levels[i].budget))
            return error_set(error, "level %d: the budget is %g, not above 0", i + 1,
                             levels[i].budget);
        if (i > 0 && levels[i].budget != 2 * levels[i - 1].budget)
            return error_set(error, "level %d: the budget is %g, not twice %g", i + 1,
                             levels[i].budget, levels[i - 1].budget);
        if (outcome_counts_trials(&levels[i].counts) == 0)
            return error_set(error, "level %d has no games", i + 1);
    }
    return true;
}

static double clamped(double value) {
    return fmin(1, fmax(0, value));
}

static double together(double next, double area) {
    return next + (1 - next) * area;
}

/* results: 2 score - 1 of each level, in order. low: uses the mean of the results instead
 * of that of max(r, 0), which is at least as large. */
static double trace_of(const double *results, int count, skill_trace_t *trace,
                       double *low) {
    double mean_x = (count - 1) / 2.0, mean = 0, xx = 0, xy = 0;
    trace->area = 0;
    for (int i = 0; i < count; i++) {
        mean += results[i] / count;
        trace->area += fmax(results[i], 0) / count;
    }
    for (int i = 0; i < count; i++) {
        xx += (i - mean_x) * (i - mean_x);
        xy += (i - mean_x) * (results[i] - mean);
    }
    trace->next = clamped(mean + xy / xx * (count - mean_x));
    *low = together(trace->next, clamped(mean));
    return together(trace->next, trace->area);
}

/* A normal deviate for an index, always the same: the interval depends only on the
 * counts. */
static double normal_of(uint64_t number) {
    return normal_quantile(((double)(mix64(number) >> 11) + 0.5) / 9007199254740992.0);
}

bool skill_trace_of(const skill_level_t *levels, int count, double level,
                    skill_trace_t *trace, failure_t *error) {
    double results[SKILL_MAX_LEVELS];
    log_odds_t points[SKILL_MAX_LEVELS];
    skill_trace_t drawn;
    if (!check_levels(levels, count, error))
        return false;
    double *values = memory_new(DRAWS, sizeof *values), low;
    double *lows = memory_new(DRAWS, sizeof *lows);
    for (int i = 0; i < count; i++)
        points[i] = log_odds_of_score(&levels[i].counts);
    for (int d = 0; d < DRAWS; d++) {
        for (int i = 0; i < count; i++) {
            double z = normal_of((uint64_t)d * SKILL_MAX_LEVELS + (uint64_t)i);
            results[i] = 2 * score_of_log_odds(points[i].value + z * points[i].error) - 1;
        }
        values[d] = trace_of(results, count, &drawn, &lows[d]);
    }
    qsort(lows, DRAWS, sizeof *lows, number_compare_doubles);
    qsort(values, DRAWS, sizeof *values, number_compare_doubles);
    for (int i = 0; i < count; i++)
        results[i] = 2 * outcome_counts_score(&levels[i].counts) - 1;
    double value = trace_of(results, count, trace, &low);
    int outside = (int)((1 - level) / 2 * DRAWS);
    trace->value = (estimate_t){value, fmin(value, lows[outside / 5]),
                                fmax(value, values[DRAWS - 1 - outside])};
    free(values);
    free(lows);
    return true;
}
