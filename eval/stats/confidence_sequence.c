#include "eval/stats/confidence_sequence.h"

#include "core/base/error.h"
#include "core/base/portable_math.h"

#include <math.h>
#include <stdbool.h>

/* Stakes: shares of the capital lost on a trial of value 0: 1, 2^-1/2, 1/2, ... The best
 * for n trials of standard deviation s is near m sqrt(2 log(...) / n) / s: this covers
 * ten to some ten million trials. */
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

/* A power of the capital below 1 stays below the threshold wherever the capital does. */
static double log_evidence(const weighed_counts_t *weighed, double mean) {
    return weighed->weight * confidence_sequence_log_evidence(&weighed->counts, mean);
}

/* The least mean against which the capital has not reached the threshold. */
static double low_end(const weighed_counts_t *weighed, double threshold) {
    double out = 0, in = outcome_counts_score(&weighed->counts);
    for (int i = 0; i < 50; i++) {
        double mean = (out + in) / 2;
        *(log_evidence(weighed, mean) >= threshold ? &out : &in) = mean;
    }
    return out;
}

static weighed_counts_t mirrored(const weighed_counts_t *weighed) {
    return (weighed_counts_t){outcome_counts_mirrored(&weighed->counts), weighed->weight};
}

estimate_t confidence_sequence_weighed(const weighed_counts_t *weighed, double level) {
    double threshold = log_threshold(level);
    double score = outcome_counts_score(&weighed->counts);
    if (outcome_counts_trials(&weighed->counts) == 0)
        return (estimate_t){score, 0, 1};
    REQUIRE(weighed->weight > 0 && weighed->weight <= 1);
    weighed_counts_t other = mirrored(weighed);
    return (estimate_t){score, score > 0 ? low_end(weighed, threshold) : 0,
                        score < 1 ? 1 - low_end(&other, threshold) : 1};
}

estimate_t confidence_sequence(const outcome_counts_t *counts, double level) {
    weighed_counts_t weighed = {*counts, 1};
    return confidence_sequence_weighed(&weighed, level);
}

estimate_t confidence_sequence_difference(const weighed_counts_t *a,
                                          const weighed_counts_t *b, double level) {
    double each = 1 - (1 - level) / 2;
    estimate_t of_a = confidence_sequence_weighed(a, each);
    estimate_t of_b = confidence_sequence_weighed(b, each);
    return (estimate_t){of_a.value - of_b.value, of_a.low - of_b.high,
                        of_a.high - of_b.low};
}

estimate_t confidence_sequence_paired(const weighed_counts_t *differences, double level) {
    REQUIRE(differences->counts.games == 2);
    estimate_t half = confidence_sequence_weighed(differences, level);
    return (estimate_t){2 * half.value - 1, 2 * half.low - 1, 2 * half.high - 1};
}

/* --- p-values ----------------------------------------------------------------------- */

/* Evidence that a's mean is above b's: the largest evidence of both that some mean lies
 * between. One decreases in that mean, the other increases. */
static double log_evidence_apart(const weighed_counts_t *a, const weighed_counts_t *b) {
    weighed_counts_t under_b = mirrored(b);
    double low = outcome_counts_score(&b->counts),
           high = outcome_counts_score(&a->counts);
    double best = -HUGE_VAL;
    for (int i = 0; i < 60 && low < high; i++) {
        double mean = (low + high) / 2;
        double of_a = log_evidence(a, mean), of_b = log_evidence(&under_b, 1 - mean);
        best = fmax(best, fmin(of_a, of_b));
        *(of_a > of_b ? &low : &high) = mean;
    }
    return best;
}

double confidence_sequence_difference_log_p(const weighed_counts_t *a,
                                            const weighed_counts_t *b) {
    bool empty =
        outcome_counts_trials(&a->counts) == 0 || outcome_counts_trials(&b->counts) == 0;
    double evidence =
        empty ? 0 : fmax(log_evidence_apart(a, b), log_evidence_apart(b, a));
    return fmin(0, portable_log(4) - evidence);
}

double confidence_sequence_paired_log_p(const weighed_counts_t *differences) {
    REQUIRE(differences->counts.games == 2);
    weighed_counts_t other = mirrored(differences);
    double evidence = fmax(log_evidence(differences, 0.5), log_evidence(&other, 0.5));
    return fmin(0, portable_log(2) - evidence);
}
