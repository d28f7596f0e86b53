/* Amazons. Rules: W. Zamkauskas 1988. A turn is two actions: a move and an arrow. */
#define CELLS 100
#define OWNERS 3
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t size;
} variant_t;
KEYS(NUMBER(size, 10, 4, 10, "cells per side"))

enum { MOVE, ARROW };

static void setup(kit_t *k, const variant_t *v) {
    square(k, v->size, v->size, 8);
    slides(k, k->width - 1);
    places(k, "x");
    k->phases = 2;
    k->marks = true; /* the amazon that shoots */
    k->first_turn = 2;
    k->max_length = 2 * k->cells;
}

static void start(const kit_t *k, position_t *p) {
    int last = k->width - 1, third = last / 3;
    for (int side = 0; side < 2; side++) {
        int home = side ? last : 0, away = side ? last - third : third;
        p->of[side] = one(cell_at(k, 0, away)) | one(cell_at(k, third, home)) |
                      one(cell_at(k, last - third, home)) | one(cell_at(k, last, away));
    }
}

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    set_t free = empty(k, p);
    if (p->phase == MOVE)
        choose_slides(k, c, MOVE, p->of[p->side], free, k->width - 1);
    else if (p->mark != NO_CELL)
        choose(k, c, ARROW, slides_from(k, one(p->mark), free));
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    if (m.group == MOVE) {
        move(p, m.from, m.to);
        p->mark = (uint8_t)m.to;
        p->phase = ARROW;
    } else {
        put(p, NOBODY, m.to);
        p->mark = NO_CELL;
        p->phase = MOVE;
        pass_turn(p);
    }
}

ENDS_WHEN_STUCK

GAME("amazons", .title = "Amazons", .side_names = {"White", "Black"},
     .guide =
         "Aim: the last move.\n"
         "A turn moves an amazon any way along a line over empty cells, d1-d7, and\n"
         "then shoots an arrow from there in the same way, xg7: that cell is closed.\n")
