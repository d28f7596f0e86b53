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

estimate_t sample_mean(const sample_t *sample, double effective, double low, double high,
                       double level) {
    if (sample->count == 0)
        return (estimate_t){isfinite(high) ? (low + high) / 2 : nan(""), low, high};
    double deviation = sample_deviation(sample);
    if (!(deviation > 0) || effective < 2)
        return estimate_of_one_value(sample->mean, effective, low, high, level);
    double error = deviation / sqrt(effective), skew = skewness(sample);
    double t = student_two_sided(level, effective - 1);
    double above = student_skewed(t, skew, effective);
    double below = -student_skewed(-t, skew, effective);
    return (estimate_t){sample->mean, fmax(low, sample->mean - above * error),
                        fmin(high, sample->mean + below * error)};
}
