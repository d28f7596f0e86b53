#include "eval/stats/confidence_sequence.h"

#include "core/base/error.h"
#include "core/base/portable_math.h"

#include <math.h>

/* Shares of the capital that would be lost on a trial of value 0: 1, 2^-1/2, 1/2, ... The
 * best for n trials of deviation s is near m sqrt(2 log(...) / n) / s: this covers ten to
 * some ten million trials. */
enum { STAKES = 23 };

static double stake_of(int i) {
    return ldexp(i % 2 ? 0.70710678118654752 : 1, -(i / 2));
}

/* The average over the stakes u of prod (1 - u + u x / mean). */
double confidence_sequence_log_evidence(const outcome_counts_t *counts, double mean) {
    REQUIRE(mean > 0 && mean < 1);
    int last = outcome_counts_outcomes(counts) - 1;
    double log_of[STAKES], most = -HUGE_VAL, sum = 0;
    for (int i = 0; i < STAKES; i++) {
        double stake = stake_of(i), total = 0;
        for (int k = 0; k <= last; k++) {
            double factor = 1 - stake + stake * ((double)k / last) / mean;
            if (counts->count[k] > 0)
                total += factor > 0 ? (double)counts->count[k] * portable_log(factor)
                                    : -HUGE_VAL;
        }
        log_of[i] = total;
        most = total > most ? total : most;
    }
    if (!(most > -HUGE_VAL))
        return most;
    for (int i = 0; i < STAKES; i++)
        if (log_of[i] > most - 700)
            sum += portable_exp(log_of[i] - most);
    return most + portable_log(sum / STAKES);
}

static double log_threshold(double level) {
    REQUIRE(level > 0 && level < 1);
    return portable_log(2 / (1 - level));
}

/* The least mean against which the capital has not come to the threshold. */
static double low_end(const outcome_counts_t *counts, double threshold) {
    double out = 0, in = outcome_counts_score(counts);
    for (int i = 0; i < 50; i++) {
        double mean = (out + in) / 2;
        *(confidence_sequence_log_evidence(counts, mean) >= threshold ? &out : &in) =
            mean;
    }
    return out;
}

estimate_t confidence_sequence(const outcome_counts_t *counts, double level) {
    double threshold = log_threshold(level), score = outcome_counts_score(counts);
    if (outcome_counts_trials(counts) == 0)
        return (estimate_t){score, 0, 1};
    outcome_counts_t mirrored = outcome_counts_mirrored(counts);
    return (estimate_t){score, score > 0 ? low_end(counts, threshold) : 0,
                        score < 1 ? 1 - low_end(&mirrored, threshold) : 1};
}

estimate_t confidence_sequence_difference(const outcome_counts_t *a,
                                          const outcome_counts_t *b, double level) {
    double each = 1 - (1 - level) / 2;
    estimate_t of_a = confidence_sequence(a, each), of_b = confidence_sequence(b, each);
    return (estimate_t){of_a.value - of_b.value, of_a.low - of_b.high,
                        of_a.high - of_b.low};
}

estimate_t confidence_sequence_paired(const outcome_counts_t *differences, double level) {
    REQUIRE(differences->games == 2);
    estimate_t half = confidence_sequence(differences, level);
    return (estimate_t){2 * half.value - 1, 2 * half.low - 1, 2 * half.high - 1};
}
