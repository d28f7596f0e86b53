#include "eval/sample.h"

#include "eval/student.h"

#include <math.h>

void sample_add(sample_t *sample, double value) {
    double off = value - sample->mean;
    sample->count++;
    sample->mean += off / (double)sample->count;
    sample->squares += off * (value - sample->mean);
}

double sample_deviation(const sample_t *sample) {
    return sample->count > 1 ? sqrt(sample->squares / (double)(sample->count - 1)) : 0;
}

/* All values are one: those that differ are a share of `most` at most. */
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
    double half = student_two_sided(level, effective - 1) * deviation / sqrt(effective);
    return (estimate_t){sample->mean, fmax(low, sample->mean - half),
                        fmin(high, sample->mean + half)};
}
