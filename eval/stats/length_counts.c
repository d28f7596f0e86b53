#include "eval/stats/length_counts.h"

#include "core/base/error.h"
#include "core/stats/normal.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void length_counts_add(length_counts_t *lengths, uint32_t length) {
    if (length >= lengths->size) {
        size_t size = (size_t)length + 1;
        lengths->count = memory_resize(lengths->count, size, sizeof *lengths->count);
        memset(lengths->count + lengths->size, 0,
               (size - lengths->size) * sizeof *lengths->count);
        lengths->size = size;
    }
    lengths->count[length]++;
    lengths->games++;
}

void length_counts_clear(length_counts_t *lengths) {
    free(lengths->count);
    *lengths = (length_counts_t){0};
}

/* The length at a rank among all in order, from 0. */
static double at_place(const length_counts_t *lengths, uint64_t place) {
    size_t length = 0;
    for (uint64_t behind = lengths->count[0]; behind <= place;)
        behind += lengths->count[++length];
    return (double)length;
}

/* The number of n games below a quantile is binomial: the ranks between which it lies. */
estimate_t length_counts_quantile(const length_counts_t *lengths, double share,
                                  double effective, double low, double high,
                                  double level) {
    double games = (double)lengths->games;
    if (lengths->games == 0)
        return (estimate_t){nan(""), low, high};
    uint64_t middle = (uint64_t)(share * (games - 1) + 0.5);
    double half = normal_two_sided(level) * sqrt(share * (1 - share) / effective) * games;
    double first = floor(share * games - half), last = ceil(share * games + half);
    estimate_t quantile = {at_place(lengths, middle), low, high};
    if (first >= 1)
        quantile.low = at_place(lengths, (uint64_t)first - 1);
    if (last < games)
        quantile.high = at_place(lengths, (uint64_t)last);
    return quantile;
}

uint32_t length_counts_reached(const length_counts_t *lengths, double share) {
    REQUIRE(lengths->games > 0 && share >= 0 && share <= 1);
    uint64_t rank = (uint64_t)ceil(share * (double)lengths->games);
    return (uint32_t)at_place(lengths, rank > 0 ? rank - 1 : 0);
}

uint64_t length_counts_between(const length_counts_t *lengths, uint32_t from,
                               uint32_t width) {
    uint64_t games = 0;
    for (size_t length = from; length < (size_t)from + width && length < lengths->size;
         length++)
        games += lengths->count[length];
    return games;
}
