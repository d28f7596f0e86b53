#include "eval/stats/budgets/score_trend.h"

#include "core/base/error.h"
#include "eval/stats/comparison.h"

/* Budgets closer than this fraction of a doubling are equal. */
#define SAME 1e-9

const char *const trend_state_names[] = {"not decided", "level", "rises", "falls"};

static estimate_t change(const trend_point_t *from, const trend_point_t *to,
                         double level) {
    return score_interval_difference(&to->sample, &from->sample, level);
}

static trend_state_t state_of(const estimate_t *step, double bound) {
    if (step->low > 0)
        return TREND_RISES;
    if (step->high < 0)
        return TREND_FALLS;
    return balance_decide(step, 0, bound) == BALANCE_YES ? TREND_LEVEL
                                                         : TREND_NOT_DECIDED;
}

bool score_trend_of(const trend_point_t *points, int count, double bound, double level,
                    score_trend_t *trend) {
    const trend_point_t *first = NULL, *before = NULL, *last = NULL;
    for (int i = 0; i < count; i++) {
        const trend_point_t *point = &points[i];
        REQUIRE(outcome_counts_trials(&point->sample.trials.counts) > 0);
        if (!first || point->doublings < first->doublings - SAME)
            first = point;
        if (!last || point->doublings > last->doublings + SAME)
            last = point;
    }
    for (int i = 0; last && i < count; i++)
        if (points[i].doublings < last->doublings - SAME &&
            (!before || points[i].doublings > before->doublings + SAME))
            before = &points[i];
    if (!before)
        return false;
    double each = comparison_level_each(level, before == first ? 1 : 2);
    *trend = (score_trend_t){.first = first->id,
                             .before = before->id,
                             .last = last->id,
                             .doublings = last->doublings - before->doublings,
                             .step = change(before, last, each),
                             .whole = change(first, last, each)};
    trend->state = state_of(&trend->step, bound);
    return true;
}
