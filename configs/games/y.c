/* Y. Rules: C. Schensted and C. Titus 1953, on a plain triangle. */
#define CELLS 225
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t size;
} variant_t;
KEYS(NUMBER(size, 13, 2, 15, "cells per side"))

static void setup(kit_t *k, const variant_t *v) {
    triangle(k, v->size);
    places(k, "");
}

EMPTY_START
PLACE_ON_EMPTY

static outcome_t stands(const kit_t *k, const position_t *p) {
    int last = !p->side;
    set_t own = p->of[last], left = group(k, own, column(k, 0));
    set_t left_and_low = group(k, own, left & row(k, 0));
    return any(left_and_low & edge(k, HEX_NORTH_EAST)) ? win(last) : unfinished();
}

GAME("y", .title = "Y", .side_names = {"Black", "White"},
     .guide = "Aim: a chain of own stones that touches all three edges.\n"
              "A turn places a stone on an empty cell, e5.\n")
