#include "eval/stats/comparison.h"

#include "core/base/error.h"

#include <math.h>
#include <stdlib.h>

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

void comparison_holm(const double *p, int count, int comparisons, double *adjusted) {
    REQUIRE(count >= 0 && comparisons >= count);
    if (count == 0)
        return;
    ranked_t *ranked = memory_new((size_t)count, sizeof *ranked);
    for (int i = 0; i < count; i++)
        ranked[i] = (ranked_t){p[i], i};
    qsort(ranked, (size_t)count, sizeof *ranked, by_p);
    double largest = 0;
    for (int i = 0; i < count; i++) {
        largest = fmax(largest, (comparisons - i) * ranked[i].p);
        adjusted[ranked[i].index] = fmin(largest, 1);
    }
    free(ranked);
}

const char *const balance_names[] = {"undecided", "yes", "no"};

balance_t balance_decide(const estimate_t *mean, double centre, double margin) {
    REQUIRE(margin > 0);
    if (mean->low > centre + margin || mean->high < centre - margin)
        return BALANCE_NO;
    return mean->low >= centre - margin && mean->high <= centre + margin
               ? BALANCE_YES
               : BALANCE_NOT_DECIDED;
}
