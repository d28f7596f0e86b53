/* Reversi. Rules: L. Waterman and J. Mollett 1883, with the start of Othello. */
#define CELLS 64
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t size;
} variant_t;
KEYS(NUMBER(size, 8, 4, 8, "cells per side, even"))

enum { PLACE, PASS };

static void setup(kit_t *k, const variant_t *v) {
    square(k, v->size, v->size, 8);
    places(k, "");
    calls(k, "pass");
    k->stuck = STUCK_COUNTS;
    k->max_length = 2 * k->cells;
}

static void start(const kit_t *k, position_t *p) {
    int middle = k->width / 2;
    put(p, 0, cell_at(k, middle, middle));
    put(p, 0, cell_at(k, middle - 1, middle - 1));
    put(p, 1, cell_at(k, middle, middle - 1));
    put(p, 1, cell_at(k, middle - 1, middle));
}

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    set_t own = p->of[p->side], enemy = p->of[!p->side], free = empty(k, p);
    set_t cells = outflanking(k, own, enemy, free);
    choose(k, c, PLACE, cells);
    if (!any(cells) && any(outflanking(k, enemy, own, free)))
        choose_call(k, c, PASS);
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    if (m.group == PLACE) {
        give(p, p->side, outflanked(k, p->of[p->side], p->of[!p->side], m.to));
        put(p, p->side, m.to);
    }
    pass_turn(p);
}

ENDS_WHEN_STUCK

GAME("reversi", .title = "Reversi", .side_names = {"Black", "White"},
     .guide = "Aim: more discs than the other side at the end.\n"
              "A turn places a disc, d3, so that rows of the other side's discs lie\n"
              "between it and own discs; these change sides. Who cannot, must pass.\n")
