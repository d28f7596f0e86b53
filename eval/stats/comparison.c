#include "eval/stats/comparison.h"

#include "core/base/error.h"

#include <math.h>
#include <stdlib.h>

estimate_t comparison_of_scores(const outcome_counts_t *a, const outcome_counts_t *b,
                                double level) {
    estimate_t of_a = outcome_counts_score_estimate(a, level);
    estimate_t of_b = outcome_counts_score_estimate(b, level);
    double difference = of_a.value - of_b.value;
    return (estimate_t){
        difference, difference - hypot(of_a.value - of_a.low, of_b.high - of_b.value),
        difference + hypot(of_a.high - of_a.value, of_b.value - of_b.low)};
}

double comparison_p_value(const outcome_counts_t *a, const outcome_counts_t *b) {
    double low = 1e-15, high = 1 - 1e-12; /* p: rejected at p above the value */
    for (int i = 0; i < 40; i++) {
        double p = sqrt(low * high);
        estimate_t difference = comparison_of_scores(a, b, 1 - p);
        *(difference.low > 0 || difference.high < 0 ? &high : &low) = p;
    }
    return high;
}

double comparison_level_each(double level, int comparisons) {
    REQUIRE(level > 0 && level < 1 && comparisons >= 1);
    return 1 - (1 - level) / comparisons;
}

typedef struct ranked {
    double p;
    int index;
} ranked_t;

static int by_p(const void *a, const void *b) {
    const ranked_t *first = a, *second = b;
    if (first->p < second->p || first->p > second->p)
        return first->p < second->p ? -1 : 1;
    return first->index - second->index;
}

void comparison_holm(const double *p, int count, double *adjusted) {
    REQUIRE(count >= 0);
    if (count == 0)
        return;
    ranked_t *ranked = memory_new((size_t)count, sizeof *ranked);
    for (int i = 0; i < count; i++)
        ranked[i] = (ranked_t){p[i], i};
    qsort(ranked, (size_t)count, sizeof *ranked, by_p);
    double largest = 0;
    for (int i = 0; i < count; i++) {
        largest = fmax(largest, (count - i) * ranked[i].p);
        adjusted[ranked[i].index] = fmin(largest, 1);
    }
    free(ranked);
}

const char *const balance_names[] = {"not decided yet", "yes", "no"};

balance_t balance_decide(const estimate_t *mean, double centre, double margin) {
    REQUIRE(margin > 0);
    if (mean->low > centre + margin || mean->high < centre - margin)
        return BALANCE_NO;
    return mean->low >= centre - margin && mean->high <= centre + margin
               ? BALANCE_YES
               : BALANCE_NOT_DECIDED;
}
