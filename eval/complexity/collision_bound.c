#include "eval/complexity/collision_bound.h"

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/stats/normal.h"

#include <math.h>
#include <stdlib.h>

static double pairs_of(double count) {
    return count * (count - 1) / 2;
}

/* Of equal hashes; sorts. */
static double same_pairs(uint64_t *hashes, size_t count) {
    double same = 0;
    qsort(hashes, count, sizeof *hashes, number_compare);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count; to++)
            if (hashes[to] != hashes[from])
                break;
        same += pairs_of((double)(to - from));
    }
    return same;
}

/* Upper confidence bound of a Poisson mean after observing `count`. */
static double poisson_upper(double count, double level) {
    if (!(count > 0))
        return -log(1 - level);
    double n = count + 1, root = 1 - 1 / (9 * n) + normal_quantile(level) / (3 * sqrt(n));
    return n * root * root * root;
}

double collision_bound(uint64_t *hashes, size_t count, double level) {
    REQUIRE(count >= 2);
    double upper = poisson_upper(same_pairs(hashes, count), level);
    return log10(pairs_of((double)count) / upper);
}
