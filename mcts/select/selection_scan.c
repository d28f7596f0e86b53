#include "mcts/select/selection_scan.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define SCAN_LANES 1
#include <immintrin.h>
#else
#define SCAN_LANES 0
#endif
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

scored_t selection_scan(const selection_rule_t *rule, const edge_t *edges, int tried,
                        float factor) {
    return scan_tried(rule, edges, tried, factor, scan_visit_mean, NULL, NULL);
}

#if SCAN_LANES

/* --- AVX2: eight lanes -------------------------------------------------------------- */

#define HALF_LANES __attribute__((target("avx2"), no_sanitize("thread")))

enum { HALF_COUNT = 8 };

/* Eight edges, in the order 0 2 1 3, 4 6 5 7; links with action and prior. */
typedef struct half_lanes {
    __m256i stats[2], links[2];
} half_lanes_t;

/* Edges 0 to 7, or the first `left` of them: the others are zeroes. */
HALF_LANES static inline half_lanes_t load_half(const edge_t *edges, int left) {
    __m256i pairs[4];
    for (int i = 0; i < 4; i++) {
        const edge_t *pair = edges + 2 * i;
        const int more = left - 2 * i;
        const __m256i numbers = _mm256_setr_epi64x(0, 0, 1, 1);
        pairs[i] = more >= 2 ? _mm256_loadu_si256((const __m256i *)(const void *)pair)
                             : _mm256_maskload_epi64(
                                   (const long long *)(const void *)pair,
                                   _mm256_cmpgt_epi64(_mm256_set1_epi64x(more), numbers));
    }
    half_lanes_t lanes;
    for (int i = 0; i < 2; i++) {
        lanes.stats[i] = _mm256_unpacklo_epi64(pairs[2 * i], pairs[2 * i + 1]);
        lanes.links[i] = _mm256_unpackhi_epi64(pairs[2 * i], pairs[2 * i + 1]);
    }
    return lanes;
}

/* The low halves of the words, in the order of half_numbers; then the high halves. */
HALF_LANES static inline __m256i low_halves(const __m256i words[2]) {
    return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(words[0]),
                                                 _mm256_castsi256_ps(words[1]), 0x88));
}

HALF_LANES static inline __m256i high_halves(const __m256i words[2]) {
    return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(words[0]),
                                                 _mm256_castsi256_ps(words[1]), 0xdd));
}

HALF_LANES static inline __m256i half_numbers(void) {
    return _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);
}

/* The sums of values, which are exact in a double, each rounded once. */
HALF_LANES static inline __m256 half_sums(const __m256i stats[2]) {
    const __m256i bits = _mm256_set1_epi64x(((int64_t)1 << VALUE_BITS) - 1);
    const __m256d two_52 = _mm256_set1_pd(4503599627370496.0);
    __m128 sums[2];
    for (int i = 0; i < 2; i++) {
        __m256i biased = _mm256_or_si256(_mm256_and_si256(stats[i], bits),
                                         _mm256_castpd_si256(two_52));
        sums[i] = _mm256_cvtpd_ps(_mm256_sub_pd(_mm256_castsi256_pd(biased), two_52));
    }
    return _mm256_set_m128(_mm_movehl_ps(sums[1], sums[0]),
                           _mm_movelh_ps(sums[0], sums[1]));
}

HALF_LANES static inline __m256 score_half(const half_lanes_t *lanes, float factor,
                                           bool puct) {
    const __m256 one = _mm256_set1_ps(1), factors = _mm256_set1_ps(factor);
    const __m256i shifted[2] = {_mm256_srli_epi64(lanes->stats[0], VALUE_BITS),
                                _mm256_srli_epi64(lanes->stats[1], VALUE_BITS)};
    __m256i visits = low_halves(shifted);
    __m256 sum = _mm256_mul_ps(half_sums(lanes->stats), _mm256_set1_ps(1.0f / VALUE_ONE));
    __m256 root = _mm256_div_ps(
        one, _mm256_sqrt_ps(_mm256_max_ps(_mm256_cvtepi32_ps(visits), one)));
    __m256 mean = _mm256_mul_ps(_mm256_mul_ps(sum, root), root);
    if (!puct)
        return _mm256_add_ps(mean, _mm256_mul_ps(factors, root));
    __m256 prior = _mm256_cvtepi32_ps(_mm256_srli_epi32(high_halves(lanes->links), 16));
    __m256 more = _mm256_cvtepi32_ps(_mm256_add_epi32(visits, _mm256_set1_epi32(1)));
    return _mm256_add_ps(
        mean, _mm256_mul_ps(_mm256_mul_ps(factors, prior), _mm256_div_ps(one, more)));
}

