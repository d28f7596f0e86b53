/* Knightthrough: Breakthrough with knights. Rules: the game of the General Game Playing
 * competitions. */
#define CELLS 64
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t size;
} variant_t;
KEYS(NUMBER(size, 8, 5, 8, "cells per side"))

static void setup(kit_t *k, const variant_t *v) {
    square(k, v->size, v->size, 8);
    knight_hops(k); /* the first four go down, the last four up */
    hops(k);
    k->max_length = 4 * k->width * k->height;
}

static void start(const kit_t *k, position_t *p) {
    p->of[0] = home_rows(k, 0, 2);
    p->of[1] = home_rows(k, 1, 2);
}

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    set_t own = p->of[p->side], other = all_cells(k) & ~own;
    for (int i = 0; i < 4; i++) {
        int d = HOPS + i + (p->side ? 0 : 4);
        choose_move(k, c, 0, d, 1, own & step_back(k, other, d));
    }
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    move(p, m.from, m.to);
    pass_turn(p);
}

static outcome_t stands(const kit_t *k, const position_t *p) {
    int last = !p->side;
    return any(p->of[last] & edge(k, last ? SOUTH : NORTH)) ? win(last) : unfinished();
}

GAME("knightthrough", .title = "Knightthrough", .side_names = {"White", "Black"},
     .guide =
         "Aim: a knight on the other side's home row.\n"
         "A turn moves a knight as in chess, but only ahead, b2-c4; it may capture.\n")
