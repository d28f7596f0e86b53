#include "eval/stats/sample.h"

#include "core/stats/outcome_counts.h"
#include "core/stats/student.h"

#include <math.h>

void sample_add(sample_t *sample, double value) {
    double before = (double)sample->count++, count = before + 1;
    double off = value - sample->mean, step = off / count;
    sample->mean += step;
    sample->cubes +=
        off * step * step * before * (before - 1) - 3 * step * sample->squares;
    sample->squares += off * step * before;
}

double sample_deviation(const sample_t *sample) {
    return sample->count > 1 ? sqrt(sample->squares / (double)(sample->count - 1)) : 0;
}

static double skewness(const sample_t *sample) {
    double count = (double)sample->count;
    return sample->cubes / count / pow(sample->squares / count, 1.5);
}

/* All values are equal: a share of at most `most` differs. */
static estimate_t estimate_of_one_value(double value, double effective, double low,
                                        double high, double level) {
    outcome_counts_t none = outcome_counts_of_games();
    outcome_counts_add(&none, 0);
    double most = outcome_counts_score_of_effective(&none, effective, level).high;
    return (estimate_t){value, value - (value > low ? most * (value - low) : 0),
                        value + (value < high ? most * (high - value) : 0)};
}

/* The share of values of another kind that may have gone unseen, on one side. */
static double unseen_share(double effective, double level) {
    return -expm1(log((1 - level) / 2) / effective);
}

/* `end` as far towards a limit of the range as the unseen may pull the mean. */
static double pulled(double end, double mean, double limit, double unseen) {
    return isfinite(limit) ? end + unseen * (limit - mean) : end;
}

/* unseen: the share that may pull the mean. */
static estimate_t mean_with(const sample_t *sample, double effective, double low,
                            double high, double level, double unseen) {
    if (sample->count == 0)
        return (estimate_t){isfinite(high) ? (low + high) / 2 : nan(""), low, high};
    double deviation = sample_deviation(sample);
    if (!(deviation > 0) || effective < 2)
        return estimate_of_one_value(sample->mean, effective, low, high, level);
    double error = deviation / sqrt(effective), skew = skewness(sample);
    double t = student_two_sided(level, effective - 1);
    double above = student_skewed(t, skew, effective);
    double below = -student_skewed(-t, skew, effective);
    double mean = sample->mean;
    return (estimate_t){mean, fmax(low, pulled(mean - above * error, mean, low, unseen)),
                        fmin(high, pulled(mean + below * error, mean, high, unseen))};
}

estimate_t sample_mean(const sample_t *sample, double effective, double low, double high,
                       double level) {
    return mean_with(sample, effective, low, high, level,
                     effective > 0 ? unseen_share(effective, level) : 1);
}

estimate_t sample_mean_of_like(const sample_t *sample, double effective, double low,
                               double high, double level) {
    return mean_with(sample, effective, low, high, level, 0);
}
