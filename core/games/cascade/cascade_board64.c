/* Cascade on one 64-bit word: sizes 2 to 8. */
#include "core/base/bits.h"
#include "core/games/cascade/cascade_position.h"

typedef bits64_t board_t;
#define board_count bits64_count
#define board_one bits64_one
#define board_pop bits64_pop
#define cascade_make_board RULES_MADE_HERE(cascade_make_board64)

static inline board_t board_down(board_t set, int bits) {
    return set << bits;
}

static inline board_t board_up(board_t set, int bits) {
    return set >> bits;
}

/* The cell of a set, as a set, that has `rank` cells of the set before it. */
static inline board_t board_draw(board_t set, int rank) {
#if defined(__BMI2__)
    return bits64_deposit(bits64_one(rank), set);
#else
    return bits64_one(bits64_select(set, rank));
#endif
}

#include "core/games/cascade/cascade_rules.h"