/* Removes proven losses from `there`. False: an edge has bounds other than none or a
 * loss. */
HALF_LANES static inline bool leave_lost_half(const half_lanes_t *lanes, __m256i *there) {
    __m256i bounds = _mm256_srli_epi32(low_halves(lanes->links), CHILD_BITS);
    if (_mm256_testz_si256(bounds, bounds))
        return true;
    __m256i none = _mm256_cmpeq_epi32(bounds, _mm256_setzero_si256());
    __m256i lost = _mm256_cmpeq_epi32(bounds, _mm256_set1_epi32(BOUNDS_LOST));
    *there = _mm256_and_si256(*there, none);
    return _mm256_movemask_epi8(_mm256_or_si256(none, lost)) == -1;
}

HALF_LANES static inline __m256i spread_min(__m256i lanes) {
    lanes = _mm256_min_epi32(lanes, _mm256_permute2x128_si256(lanes, lanes, 1));
    lanes = _mm256_min_epi32(lanes, _mm256_shuffle_epi32(lanes, 0x4e));
    return _mm256_min_epi32(lanes, _mm256_shuffle_epi32(lanes, 0xb1));
}

/* Merges the best and second best of twice as many lanes, per lane. */
HALF_LANES static inline void join_lanes(__m256 *best, __m256 *second, __m256 other,
                                         __m256 other_second) {
    *second =
        _mm256_max_ps(_mm256_max_ps(*second, other_second), _mm256_min_ps(*best, other));
    *best = _mm256_max_ps(*best, other);
}

HALF_LANES static inline scored_t best_of_half(__m256 scores, __m256 runner_ups,
                                               __m256i edges) {
    __m256 best = scores, second = runner_ups;
    join_lanes(&best, &second, _mm256_permute2f128_ps(best, best, 1),
               _mm256_permute2f128_ps(second, second, 1));
    join_lanes(&best, &second, _mm256_permute_ps(best, 0x4e),
               _mm256_permute_ps(second, 0x4e));
    join_lanes(&best, &second, _mm256_permute_ps(best, 0xb1),
               _mm256_permute_ps(second, 0xb1));
    __m256i equal = _mm256_castps_si256(_mm256_cmp_ps(scores, best, _CMP_EQ_OQ));
    int found = _mm256_cvtsi256_si32(
        spread_min(_mm256_blendv_epi8(_mm256_set1_epi32(INT32_MAX), edges, equal)));
    return (scored_t){found == INT32_MAX ? SCAN_NONE : found, _mm256_cvtss_f32(best),
                      _mm256_cvtss_f32(second)};
}

HALF_LANES static scored_t scan_half(const selection_rule_t *rule, const edge_t *edges,
                                     int tried, float factor) {
    if (tried <= SCAN_FEW)
        return selection_scan(rule, edges, tried, factor);
    const bool puct = rule->kind == SELECTION_PUCT;
    const __m256 none = _mm256_set1_ps(-1.0f);
    const __m256i numbers = half_numbers();
    __m256 scores = none, runner_ups = none;
    __m256i at = numbers, best = _mm256_set1_epi32(INT32_MAX);
    for (int i = 0; i < tried; i += HALF_COUNT) {
        half_lanes_t lanes = load_half(&edges[i], tried - i);
        __m256i there = _mm256_cmpgt_epi32(_mm256_set1_epi32(tried - i), numbers);
        if (!leave_lost_half(&lanes, &there))
            return (scored_t){SCAN_BOUNDS, 0, 0};
        __m256 score = _mm256_blendv_ps(none, score_half(&lanes, factor, puct),
                                        _mm256_castsi256_ps(there));
        __m256 better = _mm256_cmp_ps(score, scores, _CMP_GT_OQ);
        runner_ups = _mm256_max_ps(runner_ups, _mm256_min_ps(scores, score));
        scores = _mm256_blendv_ps(scores, score, better);
        best = _mm256_blendv_epi8(best, at, _mm256_castps_si256(better));
        at = _mm256_add_epi32(at, _mm256_set1_epi32(HALF_COUNT));
    }
    return best_of_half(scores, runner_ups, best);
}

/* --- AVX-512: sixteen lanes --------------------------------------------------------- */

#define LANES                                                                            \
    __attribute__((target("avx512f,avx512dq,avx512vl,bmi2"), no_sanitize("thread")))

/* One float per lane; an edge's two halves are two 64-bit words. */
enum { LANE_COUNT = 16, WORDS = 8 };

