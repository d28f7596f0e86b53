/* Seega on one 128-bit pair of words: 81 cells, bit column*9 + row. */
#include "core/base/bits.h"
#include "core/games/seega/seega_position.h"
#include "core/games/seega/seega_text.h"

enum { SIDE = 9 };
typedef bits128_t board_t;
#define board_count bits128_count
#define board_first bits128_first
#define board_one bits128_one
#define board_pop bits128_pop
#define board_pick(set, rank) bits128_one(bits128_select(set, rank))
#define board_select bits128_select
#define seega_make_board RULES_MADE_HERE(seega_make_square9)

#include "core/games/seega/seega_rules.h"
