/* Seesaw on one 64-bit word: sides 2 to 4 in a 7x7 axial grid, bit q*7 + r.
 * The grid needs no guard columns: a step past an edge lands on a bit that is not a cell
 * of the hexagon. Rows count upwards, so the bits are in the order of the cells. */
#include "core/base/bits.h"
#include "core/game/playout.h"
#include "core/games/lanes.h"
#include "core/games/seesaw/seesaw_position.h"

enum { BOARD_BITS = 49, STRIDE = 7, BITS_IN_CELL_ORDER = 1 };
typedef bits64_t board_t;
#define board_count bits64_count
#define board_first bits64_first
#define board_one bits64_one
#define board_pop bits64_pop
#define board_select bits64_select
#define board_pick bits64_pick
#define seesaw_make_board RULES_MADE_HERE(seesaw_make_grid7)

#include "core/games/seesaw/seesaw_grid.h"
#if HAS_LANES
#include "core/games/seesaw/seesaw_grid_lanes.h"
#endif
#include "core/games/seesaw/seesaw_rules.h"
