/* Hex. Rules: P. Hein 1942, J. Nash 1948. */
#define CELLS 196
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t size;
} variant_t;
KEYS(NUMBER(size, 11, 2, 14, "cells per side"))

static void setup(kit_t *k, const variant_t *v) {
    rhombus(k, v->size, v->size);
    places(k, "");
    k->symmetries = SYMMETRIES_EDGES;
}

EMPTY_START
PLACE_ON_EMPTY

static outcome_t stands(const kit_t *k, const position_t *p) {
    int last = !p->side;
    set_t from = last ? column(k, 0) : row(k, 0);
    set_t to = last ? column(k, k->width - 1) : row(k, k->height - 1);
    return connects(k, p->of[last], from, to) ? win(last) : unfinished();
}

GAME("hex", .title = "Hex", .side_names = {"Red", "Blue"},
     .guide = "Aim: a chain of own stones, Red from the lowest to the highest row, Blue\n"
              "from the first to the last column. A turn places a stone, f6.\n")
