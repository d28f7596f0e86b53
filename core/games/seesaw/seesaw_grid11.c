/* Seesaw on one 128-bit word: side 6 in an 11x11 axial grid; see seesaw_grid7.c. */
#include "core/base/bits.h"
#include "core/games/seesaw/seesaw_position.h"

enum { BOARD_BITS = 121, STRIDE = 11, BITS_IN_CELL_ORDER = 1 };
typedef bits128_t board_t;
#define board_count bits128_count
#define board_first bits128_first
#define board_one bits128_one
#define board_pop bits128_pop
#define board_select bits128_select
#define board_pick bits128_pick
#define seesaw_make_board RULES_MADE_HERE(seesaw_make_grid11)

#include "core/games/seesaw/seesaw_grid.h"
#include "core/games/seesaw/seesaw_rules.h"
