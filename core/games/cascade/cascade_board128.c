/* Cascade on one 128-bit word: sizes 9 to 11. */
#include "core/base/bits.h"
#include "core/games/cascade/cascade_position.h"

typedef bits128_t board_t;
#define board_count bits128_count
#define board_one bits128_one
#define board_pop bits128_pop
#define cascade_make_board RULES_MADE_HERE(cascade_make_board128)

/* Shifts by less than 64 bits, which the compiler cannot know of a variable shift. */
static inline board_t board_down(board_t set, int bits) {
    bits64_t low = (bits64_t)set, high = (bits64_t)(set >> 64);
    return (board_t)(high << bits | low >> (64 - bits)) << 64 | low << bits;
}

static inline board_t board_up(board_t set, int bits) {
    bits64_t low = (bits64_t)set, high = (bits64_t)(set >> 64);
    return (board_t)(high >> bits) << 64 | (low >> bits | high << (64 - bits));
}

/* The cell of a set, as a set, that has `rank` cells of the set before it. Its word is
 * unpredictable: selecting between ranks costs less than a branch. */
static inline board_t board_draw(board_t set, int rank) {
#if defined(__BMI2__)
    bits64_t low = (bits64_t)set, high = (bits64_t)(set >> 64);
    int beyond = rank - bits64_count(low);
    bits64_t is_low = 0 - (bits64_t)(beyond < 0);
    bits64_t in_low = bits64_one(rank & 63) & is_low;
    bits64_t in_high = bits64_one(beyond & 63) & ~is_low;
    return (board_t)bits64_deposit(in_high, high) << 64 | bits64_deposit(in_low, low);
#else
    return bits128_one(bits128_select(set, rank));
#endif
}

#include "core/games/cascade/cascade_rules.h"
