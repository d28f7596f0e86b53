#include "core/stats/outcome_fit.h"

#include "core/base/error.h"

#include <math.h>

static double value_of(const outcome_shares_t *shares, int outcome) {
    return (double)outcome / (shares->outcomes - 1);
}

outcome_moments_t outcome_moments(const outcome_shares_t *shares) {
    outcome_moments_t moments = {0};
    for (int i = 0; i < shares->outcomes; i++)
        moments.mean += shares->share[i] * value_of(shares, i);
    double third = 0, fourth = 0;
    for (int i = 0; i < shares->outcomes; i++) {
        double off = value_of(shares, i) - moments.mean, square = off * off;
        moments.variance += shares->share[i] * square;
        third += shares->share[i] * square * off;
        fourth += shares->share[i] * square * square;
    }
    double v = moments.variance;
    moments.skewness = v > 0 ? third / (v * sqrt(v)) : 0;
    moments.kurtosis = v > 0 ? fourth / (v * v) : 0;
    return moments;
}

/* The maximum-likelihood shares for which `off` has mean 0 are seen / (1 + x off), where
 * x is the root of f(x) = sum seen off / (1 + x off), which falls from +infinity to
 * -infinity between -1/max and -1/min. Multiplied by the distances to these poles, f is
 * nearly linear, exactly so with two outcomes: Newton's method on that, kept in the
 * bracket. */
static double secular_root(const outcome_shares_t *seen, const double *off) {
    double least = off[0], most = off[0];
    for (int i = 1; i < seen->outcomes; i++) {
        least = off[i] < least ? off[i] : least;
        most = off[i] > most ? off[i] : most;
    }
    REQUIRE(least < 0 && most > 0);
    const double left = -1 / most, right = -1 / least;
    double low = left, high = right, x = 0;
    for (int step = 0; step < 200; step++) {
        double f = 0, slope = 0;
        for (int i = 0; i < seen->outcomes; i++) {
            double term = off[i] / (1 + x * off[i]);
            f += seen->share[i] * term;
            slope -= seen->share[i] * term * term;
        }
        *(f > 0 ? &low : &high) = x;
        double next =
            x - f / (slope + f * (left + right - 2 * x) / ((x - left) * (right - x)));
        if (!(next >= low && next <= high))
            next = (low + high) / 2;
        double moved = fabs(next - x);
        x = next;
        /* The next step would be of the order of its square. */
        if (moved <= 1e-8 * fmin(x - left, right - x))
            break;
    }
    return x;
}

static outcome_shares_t tilted(const outcome_shares_t *seen, const double *off) {
    outcome_shares_t fit = *seen;
    double x = secular_root(seen, off), sum = 0;
    for (int i = 0; i < seen->outcomes; i++) {
        fit.share[i] = seen->share[i] / (1 + x * off[i]);
        sum += fit.share[i];
    }
    for (int i = 0; i < seen->outcomes; i++)
        fit.share[i] /= sum; /* 1 except for rounding */
    return fit;
}

outcome_shares_t outcome_fit_mean(const outcome_shares_t *seen, double mean) {
    REQUIRE(mean > 0 && mean < 1);
    double off[OUTCOMES_MAX] = {0};
    for (int i = 0; i < seen->outcomes; i++)
        off[i] = value_of(seen, i) - mean;
    return tilted(seen, off);
}

static double excess(const outcome_moments_t *moments, double t) {
    return moments->mean - 0.5 - t * sqrt(moments->variance);
}

/* Among the maximum-likelihood distributions by mean, the one with this t-value. */
static outcome_shares_t start_of_t_value(const outcome_shares_t *seen, double t) {
    double low = 0, high = 1;
    outcome_shares_t fit = *seen;
    for (int i = 0; i < 40; i++) {
        double mean = (low + high) / 2;
        fit = outcome_fit_mean(seen, mean);
        outcome_moments_t moments = outcome_moments(&fit);
        *(excess(&moments, t) < 0 ? &low : &high) = mean;
    }
    return fit;
}

/* A constraint that is linear in the shares, and 0 if the distribution with these moments
 * has the t-value: the deviation is at most s / 2 + E(x - m)^2 / 2s for any s and m, with
 * equality at its own. False if no distribution can make it 0. */
static bool linearized(const outcome_shares_t *seen, const outcome_moments_t *moments,
                       double t, double *off) {
    double deviation = sqrt(moments->variance);
    bool negative = false, positive = false;
    for (int i = 0; i < seen->outcomes; i++) {
        double from_mean = (value_of(seen, i) - moments->mean) / deviation;
        off[i] =
            value_of(seen, i) - 0.5 - t * deviation * (1 + from_mean * from_mean) / 2;
        negative |= off[i] < 0;
        positive |= off[i] > 0;
    }
    return negative && positive;
}

/* The linear constraint at each fit gives the next fit. If the t-value must grow in
 * magnitude, each fit meets the constraint and is more likely than the one before; if it
 * must shrink, the set of distributions is convex and the constraints delimit it. Only
 * the first step can find no fit, when nearly all results are the same. */
outcome_shares_t outcome_fit_t_value(const outcome_shares_t *seen, double t) {
    REQUIRE(fabs(t) <= OUTCOME_FIT_MAX_T);
    outcome_shares_t fit = *seen;
    double off[OUTCOMES_MAX] = {0}, moved = 1;
    for (int step = 0; step < 200 && moved > 1e-10; step++) {
        outcome_moments_t moments = outcome_moments(&fit);
        outcome_shares_t next = linearized(seen, &moments, t, off)
                                    ? tilted(seen, off)
                                    : start_of_t_value(seen, t);
        moved = 0;
        for (int i = 0; i < seen->outcomes; i++)
            moved = fmax(moved, fabs(next.share[i] / fit.share[i] - 1));
        fit = next;
    }
    return fit;
}
