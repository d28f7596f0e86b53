/* Seega on one 64-bit word: 25 cells, bit column*5 + row. */
#include "core/base/bits.h"
#include "core/game/playout.h"
#include "core/games/lanes.h"
#include "core/games/seega/seega_position.h"
#include "core/games/seega/seega_text.h"

enum { SIDE = 5 };
typedef bits64_t board_t;
#define board_count bits64_count
#define board_first bits64_first
#define board_one bits64_one
#define board_pop bits64_pop
#define board_pick(set, rank) bits64_one(bits64_select(set, rank))
#define board_select bits64_select
#define seega_make_board RULES_MADE_HERE(seega_make_square5)

#include "core/games/seega/seega_rules.h"
