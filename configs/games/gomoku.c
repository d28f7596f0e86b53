/* Gomoku: five in a row, free or exactly five. Rules: traditional. */
#define CELLS 225
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t size;
    bool exact;
} variant_t;
KEYS(NUMBER(size, 15, 5, 15, "cells per side"),
     FLAG(exact, false, "six in a row do not win"))

static void setup(kit_t *k, const variant_t *v) {
    square(k, v->size, v->size, 8);
    places(k, "");
    k->in_line = 5;
    k->stuck = STUCK_DRAWS;
}

EMPTY_START
PLACE_ON_EMPTY

static outcome_t stands(const kit_t *k, const position_t *p) {
    set_t stones = p->of[!p->side];
    bool five = VARIANT->exact ? exact_line(k, stones, 5) : line(k, stones, 5);
    return five ? win(!p->side) : unfinished();
}

GAME("gomoku", .title = "Gomoku", .side_names = {"Black", "White"},
     .guide = "Aim: five own stones in a row, across, up or diagonally.\n"
              "A turn places a stone on an empty cell, h8.\n")
