/* Tic-tac-toe. Rules: common knowledge. */
#define CELLS 9
#include <fulcrum/kit.h>

NO_KEYS

static void setup(kit_t *k, const variant_t *v) {
    square(k, 3, 3, 8);
    places(k, "");
    k->in_line = 3;
    k->stuck = STUCK_DRAWS;
}

EMPTY_START
PLACE_ON_EMPTY

static outcome_t stands(const kit_t *k, const position_t *p) {
    return line(k, p->of[!p->side], 3) ? win(!p->side) : unfinished();
}

GAME("tictactoe", .title = "Tic-tac-toe", .side_names = {"Crosses", "Noughts"},
     .guide = "Aim: three in a row.\nA turn marks an empty cell, b2.\n")