typedef struct lanes {
    __m512i stats[2], links[2]; /* of eight edges each; links with action and prior */
} lanes_t;

/* Up to 16 edges, as `there` says. */
LANES static lanes_t load_edges(const edge_t *edges, __mmask16 there) {
    const __m512i even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14),
                  odd = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
    lanes_t lanes;
    for (int half = 0; half < 2; half++) {
        uint32_t words = _pdep_u32(there >> half * WORDS, 0x5555);
        words |= words << 1;
        const edge_t *from = edges + half * WORDS;
        __m512i low = _mm512_maskz_loadu_epi64((__mmask8)words, from),
                high = _mm512_maskz_loadu_epi64((__mmask8)(words >> WORDS),
                                                from + WORDS / 2);
        lanes.stats[half] = _mm512_permutex2var_epi64(low, even, high);
        lanes.links[half] = _mm512_permutex2var_epi64(low, odd, high);
    }
    return lanes;
}

LANES static __m512 to_floats(const __m512i words[2]) {
    return _mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtepu64_ps(words[0])),
                              _mm512_cvtepu64_ps(words[1]), 1);
}

LANES static __m512 shifted_to_floats(const __m512i words[2], unsigned bits,
                                      uint64_t more) {
    __m512i shifted[2];
    for (int half = 0; half < 2; half++)
        shifted[half] = _mm512_add_epi64(_mm512_srli_epi64(words[half], bits),
                                         _mm512_set1_epi64((int64_t)more));
    return to_floats(shifted);
}

/* The lanes whose bits of bounds are among those of `bits`, or equal to them. */
LANES static __mmask16 test_bits(const __m512i words[2], uint64_t bits) {
    __m512i all = _mm512_set1_epi64((int64_t)bits);
    return (__mmask16)(_mm512_test_epi64_mask(words[0], all) |
                       _mm512_test_epi64_mask(words[1], all) << WORDS);
}

LANES static __m512 score_lanes(const lanes_t *lanes, float factor, bool puct) {
    const __m512 one = _mm512_set1_ps(1), factors = _mm512_set1_ps(factor);
    const __m512i sum_bits = _mm512_set1_epi64(((int64_t)1 << VALUE_BITS) - 1);
    const __m512i sums[2] = {_mm512_and_si512(lanes->stats[0], sum_bits),
                             _mm512_and_si512(lanes->stats[1], sum_bits)};
    __m512 sum = _mm512_mul_ps(to_floats(sums), _mm512_set1_ps(1.0f / VALUE_ONE));
    __m512 visits = _mm512_max_ps(shifted_to_floats(lanes->stats, VALUE_BITS, 0), one);
    __m512 root = _mm512_div_ps(one, _mm512_sqrt_ps(visits));
    __m512 mean = _mm512_mul_ps(_mm512_mul_ps(sum, root), root);
    if (!puct)
        return _mm512_add_ps(mean, _mm512_mul_ps(factors, root));
    __m512 prior = shifted_to_floats(lanes->links, 48, 0);
    __m512 more = shifted_to_floats(lanes->stats, VALUE_BITS, 1);
    return _mm512_add_ps(
        mean, _mm512_mul_ps(_mm512_mul_ps(factors, prior), _mm512_div_ps(one, more)));
}

/* Removes proven losses from `there`. False: an edge has bounds other than none or a
 * loss. */
LANES static bool leave_lost(const lanes_t *lanes, __mmask16 *there) {
    __mmask16 bound = test_bits(lanes->links, (uint64_t)7 << CHILD_BITS);
    if (!bound)
        return true;
    __mmask16 most = test_bits(lanes->links, (uint64_t)BOUND_MOST_DRAW << CHILD_BITS);
    __mmask16 sure = test_bits(lanes->links, (uint64_t)BOUND_SURE << CHILD_BITS);
    *there &= (__mmask16)~bound;
    return bound == (most & sure);
}

/* Per lane: its best score, the first edge with it, and the best score of its others. */
typedef struct lane_bests {
    __m512 score, runner_up;
    __m512i edge;
} lane_bests_t;

LANES static scored_t best_of_lanes(const lane_bests_t *bests) {
    float score = _mm512_reduce_max_ps(bests->score);
    __mmask16 equal = _mm512_cmp_ps_mask(bests->score, _mm512_set1_ps(score), _CMP_EQ_OQ);
    int edge = _mm512_mask_reduce_min_epi32(equal, bests->edge);
    __mmask16 here = _mm512_cmpeq_epi32_mask(bests->edge, _mm512_set1_epi32(edge));
    float runner_up =
        _mm512_reduce_max_ps(_mm512_mask_mov_ps(bests->score, here, bests->runner_up));
    return (scored_t){edge == INT32_MAX ? SCAN_NONE : edge, score, runner_up};
}

