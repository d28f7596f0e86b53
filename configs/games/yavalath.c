/* Yavalath. Rules: Ludi (C. Browne) 2007. */
#define CELLS 121
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t side;
} variant_t;
KEYS(NUMBER(side, 5, 3, 6, "cells per side of the hexagon"))

static void setup(kit_t *k, const variant_t *v) {
    hexagon(k, v->side);
    places(k, "");
    k->in_line = 4;
    k->stuck = STUCK_DRAWS;
}

EMPTY_START
PLACE_ON_EMPTY

static outcome_t stands(const kit_t *k, const position_t *p) {
    int last = !p->side;
    return line(k, p->of[last], 4)   ? win(last)
           : line(k, p->of[last], 3) ? win(!last)
                                     : unfinished();
}

GAME("yavalath", .title = "Yavalath", .side_names = {"White", "Black"},
     .guide = "Aim: four own stones in a row; but who makes three without four, loses.\n"
              "A turn places a stone on an empty cell, e5.\n")
