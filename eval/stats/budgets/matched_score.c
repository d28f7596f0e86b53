#include "eval/stats/budgets/matched_score.h"

#include <math.h>

/* Measures closer than this are equal. */
#define SAME 1e-9

static bool is_at(const matched_point_t *point, double m) {
    return point->measure.high - point->measure.low < SAME &&
           fabs(point->measure.value - m) < SAME;
}

static bool surely_below(const matched_point_t *point, double m) {
    return point->measure.high <= m + SAME;
}

static bool surely_above(const matched_point_t *point, double m) {
    return point->measure.low >= m - SAME;
}

static void widen(estimate_t *hull, const estimate_t *score) {
    hull->low = fmin(hull->low, score->low);
    hull->high = fmax(hull->high, score->high);
}

/* Whether the curve between two neighbours may reach m. */
static bool may_meet(const matched_point_t *a, const matched_point_t *b, double m) {
    return fmin(a->measure.low, b->measure.low) <= m + SAME &&
           fmax(a->measure.high, b->measure.high) >= m - SAME;
}

/* Interpolates linearly between the last two neighbours whose measures enclose m, by
 * their values; without any, takes the nearest point's. */
static double between(const matched_point_t *points, int count, double m) {
    int nearest = 0;
    for (int i = 1; i < count; i++)
        if (fabs(points[i].measure.value - m) < fabs(points[nearest].measure.value - m))
            nearest = i;
    for (int i = count - 1; i > 0; i--) {
        const matched_point_t *a = &points[i - 1], *b = &points[i];
        double apart = b->measure.value - a->measure.value;
        double share = (m - a->measure.value) / apart;
        if (fabs(apart) > SAME && share >= 0 && share <= 1)
            return a->score.value + share * (b->score.value - a->score.value);
    }
    return points[nearest].score.value;
}

bool matched_score_at(const matched_point_t *points, int count, double m,
                      estimate_t *score) {
    bool below = false, above = false;
    estimate_t hull = {0, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < count; i++) {
        below |= surely_below(&points[i], m);
        above |= surely_above(&points[i], m);
        if (is_at(&points[i], m))
            widen(&hull, &points[i].score);
    }
    for (int i = 1; i < count; i++) {
        const matched_point_t *a = &points[i - 1], *b = &points[i];
        if (is_at(a, m) || is_at(b, m) || !may_meet(a, b, m))
            continue;
        widen(&hull, &a->score);
        widen(&hull, &b->score);
    }
    if (!below || !above)
        return false;
    hull.value = fmin(fmax(between(points, count, m), hull.low), hull.high);
    *score = hull;
    return true;
}

/* The range of measures surely reached: from the least upper end to the largest lower
 * one. */
static void range_of(const matched_point_t *points, int count, double *least,
                     double *largest) {
    *least = HUGE_VAL;
    *largest = -HUGE_VAL;
    for (int i = 0; i < count; i++) {
        *least = fmin(*least, points[i].measure.high);
        *largest = fmax(*largest, points[i].measure.low);
    }
}

bool matched_score_common(const matched_point_t *a, int num_a, const matched_point_t *b,
                          int num_b, matched_end_t end, double *m) {
    double least_a, largest_a, least_b, largest_b;
    range_of(a, num_a, &least_a, &largest_a);
    range_of(b, num_b, &least_b, &largest_b);
    double least = fmax(least_a, least_b), largest = fmin(largest_a, largest_b);
    *m = end == MATCHED_LEAST ? least : largest;
    return least <= largest + SAME && num_a > 0 && num_b > 0;
}

estimate_t matched_difference(const estimate_t *a, const estimate_t *b) {
    return (estimate_t){a->value - b->value, a->low - b->high, a->high - b->low};
}

double matched_least_off(const estimate_t *score) {
    return fmax(0, fmax(score->low - 0.5, 0.5 - score->high));
}

double matched_most_off(const estimate_t *score) {
    return fmax(score->high - 0.5, 0.5 - score->low);
}

int matched_fairer(const estimate_t *a, const estimate_t *b) {
    if (matched_most_off(a) < matched_least_off(b))
        return 0;
    return matched_most_off(b) < matched_least_off(a) ? 1 : -1;
}