LANES static scored_t scan_lanes(const selection_rule_t *rule, const edge_t *edges,
                                 int tried, float factor) {
    enum { SCAN_LESS = 96 }; /* up to this many, eight lanes are as fast */
    if (tried <= SCAN_LESS)
        return scan_half(rule, edges, tried, factor);
    const bool puct = rule->kind == SELECTION_PUCT;
    const __m512 none = _mm512_set1_ps(-1.0f);
    __m512i at = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    lane_bests_t bests = {none, none, _mm512_set1_epi32(INT32_MAX)};
    for (int i = 0; i < tried; i += LANE_COUNT) {
        int left = tried - i;
        __mmask16 there = (__mmask16)(left < LANE_COUNT ? (1 << left) - 1 : 0xffff);
        lanes_t lanes = load_edges(&edges[i], there);
        if (!leave_lost(&lanes, &there))
            return (scored_t){SCAN_BOUNDS, 0, 0};
        __m512 score = _mm512_mask_mov_ps(none, there, score_lanes(&lanes, factor, puct));
        __mmask16 better = _mm512_cmp_ps_mask(score, bests.score, _CMP_GT_OQ);
        bests.runner_up =
            _mm512_max_ps(bests.runner_up, _mm512_min_ps(bests.score, score));
        bests.score = _mm512_mask_mov_ps(bests.score, better, score);
        bests.edge = _mm512_mask_mov_epi32(bests.edge, better, at);
        at = _mm512_add_epi32(at, _mm512_set1_epi32(LANE_COUNT));
    }
    return best_of_lanes(&bests);
}

selection_scan_t *selection_scan_with(scan_instructions_t instructions) {
    switch (instructions) {
    case SCAN_ANY:
        return selection_scan;
    case SCAN_AVX2:
        return __builtin_cpu_supports("avx2") ? scan_half : NULL;
    case SCAN_AVX512:
        break;
    }
    bool lanes = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512f") &&
                 __builtin_cpu_supports("avx512dq") &&
                 __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2");
    return lanes ? scan_lanes : NULL;
}

#elif defined(__wasm_simd128__)

/* --- WebAssembly: four lanes -------------------------------------------------------- */

#define INLINE static inline __attribute__((always_inline))

enum { LANE_COUNT = 4 };

/* The low halves of four words of 64 bits; then the high halves. */
INLINE v128_t low_halves(const v128_t words[2]) {
    return wasm_i32x4_shuffle(words[0], words[1], 0, 2, 4, 6);
}

INLINE v128_t high_halves(const v128_t words[2]) {
    return wasm_i32x4_shuffle(words[0], words[1], 1, 3, 5, 7);
}

/* The sums of values, which are exact in a double, each rounded once. */
INLINE v128_t sums_of(const v128_t stats[2]) {
    const v128_t bits = wasm_i64x2_splat(((int64_t)1 << VALUE_BITS) - 1);
    const v128_t two_52 = wasm_f64x2_splat(4503599627370496.0);
    v128_t sums[2];
    for (int i = 0; i < 2; i++)
        sums[i] = wasm_f32x4_demote_f64x2_zero(
            wasm_f64x2_sub(wasm_v128_or(wasm_v128_and(stats[i], bits), two_52), two_52));
    return wasm_i64x2_shuffle(sums[0], sums[1], 0, 2);
}

INLINE v128_t score_lanes(const v128_t stats[2], const v128_t links[2], float factor,
                          bool puct) {
    const v128_t one = wasm_f32x4_splat(1), factors = wasm_f32x4_splat(factor);
    const v128_t shifted[2] = {wasm_u64x2_shr(stats[0], VALUE_BITS),
                               wasm_u64x2_shr(stats[1], VALUE_BITS)};
    v128_t visits = wasm_f32x4_convert_i32x4(low_halves(shifted));
    v128_t sum = wasm_f32x4_mul(sums_of(stats), wasm_f32x4_splat(1.0f / VALUE_ONE));
    v128_t root = wasm_f32x4_div(one, wasm_f32x4_sqrt(wasm_f32x4_pmax(visits, one)));
    v128_t mean = wasm_f32x4_mul(wasm_f32x4_mul(sum, root), root);
    if (!puct)
        return wasm_f32x4_add(mean, wasm_f32x4_mul(factors, root));
    v128_t prior = wasm_f32x4_convert_i32x4(wasm_u32x4_shr(high_halves(links), 16));
    v128_t more = wasm_f32x4_convert_i32x4(
        wasm_i32x4_add(low_halves(shifted), wasm_i32x4_splat(1)));
    return wasm_f32x4_add(
        mean, wasm_f32x4_mul(wasm_f32x4_mul(factors, prior), wasm_f32x4_div(one, more)));
}

