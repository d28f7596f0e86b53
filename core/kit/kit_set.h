/* kit_set.h - sets of cells, as bits of as many words as the game's largest board needs.
 * Use: #define CELLS 64              before kit.h: the most of any variant, at most 255
 *      set_t free = board & ~stones;         &, |, ^ and ~ are those of C
 *      if (any(free & one(cell))) ...        if (has(free, cell)) is the same
 *      EACH (cell, free) put(p, side, cell);  in ascending order
 * A set is a value. NONE is the empty set. To compare two sets: any(a ^ b).
 * Errors: first and pop need a set that is not empty, pick a rank below count.
 */
#ifndef CORE_KIT_SET_H
#define CORE_KIT_SET_H

#include "core/base/bits.h"
#include "core/kit/kit_board.h"
#include "core/kit/kit_misuse.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef CELLS
#define CELLS 255
#endif

#if CELLS <= 64
enum { KIT_WORDS = 1 };
typedef uint64_t set_t;
#elif CELLS <= 128
enum { KIT_WORDS = 2 };
typedef bits128_t set_t;
#elif CELLS <= 255
enum { KIT_WORDS = 4 };
#pragma GCC diagnostic ignored "-Wpsabi" /* no function here is called across files */
typedef uint64_t set_t __attribute__((vector_size(32), aligned(16)));
#else
#error "a board has at most 255 cells"
#endif

/* Whether this is compiled to be checked (game_compiler.h). */
#ifdef FULCRUM_CHECKED
#define KIT_CHECKED 1
#else
#define KIT_CHECKED 0
#endif

#define NONE ((set_t){0})
#define KIT_INLINE static inline __attribute__((always_inline, unused))

KIT_INLINE void kit_check_cell(int cell) {
    if (KIT_CHECKED && (cell < 0 || cell >= 64 * KIT_WORDS))
        kit_fail("one(%d): there is no such cell%s", cell,
                 cell == NO_CELL ? " (NO_CELL: off the board, or nothing seen)" : "");
}
KIT_INLINE void kit_check_first(bool any) {
    if (KIT_CHECKED && !any)
        kit_fail("first, pop or drop_cell of an empty set");
}

KIT_INLINE set_t kit_load(const kit_words_t *words) {
    set_t set;
    memcpy(&set, words->word, sizeof set);
    return set;
}

#if CELLS <= 128

KIT_INLINE bool any(set_t set) {
    return set != 0;
}
KIT_INLINE set_t one(int cell) {
    kit_check_cell(cell);
    return (set_t)1 << cell;
}
KIT_INLINE bool has(set_t set, int cell) {
    return (bool)(set >> cell & 1);
}
KIT_INLINE set_t without_first(set_t set) {
    return set & (set - 1);
}

#endif

#if CELLS <= 64

KIT_INLINE int count(set_t set) {
    return bits64_count(set);
}
KIT_INLINE int first(set_t set) {
    kit_check_first(any(set));
    return bits64_first(set);
}
KIT_INLINE int pick(set_t set, int rank) {
    return bits64_select(set, rank);
}
/* Moves all bits by a distance, up if it is positive; what leaves the words at one end
 * may come back at the other. */
KIT_INLINE set_t kit_shift(set_t set, int by) {
    return set << (by & 63) | set >> (-by & 63);
}

#elif CELLS <= 128

KIT_INLINE int count(set_t set) {
    return bits128_count(set);
}
KIT_INLINE int first(set_t set) {
    kit_check_first(any(set));
    return bits128_first(set);
}
KIT_INLINE int pick(set_t set, int rank) {
    return bits128_select(set, rank);
}
KIT_INLINE set_t kit_shift(set_t set, int by) {
    return by >= 0 ? set << by : set >> -by;
}

#else

KIT_INLINE bool any(set_t set) {
    return (set[0] | set[1] | set[2] | set[3]) != 0;
}
KIT_INLINE int count(set_t set) {
    return bits64_count(set[0]) + bits64_count(set[1]) + bits64_count(set[2]) +
           bits64_count(set[3]);
}
KIT_INLINE int first(set_t set) {
    kit_check_first(any(set));
    return set[0]   ? bits64_first(set[0])
           : set[1] ? 64 + bits64_first(set[1])
           : set[2] ? 128 + bits64_first(set[2])
                    : 192 + bits64_first(set[3]);
}
KIT_INLINE set_t one(int cell) {
    kit_check_cell(cell);
    uint64_t word = (uint64_t)cell >> 6;
    return (set_t)((set_t){0, 1, 2, 3} == word) & (UINT64_C(1) << (cell & 63));
}
KIT_INLINE bool has(set_t set, int cell) {
    return any(set & one(cell));
}
KIT_INLINE set_t without_first(set_t set) {
    return set & ~one(first(set));
}
KIT_INLINE int pick(set_t set, int rank) {
    int word = 0;
    uint64_t bits = set[0];
    for (int in = bits64_count(bits); rank >= in; in = bits64_count(bits)) {
        rank -= in;
        word++;
        bits = word == 1 ? set[1] : word == 2 ? set[2] : set[3];
    }
    return 64 * word + bits64_select(bits, rank);
}
/* By less than 64. */
KIT_INLINE set_t kit_shift(set_t set, int by) {
    if (by >= 0)
        return set << (uint64_t)by |
               (set_t){0, set[0], set[1], set[2]} >> 1 >> (uint64_t)(63 - by);
    return set >> (uint64_t)-by | (set_t){set[1], set[2], set[3], 0}
                                      << 1 << (uint64_t)(63 + by);
}

#endif

KIT_INLINE int pop(set_t *set) {
    int cell = first(*set);
    *set = without_first(*set);
    return cell;
}

/* EACH (cell, set) statement: for the cells of a set as it is now, in ascending order. */
#define EACH(cell, of_set)                                                               \
    for (set_t kit_left_##cell = (of_set); any(kit_left_##cell); kit_left_##cell = NONE) \
        for (int cell; any(kit_left_##cell) && ((cell = pop(&kit_left_##cell)), true);)

#endif
