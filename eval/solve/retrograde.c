#include "eval/solve/retrograde.h"

#include <omp.h>
#include <stdatomic.h>
#include <stdlib.h>

/* While the value is unknown, an entry is the number of actions that may still turn out
 * good; then, the value and, in the other bits, the length. All threads change entries,
 * each change being atomic (relaxed: a level ends before the next begins, and the end of
 * a parallel region orders them). */
enum {
    LENGTH = 0x3fff,
    LOST = 0x4000,
    WON = 0x8000,
    DRAWN = 0xc000, /* by the rules */
    UNKNOWN_END = LOST
};
enum { CHUNK = 4096 };

static uint64_t chunks_of(const retrograde_t *table) {
    return (table->region.positions + CHUNK - 1) / CHUNK;
}

retrograde_t *retrograde_new(const region_t *region, const retrograde_limits_t *limits) {
    retrograde_t *table = memory_new(1, sizeof *table);
    table->region = *region;
    table->limits = *limits;
    table->entries = memory_new((size_t)region->positions, sizeof *table->entries);
    for (int i = 0; i < 2; i++)
        table->due[i] = memory_new((size_t)chunks_of(table), 1);
    return table;
}

void retrograde_free(retrograde_t *table) {
    if (!table)
        return;
    free(table->entries);
    for (int i = 0; i < 2; i++)
        free(table->due[i]);
    free(table);
}

static unsigned entry_at(const retrograde_t *table, uint64_t number) {
    return atomic_load_explicit(&table->entries[number], memory_order_relaxed);
}

mover_value_t retrograde_value(const retrograde_t *table, uint64_t number, int *length) {
    unsigned entry = entry_at(table, number), value = entry & DRAWN;
    bool decided = value == WON || value == LOST;
    *length = decided ? (int)(entry & LENGTH) : 0;
    return !decided ? MOVER_DRAWS : value == WON ? MOVER_WINS : MOVER_LOSES;
}

/* --- One position ------------------------------------------------------------------- */

/* The data of a thread; counts are summed at the end of a level. */
typedef struct worker {
    retrograde_t *table;
    region_t region;
    _Atomic uint8_t *due; /* of the next level */
    uint64_t won, lost;
    region_step_t steps[REGION_STEPS];
} worker_t;

static void mark_due(worker_t *worker, uint64_t number) {
    _Atomic uint8_t *due = &worker->due[number / CHUNK];
    if (!atomic_load_explicit(due, memory_order_relaxed))
        atomic_store_explicit(due, 1, memory_order_relaxed);
}

/* The number of actions of a position, or its result if it is over. */
static void begin(worker_t *worker, uint64_t number) {
    int count = region_following(&worker->region, number, worker->steps);
    unsigned entry = count > 0               ? (unsigned)count
                     : count == REGION_LOST  ? LOST
                     : count == REGION_DRAWN ? DRAWN
                                             : WON;
    worker->lost += entry == LOST;
    worker->won += entry == WON;
    if (entry == LOST || entry == WON)
        mark_due(worker, number);
    atomic_store_explicit(&worker->table->entries[number], (uint16_t)entry,
                          memory_order_relaxed);
}

/* One action of a position turned out good, or bad, for its mover. */
static void tell(worker_t *worker, uint64_t number, bool good, unsigned length) {
    _Atomic uint16_t *at = &worker->table->entries[number];
    uint16_t entry = atomic_load_explicit(at, memory_order_relaxed), next;
    do {
        if (entry >= UNKNOWN_END)
            return;
        next = (uint16_t)(good ? WON | length : entry > 1 ? entry - 1u : LOST | length);
    } while (!atomic_compare_exchange_weak_explicit(
        at, &entry, next, memory_order_relaxed, memory_order_relaxed));
    if (next < UNKNOWN_END)
        return;
    mark_due(worker, number);
    worker->won += good;
    worker->lost += !good;
}

/* Updates the predecessors of a position of the previous level. */
static void tell_preceding(worker_t *worker, uint64_t number, bool won, unsigned length) {
    int count = region_preceding(&worker->region, number, worker->steps);
    for (int i = 0; i < count; i++)
        tell(worker, worker->steps[i].number, won != worker->steps[i].passes, length);
}

/* --- Levels ------------------------------------------------------------------------- */

enum { BEGINNING = -1 };

static void work_on(worker_t *worker, uint64_t chunk, int level) {
    retrograde_t *table = worker->table;
    uint64_t end = (chunk + 1) * CHUNK;
    if (end > table->region.positions)
        end = table->region.positions;
    for (uint64_t number = chunk * CHUNK; number < end; number++) {
        if (level == BEGINNING) {
            begin(worker, number);
            continue;
        }
        unsigned entry = entry_at(table, number);
        if (entry == (WON | (unsigned)level) || entry == (LOST | (unsigned)level))
            tell_preceding(worker, number, entry >= WON, (unsigned)level + 1);
    }
}

static bool has_to_stop(const retrograde_t *table, uint64_t decided) {
    return omp_get_thread_num() == 0 && table->limits.stop &&
           table->limits.stop(table->limits.context, decided);
}

/* Visits the positions of a level, which finds those of the next; false: stopped. */
static bool run_level(retrograde_t *table, int level) {
    int64_t chunks = (int64_t)chunks_of(table);
    uint64_t won = 0, lost = 0, decided = table->won + table->lost;
    _Atomic uint8_t *due = table->due[level & 1], *next = table->due[~level & 1];
    atomic_bool stopped = false;
#pragma omp parallel num_threads(table->limits.threads) reduction(+ : won, lost)
    {
        worker_t *worker = memory_new(1, sizeof *worker);
        worker->table = table;
        worker->region = table->region;
        worker->due = next;
#pragma omp for schedule(dynamic, 16)
        for (int64_t chunk = 0; chunk < chunks; chunk++) {
            bool is_due = level == BEGINNING ||
                          atomic_exchange_explicit(&due[chunk], 0, memory_order_relaxed);
            if (!is_due || atomic_load_explicit(&stopped, memory_order_relaxed))
                continue;
            work_on(worker, (uint64_t)chunk, level);
            if (has_to_stop(table, decided + worker->won + worker->lost))
                atomic_store_explicit(&stopped, true, memory_order_relaxed);
        }
        won = worker->won;
        lost = worker->lost;
        free(worker);
    }
    table->won += won;
    table->lost += lost;
    return !stopped;
}

bool retrograde_run(retrograde_t *table) {
    uint64_t before = UINT64_MAX;
    for (int level = BEGINNING; table->won + table->lost != before; level++) {
        REQUIRE(level < LENGTH);
        before = table->won + table->lost;
        if (!run_level(table, level))
            return false;
        if (level > 0)
            table->longest =
                level; /* the level has positions, found by the previous one */
    }
    return true;
}