/* Each lane has its best score, the first edge with it, and the best of its others. */
static scored_t best_of_lanes(v128_t scores, v128_t edges, v128_t runner_ups) {
    float score[LANE_COUNT], runner_up[LANE_COUNT];
    int32_t edge[LANE_COUNT];
    wasm_v128_store(score, scores);
    wasm_v128_store(edge, edges);
    wasm_v128_store(runner_up, runner_ups);
    scored_t best = {SCAN_NONE, -1.0f, -1.0f};
    for (int i = 0; i < LANE_COUNT; i++) {
        bool better =
            score[i] > best.score || (score[i] >= best.score && edge[i] < best.edge);
        float less = better ? best.score : score[i];
        less = less > runner_up[i] ? less : runner_up[i];
        best.runner_up = less > best.runner_up ? less : best.runner_up;
        best.edge = better ? edge[i] : best.edge;
        best.score = better ? score[i] : best.score;
    }
    return best;
}

/* Removes proven losses from `there`. False: an edge has bounds other than none or a
 * loss. */
INLINE bool leave_lost(const v128_t links[2], v128_t *there) {
    v128_t bounds = wasm_u32x4_shr(low_halves(links), CHILD_BITS);
    v128_t none = wasm_i32x4_eq(bounds, wasm_i32x4_splat(BOUNDS_NONE));
    v128_t lost = wasm_i32x4_eq(bounds, wasm_i32x4_splat(BOUNDS_LOST));
    *there = wasm_v128_and(*there, none);
    return wasm_i32x4_all_true(wasm_v128_or(none, lost));
}

static scored_t scan_lanes(const selection_rule_t *rule, const edge_t *edges, int tried,
                           float factor) {
    if (tried <= SCAN_FEW)
        return selection_scan(rule, edges, tried, factor);
    const bool puct = rule->kind == SELECTION_PUCT;
    const v128_t none = wasm_f32x4_splat(-1);
    v128_t scores = none, runner_ups = none, best = wasm_i32x4_splat(SCAN_NONE);
    v128_t at = wasm_i32x4_make(0, 1, 2, 3);
    for (int i = 0; i < tried; i += LANE_COUNT) {
        v128_t edge[LANE_COUNT], stats[2], links[2];
        for (int k = 0; k < LANE_COUNT; k++)
            edge[k] = wasm_v128_load(&edges[i + k < tried ? i + k : i]);
        for (int k = 0; k < 2; k++) {
            stats[k] = wasm_i64x2_shuffle(edge[2 * k], edge[2 * k + 1], 0, 2);
            links[k] = wasm_i64x2_shuffle(edge[2 * k], edge[2 * k + 1], 1, 3);
        }
        v128_t there = wasm_i32x4_lt(at, wasm_i32x4_splat(tried));
        if (!leave_lost(links, &there))
            return (scored_t){SCAN_BOUNDS, 0, 0};
        v128_t score =
            wasm_v128_bitselect(score_lanes(stats, links, factor, puct), none, there);
        v128_t better = wasm_f32x4_gt(score, scores);
        runner_ups = wasm_f32x4_pmax(runner_ups, wasm_f32x4_pmin(scores, score));
        scores = wasm_v128_bitselect(score, scores, better);
        best = wasm_v128_bitselect(at, best, better);
        at = wasm_i32x4_add(at, wasm_i32x4_splat(LANE_COUNT));
    }
    return best_of_lanes(scores, best, runner_ups);
}

selection_scan_t *selection_scan_with(scan_instructions_t instructions) {
    return instructions == SCAN_ANY ? scan_lanes : NULL;
}

#else

selection_scan_t *selection_scan_with(scan_instructions_t instructions) {
    return instructions == SCAN_ANY ? selection_scan : NULL;
}

#endif

selection_scan_t *selection_scan_here(void) {
    selection_scan_t *scan = selection_scan_with(SCAN_AVX512);
    scan = scan ? scan : selection_scan_with(SCAN_AVX2);
    return scan ? scan : selection_scan_with(SCAN_ANY);
}
