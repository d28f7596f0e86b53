#include "core/stats/outcome_counts.h"

#include "core/base/error.h"
#include "core/stats/normal.h"
#include "core/stats/outcome_fit.h"

#include <math.h>

#define NOT_SEEN 1e-3

/* Far from 1/2 few trials determine the deviation, so that a t-value has longer tails
 * than its variance says: its interval has a smaller error probability there, by 1 + t^2,
 * up to this t^2. */
#define FAR_SQUARED 9.0

outcome_counts_t outcome_counts_of_pairs(void) {
    return (outcome_counts_t){.games = 2};
}

outcome_counts_t outcome_counts_of_games(void) {
    return (outcome_counts_t){.games = 1};
}

int outcome_counts_outcomes(const outcome_counts_t *counts) {
    REQUIRE(counts->games == 1 || counts->games == 2);
    return 2 * counts->games + 1;
}

void outcome_counts_add(outcome_counts_t *counts, int half_points) {
    REQUIRE(half_points >= 0 && half_points < outcome_counts_outcomes(counts));
    counts->count[half_points]++;
}

void outcome_counts_merge(outcome_counts_t *into, const outcome_counts_t *from) {
    REQUIRE(into->games == from->games);
    for (int i = 0; i < OUTCOMES_MAX; i++)
        into->count[i] += from->count[i];
}

outcome_counts_t outcome_counts_mirrored(const outcome_counts_t *counts) {
    outcome_counts_t mirrored = {.games = counts->games};
    int last = outcome_counts_outcomes(counts) - 1;
    for (int i = 0; i <= last; i++)
        mirrored.count[last - i] = counts->count[i];
    return mirrored;
}

uint64_t outcome_counts_trials(const outcome_counts_t *counts) {
    uint64_t trials = 0;
    for (int i = 0; i < outcome_counts_outcomes(counts); i++)
        trials += counts->count[i];
    return trials;
}

double outcome_counts_score(const outcome_counts_t *counts) {
    int last = outcome_counts_outcomes(counts) - 1;
    uint64_t trials = outcome_counts_trials(counts), half_points = 0;
    for (int i = 1; i <= last; i++)
        half_points += (uint64_t)i * counts->count[i];
    return trials ? (double)half_points / ((double)trials * last) : 0.5;
}

double outcome_counts_variance(const outcome_counts_t *counts) {
    int last = outcome_counts_outcomes(counts) - 1;
    uint64_t trials = outcome_counts_trials(counts);
    double mean = outcome_counts_score(counts), sum = 0;
    for (int i = 0; i <= last; i++) {
        double off = (double)i / last - mean;
        sum += (double)counts->count[i] * off * off;
    }
    return trials ? sum / (double)trials : 0;
}

outcome_shares_t outcome_counts_shares(const outcome_counts_t *counts) {
    outcome_shares_t shares = {.outcomes = outcome_counts_outcomes(counts)};
    for (int i = 0; i < shares.outcomes; i++) {
        shares.share[i] = counts->count[i] ? (double)counts->count[i] : NOT_SEEN;
        shares.trials += shares.share[i];
    }
    for (int i = 0; i < shares.outcomes; i++)
        shares.share[i] /= shares.trials;
    return shares;
}

/* Parameters of the score test, for the search for the ends of an interval. */
typedef struct score_test {
    outcome_shares_t seen;
    double trials, score, z;
    double half_step; /* half of the smallest step between scores of this many trials */
    bool of_t_value;  /* use the variance of t-values: see widening() */
} score_test_t;

/* Along the maximum-likelihood distributions, the derivative of the t-value by the mean
 * is (1 - t skewness / 2) / deviation. The deviation itself is uncertain as well, in the
 * part that the mean does not determine. That increases the variance of the t-value by a
 * factor:
 *     1 - t skewness + t^2 (kurtosis - 1) / 4   over   (1 - t skewness / 2)^2. */
static double widening(const outcome_moments_t *moments) {
    double t = (moments->mean - 0.5) / sqrt(moments->variance);
    double by_mean = 1 - t * moments->skewness / 2;
    double rest = moments->kurtosis - 1 - moments->skewness * moments->skewness;
    rest = rest > 0 ? rest * t * t / 4 : 0;
    return 1 + rest / fmax(by_mean * by_mean, 1e-6);
}

/* Test statistic minus critical value, in standard deviations: positive where the mean is
 * rejected. Scores are discrete, so a continuous distribution is evaluated half a step
 * closer to the mean (continuity correction). Where nearly all outcomes are the same, the
 * statistic's tail away from that outcome is longer than the normal's: the quantile has
 * Cornish and Fisher's skewness term, where that makes the interval wider. For binomial
 * outcomes, it corrects what Brown, Cai and DasGupta corrected by a table. */
static double rejection(const score_test_t *test, double mean) {
    outcome_shares_t fit = outcome_fit_mean(&test->seen, mean);
    outcome_moments_t moments = outcome_moments(&fit);
    double variance = moments.variance, off = test->score - mean;
    double beyond = fmax(fabs(off) - test->half_step, 0);
    double longer = (off > 0 ? moments.skewness : -moments.skewness) *
                    (test->z * test->z - 1) / (6 * sqrt(test->trials));
    if (test->of_t_value)
        variance *= widening(&moments);
    return sqrt(test->trials / variance) * beyond - test->z - fmax(longer, 0);
}

/* The mean between the score and `limit` (0 or 1) where rejection starts, by regula falsi
 * (Illinois): the statistic is nearly linear. */
