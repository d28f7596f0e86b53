#include "core/stats/duplicates.h"

#include "core/base/error.h"
#include "core/base/number.h"

#include <stdlib.h>
#include <string.h>

duplicates_t duplicates_of(const uint64_t *hashes, size_t games) {
    duplicates_t duplicates = {.games = games};
    if (games == 0)
        return duplicates;
    uint64_t *sorted = memory_new(games, sizeof *sorted);
    memcpy(sorted, hashes, games * sizeof *sorted);
    qsort(sorted, games, sizeof *sorted, number_compare);
    double squares = 0;
    for (size_t start = 0, end; start < games; start = end) {
        for (end = start + 1; end < games && sorted[end] == sorted[start];)
            end++;
        uint64_t kind = end - start;
        squares += (double)kind * (double)kind;
        duplicates.distinct++;
        if (kind > duplicates.largest)
            duplicates.largest = kind;
    }
    duplicates.effective = (double)games * (double)games / squares;
    free(sorted);
    return duplicates;
}

double duplicates_weight(const duplicates_t *duplicates) {
    return duplicates->games ? duplicates->effective / (double)duplicates->games : 1;
}
