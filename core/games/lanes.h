/* lanes.h - vectors of eight 64-bit lanes, with AVX-512, for eight games at once: each
 * lane has a set of cells or a number of its game.
 * Use: HAS_LANES is 0 if the source is compiled without AVX-512. The processor's support
 *      is checked at run time (rules_build.h), except in a build for this machine alone.
 * A lane_mask_t is a set of lanes with a bit for each, as a word is a set of cells.
 */
#ifndef CORE_LANES_H
#define CORE_LANES_H

#include "core/base/pcg.h"

#include <stdbool.h>
#include <stdint.h>

#if defined(__AVX512F__) && defined(__AVX512CD__) && defined(__AVX512DQ__) &&            \
    defined(__AVX512BW__) && defined(__AVX512VL__) && defined(__AVX512VPOPCNTDQ__) &&    \
    defined(__AVX512BITALG__) && defined(__AVX512VBMI__) && defined(__AVX512VBMI2__)
#define HAS_LANES 1
#else
#define HAS_LANES 0
#endif

#if HAS_LANES
#include <immintrin.h>

#define LANES static inline __attribute__((always_inline))

enum { LANE_COUNT = 8 };

typedef __m512i vector_t;
typedef __mmask8 lane_mask_t;

/* A vector, and the word of each lane. */
typedef union lane_words {
    vector_t all;
    uint64_t lane[LANE_COUNT];
} lane_words_t;

LANES lane_mask_t lane_bit(int lane) {
    return (lane_mask_t)(1u << lane);
}
LANES void lane_set(lane_mask_t *lanes, int lane, bool on) {
    *lanes = (lane_mask_t)(on ? *lanes | lane_bit(lane) : *lanes & ~lane_bit(lane));
}
/* Stores a lane's word; the whole vector, as its next load would wait for a part to be
 * stored. */
LANES void lane_put(lane_words_t *words, int lane, uint64_t word) {
    words->all = _mm512_mask_set1_epi64(words->all, lane_bit(lane), (long long)word);
}

/* Intrinsics, as gcc would move operands of operators to general registers and back. */
LANES lane_mask_t lanes_and(lane_mask_t a, lane_mask_t b) {
    return _kand_mask8(a, b);
}
LANES lane_mask_t lanes_or(lane_mask_t a, lane_mask_t b) {
    return _kor_mask8(a, b);
}
LANES lane_mask_t lanes_without(lane_mask_t a, lane_mask_t b) { /* a and not b */
    return _kandn_mask8(b, a);
}
LANES vector_t vector_all(uint64_t word) {
    return _mm512_set1_epi64((long long)word);
}
LANES vector_t vector_and(vector_t a, vector_t b) {
    return _mm512_and_si512(a, b);
}
LANES vector_t vector_and3(vector_t a, vector_t b, vector_t c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0x80);
}
LANES vector_t vector_xor(vector_t a, vector_t b) {
    return _mm512_xor_si512(a, b);
}
LANES vector_t vector_and_xor(vector_t a, vector_t b, vector_t c) { /* (a ^ b) & c */
    return _mm512_ternarylogic_epi64(a, b, c, 0x28);
}
LANES vector_t vector_xor3(vector_t a, vector_t b, vector_t c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}
LANES vector_t vector_and_without(vector_t a, vector_t b, vector_t c) { /* a & b & ~c */
    return _mm512_ternarylogic_epi64(a, b, c, 0x40);
}
LANES vector_t vector_without_or(vector_t a, vector_t b, vector_t c) { /* (a & ~b) | c */
    return _mm512_ternarylogic_epi64(a, b, c, 0xba);
}
LANES vector_t vector_select_bits(vector_t which, vector_t a, vector_t b) { /* a or b */
    return _mm512_ternarylogic_epi64(which, a, b, 0xca);
}
LANES vector_t vector_or(vector_t a, vector_t b) {
    return _mm512_or_si512(a, b);
}
LANES vector_t vector_or3(vector_t a, vector_t b, vector_t c) {
    return _mm512_ternarylogic_epi64(a, b, c, 0xfe);
}
LANES vector_t vector_without(vector_t a, vector_t b) { /* a & ~b */
    return _mm512_andnot_si512(b, a);
}
LANES vector_t vector_without2(vector_t a, vector_t b, vector_t c) { /* a & ~b & ~c */
    return _mm512_ternarylogic_epi64(a, b, c, 0x10);
}
LANES vector_t vector_and_or(vector_t a, vector_t b, vector_t c) { /* (a & b) | c */
    return _mm512_ternarylogic_epi64(a, b, c, 0xea);
}
LANES vector_t vector_add(vector_t a, vector_t b) {
    return _mm512_add_epi64(a, b);
}
LANES vector_t vector_sub(vector_t a, vector_t b) {
    return _mm512_sub_epi64(a, b);
}
LANES vector_t vector_count(vector_t sets) {
    return _mm512_popcnt_epi64(sets);
}
LANES vector_t vector_product(vector_t a, vector_t b) { /* of the lower 32 bits */
    return _mm512_mul_epu32(a, b);
}
/* b in the lanes, a in the others. */
LANES vector_t vector_choose(lane_mask_t lanes, vector_t a, vector_t b) {
    return _mm512_mask_mov_epi64(a, lanes, b);
}
LANES vector_t vector_only(lane_mask_t lanes, vector_t a) { /* 0 in the others */
    return _mm512_maskz_mov_epi64(lanes, a);
}
/* The words of an array with these indices, in the lanes; 0 in the others. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion" /* in gcc's header at -O0 */
LANES vector_t vector_gather(lane_mask_t lanes, const uint64_t *words, vector_t indices) {
    return _mm512_mask_i64gather_epi64(vector_all(0), lanes, indices, words, 8);
}
#pragma GCC diagnostic pop
/* The sets of lanes in which ... */
LANES lane_mask_t lanes_meet(vector_t a, vector_t b) {
    return _mm512_test_epi64_mask(a, b);
}
LANES lane_mask_t lanes_empty(vector_t a) {
    return _mm512_testn_epi64_mask(a, a);
}
LANES lane_mask_t lanes_at_least(vector_t a, vector_t b) {
    return _mm512_cmpge_epu64_mask(a, b);
}

