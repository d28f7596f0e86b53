#include "eval/metrics/duplicates.h"

#include "core/base/error.h"

#include <stdlib.h>

typedef struct entry {
    uint64_t hash;
    size_t game;
} entry_t;

static int by_hash(const void *a, const void *b) {
    uint64_t first = ((const entry_t *)a)->hash, second = ((const entry_t *)b)->hash;
    return (first > second) - (first < second);
}

static entry_t *sorted(const uint64_t *hashes, size_t games) {
    entry_t *entries = memory_new(games, sizeof *entries);
    for (size_t i = 0; i < games; i++)
        entries[i] = (entry_t){hashes[i], i};
    qsort(entries, games, sizeof *entries, by_hash);
    return entries;
}

static size_t end_of_kind(const entry_t *entries, size_t games, size_t start) {
    size_t end = start + 1;
    while (end < games && entries[end].hash == entries[start].hash)
        end++;
    return end;
}

duplicates_t duplicates_of(const uint64_t *hashes, size_t games) {
    duplicates_t duplicates = {.games = games};
    if (games == 0)
        return duplicates;
    entry_t *entries = sorted(hashes, games);
    double squares = 0;
    for (size_t start = 0, end; start < games; start = end) {
        end = end_of_kind(entries, games, start);
        uint64_t kind = end - start;
        squares += (double)kind * (double)kind;
        duplicates.distinct++;
        if (kind > duplicates.largest)
            duplicates.largest = kind;
    }
    duplicates.effective = (double)games * (double)games / squares;
    free(entries);
    return duplicates;
}

void duplicates_weigh(const uint64_t *hashes, size_t games, double *weights) {
    if (games == 0)
        return;
    entry_t *entries = sorted(hashes, games);
    for (size_t start = 0, end; start < games; start = end) {
        end = end_of_kind(entries, games, start);
        for (size_t i = start; i < end; i++)
            weights[entries[i].game] = 1 / (double)(end - start);
    }
    free(entries);
}
