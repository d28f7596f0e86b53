#include "eval/stats/score_interval.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#define LEAST_P 1e-14

static bool is_anytime(const score_sample_t *sample) {
    return !(sample->share > 0);
}

/* With part of the error probability. */
static estimate_t fixed(const score_sample_t *sample, double miss) {
    const weighed_counts_t *trials = &sample->trials;
    double effective = trials->weight * (double)outcome_counts_trials(&trials->counts);
    return outcome_counts_score_of_effective(&trials->counts, effective, 1 - miss);
}

estimate_t score_interval(const score_sample_t *sample, double level) {
    return is_anytime(sample) ? confidence_sequence_weighed(&sample->trials, level)
                              : fixed(sample, (1 - level) * sample->share);
}

static estimate_t by_arms(const estimate_t *a, const estimate_t *b) {
    double value = a->value - b->value;
    return (estimate_t){value, value - hypot(a->value - a->low, b->high - b->value),
                        value + hypot(a->high - a->value, b->value - b->low)};
}

estimate_t score_interval_difference(const score_sample_t *a, const score_sample_t *b,
                                     double level) {
    if (is_anytime(a) || is_anytime(b))
        return confidence_sequence_difference(&a->trials, &b->trials, level);
    double miss = (1 - level) * a->share * b->share;
    estimate_t of_a = fixed(a, miss), of_b = fixed(b, miss);
    return by_arms(&of_a, &of_b);
}

estimate_t score_interval_paired(const score_sample_t *differences, double level) {
    if (is_anytime(differences))
        return confidence_sequence_paired(&differences->trials, level);
    estimate_t half = score_interval(differences, level);
    return (estimate_t){2 * half.value - 1, 2 * half.low - 1, 2 * half.high - 1};
}

/* --- p-values ----------------------------------------------------------------------- */

/* b: NULL for differences of pairs. */
static bool holds_0(const score_sample_t *a, const score_sample_t *b, double p) {
    estimate_t found =
        b ? score_interval_difference(a, b, 1 - p) : score_interval_paired(a, 1 - p);
    return found.low <= 0 && found.high >= 0;
}

static double p_value(const score_sample_t *a, const score_sample_t *b) {
    double low = log(LEAST_P), high = -0.01;
    if (holds_0(a, b, exp(high)))
        return 1;
    for (int i = 0; i < 50; i++) {
        double middle = (low + high) / 2;
        *(holds_0(a, b, exp(middle)) ? &low : &high) = middle;
    }
    return exp(high);
}

double score_interval_difference_p(const score_sample_t *a, const score_sample_t *b) {
    return is_anytime(a) || is_anytime(b)
               ? exp(confidence_sequence_difference_log_p(&a->trials, &b->trials))
               : p_value(a, b);
}

double score_interval_paired_p(const score_sample_t *differences) {
    return is_anytime(differences)
               ? exp(confidence_sequence_paired_log_p(&differences->trials))
               : p_value(differences, NULL);
}