/* For each lane the one bit with exactly `rank` lower bits in the set; no bit if the set
 * has at most `rank`. In each word the byte is found by the count of bits up to it, then
 * the half of the byte, and the bit by a table of halves. */
LANES vector_t vector_select(vector_t sets, vector_t ranks) {
    /* [rank * 16 + half]: the bit of that rank */
    const vector_t bits = _mm512_set_epi64(
        0x0800000000000000, 0, 0x0408080008000000, 0x0400000000000000, 0x0204040802080800,
        0x0204040002000000, 0x0102010401020108, 0x0102010401020100);
    const vector_t first_byte =
        _mm512_broadcast_i32x4(_mm_set_epi64x(0x0808080808080808, 0));
    const vector_t half = _mm512_set1_epi8(0x0f);
    vector_t counts = _mm512_popcnt_epi8(sets);
    vector_t upto = _mm512_mullo_epi64(counts, _mm512_set1_epi8(1));
    vector_t rank = _mm512_shuffle_epi8(ranks, first_byte);
    vector_t before = _mm512_sub_epi8(upto, counts);
    __mmask64 here = _mm512_cmpgt_epu8_mask(upto, rank);
    here = _mm512_mask_cmple_epu8_mask(here, before, rank);
    rank = _mm512_sub_epi8(rank, before);
    vector_t low = vector_and(sets, half), low_counts = _mm512_popcnt_epi8(low);
    __mmask64 is_high = _mm512_cmpge_epu8_mask(rank, low_counts);
    rank = _mm512_mask_sub_epi8(rank, is_high, rank, low_counts);
    vector_t high = vector_and(_mm512_srli_epi64(sets, 4), half);
    vector_t index = vector_and_or(_mm512_slli_epi16(rank, 4), _mm512_set1_epi8(0x30),
                                   _mm512_mask_mov_epi8(low, is_high, high));
    vector_t bit = _mm512_maskz_permutexvar_epi8(here, index, bits);
    return _mm512_mask_mov_epi8(bit, is_high, _mm512_slli_epi16(bit, 4));
}

/* --- Random numbers: uniform draws as pcg32_below makes them ------------------------ */

/* Outputs of generators (pcg32_next), in lower halves, from their current states. */
LANES vector_t vector_pcg32_output(vector_t states) {
    vector_t mixed = _mm512_xor_si512(_mm512_srli_epi64(states, 18), states);
    return _mm512_rorv_epi32(_mm512_srli_epi64(mixed, 27), _mm512_srli_epi64(states, 59));
}
/* The next states in the lanes. */
LANES vector_t vector_pcg32_advance(lane_mask_t lanes, vector_t states,
                                    vector_t increments) {
    vector_t products = _mm512_mullo_epi64(states, vector_all(PCG32_MULTIPLIER));
    return _mm512_mask_add_epi64(states, lanes, products, increments);
}
/* An output times its bound, of at most `most`, a power of 2, has the drawn number in its
 * upper half. Returns the lanes in which pcg32_below may draw again: a few more than
 * those, and all whose bound is 0. */
LANES lane_mask_t lanes_in_doubt(vector_t products, uint32_t most) {
    return _mm512_testn_epi64_mask(products, vector_all(UINT32_MAX & ~(most - 1)));
}

#endif
#endif