static double end_of(const score_test_t *test, double limit) {
    double inside = test->score, at_inside = -test->z;
    /* Wilson's end is outside: no distribution has more variance than a binomial one. */
    double z_squared = test->z * test->z, p = test->score, n = test->trials;
    double half = test->z * sqrt(p * (1 - p) / n + z_squared / (4 * n * n));
    double outside =
        (p + z_squared / (2 * n) + (limit > p ? half : -half)) / (1 + z_squared / n);
    double at_outside = rejection(test, outside);
    while (!(at_outside >= 0)) {
        inside = outside;
        at_inside = at_outside;
        outside = (outside + limit) / 2;
        if (!(fabs(outside - limit) > 1e-12))
            return limit;
        at_outside = rejection(test, outside);
    }
    for (int i = 0; i < 60 && fabs(outside - inside) > 1e-13; i++) {
        double mean =
            (inside * at_outside - outside * at_inside) / (at_outside - at_inside);
        double at_mean = rejection(test, mean);
        if (!(fabs(at_mean) > 1e-9 * test->z))
            return mean;
        if (at_mean > 0) {
            outside = mean;
            at_outside = at_mean;
            at_inside /= 2;
        } else {
            inside = mean;
            at_inside = at_mean;
            at_outside /= 2;
        }
    }
    return inside;
}

/* Step of the points of all games: 1 if all trials have whole points, else 1/2. */
static double step_of_points(const outcome_counts_t *counts) {
    for (int i = 1; i < outcome_counts_outcomes(counts); i += 2)
        if (counts->count[i] > 0)
            return 0.5;
    return 1;
}

static score_test_t score_test_of(const outcome_counts_t *counts, double trials,
                                  double level) {
    return (score_test_t){.seen = outcome_counts_shares(counts),
                          .trials = trials,
                          .score = outcome_counts_score(counts),
                          .z = normal_two_sided(level),
                          .half_step =
                              step_of_points(counts) / 2 / (counts->games * trials)};
}

estimate_t outcome_counts_score_of_effective(const outcome_counts_t *counts,
                                             double effective_trials, double level) {
    score_test_t test = score_test_of(counts, effective_trials, level);
    estimate_t estimate = {test.score, 0, 1};
    if (test.trials > 0) {
        estimate.low = test.score > 0 ? end_of(&test, 0) : 0;
        estimate.high = test.score < 1 ? end_of(&test, 1) : 1;
    }
    return estimate;
}

estimate_t outcome_counts_score_estimate(const outcome_counts_t *counts, double level) {
    double trials = (double)outcome_counts_trials(counts);
    return outcome_counts_score_of_effective(counts, trials, level);
}

static double elo_of_score(double score) {
    return score > 0 ? score < 1 ? 400 * log10(score / (1 - score)) : HUGE_VAL
                     : -HUGE_VAL;
}

estimate_t outcome_counts_elo_of_score(estimate_t score) {
    return (estimate_t){elo_of_score(score.value), elo_of_score(score.low),
                        elo_of_score(score.high)};
}

estimate_t outcome_counts_elo_of_effective(const outcome_counts_t *counts,
                                           double effective_trials, double level) {
    return outcome_counts_elo_of_score(
        outcome_counts_score_of_effective(counts, effective_trials, level));
}

/* The t-value of the maximum-likelihood distribution with this mean. */
static double t_value_at(const score_test_t *test, double mean) {
    if (!(mean > 0 && mean < 1))
        return mean > 0 ? HUGE_VAL : -HUGE_VAL;
    outcome_shares_t fit = outcome_fit_mean(&test->seen, mean);
    outcome_moments_t moments = outcome_moments(&fit);
    return (mean - 0.5) / sqrt(moments.variance);
}

estimate_t outcome_counts_normalized_elo_of_effective(const outcome_counts_t *counts,
                                                      double effective_trials,
                                                      double level) {
    double off = outcome_counts_score(counts) - 0.5,
           variance = outcome_counts_variance(counts);
    double squared = fmin(off * off / fmax(variance, 1e-12), FAR_SQUARED);
    score_test_t test =
        score_test_of(counts, effective_trials, 1 - (1 - level) / (1 + squared));
    test.of_t_value = true;
    double t = variance > 0 ? off / sqrt(variance) : off > 0 ? HUGE_VAL : -HUGE_VAL;
    if (!(fabs(off) > 0))
        t = 0;
    double low = -HUGE_VAL, high = HUGE_VAL;
    if (test.trials > 0) {
        low = t_value_at(&test, test.score > 0 ? end_of(&test, 0) : 0);
        high = t_value_at(&test, test.score < 1 ? end_of(&test, 1) : 1);
    }
    /* Its sign is that of the score minus 1/2, whose interval is not widened. */
    estimate_t score = outcome_counts_score_of_effective(counts, effective_trials, level);
    low = score.low >= 0.5 ? fmax(low, 0) : low;
    high = score.high <= 0.5 ? fmin(high, 0) : high;
    /* Far from 1/2, more wins can reduce the t-value, because they add variance. */
    double scale = NORMALIZED_ELO_SCALE / sqrt(counts->games);
    return (estimate_t){scale * t, scale * fmin(t, fmin(low, high)),
                        scale * fmax(t, fmax(low, high))};
}

double outcome_counts_superiority_of_effective(const outcome_counts_t *counts,
                                               double effective_trials) {
    double off = outcome_counts_score(counts) - 0.5;
    if (!(fabs(off) > 0))
        return 0.5;
    outcome_shares_t seen = outcome_counts_shares(counts),
                     fit = outcome_fit_mean(&seen, 0.5);
    return normal_cdf(off * sqrt(effective_trials / outcome_moments(&fit).variance));
}
