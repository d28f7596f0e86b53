/* seesaw_features.h - Seesaw's features over bitboards; included by seesaw_rules.h, for
 * each board. All sizes are found at once: the lower bits of the stacks' sizes become
 * sets of cells, and Boolean operations on these separate the sizes.
 * Source: mcts/evaluate/integer/INTEGER.md (features), RULES.md §3.1 (reach).
 */
#ifndef CORE_SEESAW_FEATURES_H
#define CORE_SEESAW_FEATURES_H

/* The lowest bits of eight bytes, as a byte with the first byte's bit lowest. */
static inline uint64_t lowest_bits(uint64_t bytes) {
    const uint64_t ones = UINT64_C(0x0101010101010101);
#if defined(__BMI2__)
    return bits64_extract(bytes, ones);
#else
    return (bytes & ones) * UINT64_C(0x0102040810204080) >> 56;
#endif
}

/* Bits 0, 1 and 2 of the sizes, and whether there is a higher one. */
typedef struct size_bits {
    board_t bit[3], more;
} size_bits_t;

#if defined(HAS_LANES) && HAS_LANES
static inline size_bits_t find_size_bits(const seesaw_state_t *state) {
    __m512i sizes =
        _mm512_maskz_loadu_epi8(((UINT64_C(1) << BOARD_BITS) - 1), state->size);
    size_bits_t found;
    for (int i = 0; i < 3; i++)
        found.bit[i] = _mm512_test_epi8_mask(sizes, _mm512_set1_epi8((char)(1 << i)));
    found.more = _mm512_test_epi8_mask(sizes, _mm512_set1_epi8((char)0xf8));
    return found;
}
#else
/* The bytes of sizes come in words of eight; the last word has the remaining ones. */
enum { WHOLE_WORDS = BOARD_BITS / 8, LAST_BYTES = BOARD_BITS % 8 };

static inline uint64_t in_order(uint64_t bytes) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

static inline void add_size_bits(size_bits_t *found, uint64_t sizes, int first) {
    for (int i = 0; i < 3; i++)
        found->bit[i] |= (board_t)lowest_bits(sizes >> i) << first;
    if (sizes & UINT64_C(0xf8f8f8f8f8f8f8f8)) { /* seldom */
        uint64_t more = sizes >> 3 | sizes >> 4 | sizes >> 5 | sizes >> 6 | sizes >> 7;
        found->more |= (board_t)lowest_bits(more) << first;
    }
}

static inline size_bits_t find_size_bits(const seesaw_state_t *state) {
    size_bits_t found = {.bit = {0, 0, 0}, .more = 0};
    uint64_t sizes;
    for (int i = 0; i < WHOLE_WORDS; i++) {
        memcpy(&sizes, state->size + 8 * i, 8);
        add_size_bits(&found, in_order(sizes), 8 * i);
    }
    sizes = 0;
    memcpy(&sizes, state->size + 8 * WHOLE_WORDS, LAST_BYTES);
    add_size_bits(&found, in_order(sizes), 8 * WHOLE_WORDS);
    return found;
}
#endif

/* The cells with a stack of size 1, 2, 3, 4, odd from 5 on, even from 6 on. */
static inline void find_sizes(const size_bits_t *bits, board_t stacks,
                              board_t sizes[SEESAW_SIZES]) {
    board_t b0 = bits->bit[0], b1 = bits->bit[1], b2 = bits->bit[2];
    board_t small = stacks & ~bits->more, below4 = small & ~b2;
    sizes[0] = below4 & b0 & ~b1;
    sizes[1] = below4 & b1 & ~b0;
    sizes[2] = below4 & b1 & b0;
    sizes[3] = small & b2 & ~b1 & ~b0;
    board_t large = stacks & ~(sizes[0] | sizes[1] | sizes[2] | sizes[3]);
    sizes[4] = large & b0;
    sizes[5] = large & ~b0;
}

/* The enemies that a first capture could take. A front is the set of cells at which some
 * stack has `steps` steps left; odd stacks larger than 5 count as 5. */
static inline board_t find_reached(const tables_t *tables,
                                   const board_t sizes[SEESAW_SIZES], board_t empty,
                                   board_t enemies) {
    board_t next = 0, reached = 0;
    for (int steps = SEESAW_REACH; steps > 0; steps--) {
        board_t front = sizes[steps - 1] | (next & empty);
        if (!front) /* usually, for large stacks */
            continue;
        next = step_any(&tables->steps, front);
        reached |= next;
    }
    return reached & enemies;
}

static inline void put_set(features_writer_t *writer, const tables_t *tables,
                           board_t set) {
    for (int w = 0; w < SET_WORDS; w++)
        features_put(writer, bits64_gather(&tables->gather[w], set_word(set, w)),
                     tables->gathered[w]);
}

static inline void put_facts(features_writer_t *writer, const tables_t *tables,
                             const seesaw_state_t *state) {
    const seesaw_variant_t *variant = &tables->common.variant;
    int left = state->left < SEESAW_STEPS_LEFT ? state->left : SEESAW_STEPS_LEFT;
    uint64_t steps_left = (UINT64_C(1) << left) >> 1;
    bool first =
        state->turn == 0 && state->side == 0 && variant->first_turn != SEESAW_FIRST_ANY;
    features_put(writer, steps_left << (state->side * SEESAW_STEPS_LEFT),
                 2 * SEESAW_STEPS_LEFT);
    features_put_fact(writer, state->side, state->passes > 0);
    features_put_fact(writer, state->side, first);
    features_put(writer, features_turns(tables->max_turns - state->turn), FEATURES_TURNS);
}

static void write_features(const game_t *game, const void *bytes, uint64_t *bits) {
    const tables_t *tables = tables_of(game);
    const seesaw_state_t *state = bytes;
    features_writer_t writer = features_writer(bits);
    board_t sizes[2][SEESAW_SIZES], reached[2], empty = empty_cells(tables, state);
    size_bits_t size_bits = find_size_bits(state);
    for (int s = 0; s < 2; s++) {
        find_sizes(&size_bits, state->stacks[s], sizes[s]);
        reached[1 - s] = find_reached(tables, sizes[s], empty, state->stacks[1 - s]);
        for (int i = 0; i < SEESAW_SIZES; i++)
            put_set(&writer, tables, sizes[s][i]);
    }
    board_t chain = state->chain != NO_BIT ? board_one(state->chain) : 0;
    put_set(&writer, tables, state->tiles[0]);
    put_set(&writer, tables, state->tiles[1]);
    put_set(&writer, tables, state->side == 0 ? chain : 0);
    put_set(&writer, tables, state->side == 1 ? chain : 0);
    put_set(&writer, tables, reached[0]);
    put_set(&writer, tables, reached[1]);
    put_facts(&writer, tables, state);
    features_finish(&writer);
}

#endif
