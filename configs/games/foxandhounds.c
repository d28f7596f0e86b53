/* Fox and Hounds. Rules: traditional; the fox chooses where to begin. */
#define CELLS 64
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t size;
} variant_t;
KEYS(NUMBER(size, 8, 4, 8, "cells per side"))

enum { PLACE, MOVE };

static void setup(kit_t *k, const variant_t *v) {
    square(k, v->size, v->size, 8);
    dark_squares_only(k);
    places(k, "");
    slides(k, 1);
    k->phases = 2;
    k->first_turn = 2; /* place and move the fox */
    k->max_length = 4 + k->cells * 2;
}

static void start(const kit_t *k, position_t *p) {
    p->of[1] = row(k, k->height - 1);
}

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    set_t free = empty(k, p);
    if (p->phase == PLACE)
        choose(k, c, PLACE, free & row(k, 0));
    else
        for (int d = p->side ? SOUTH_WEST : NORTH_EAST; d <= SOUTH_EAST; d++)
            choose_move(k, c, MOVE, d, 1, p->of[p->side] & step_back(k, free, d));
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    if (m.group == PLACE) {
        put(p, 0, m.to);
        p->phase = MOVE;
    } else {
        move(p, m.from, m.to);
        pass_turn(p);
    }
}

static outcome_t stands(const kit_t *k, const position_t *p) {
    return any(p->of[0] & edge(k, NORTH_EAST) & edge(k, NORTH_WEST)) ? win(0)
                                                                     : unfinished();
}

GAME("foxandhounds", .title = "Fox and Hounds", .side_names = {"Fox", "Hounds"},
     .guide =
         "The fox aims for the top row, the hounds to leave it no move.\n"
         "The fox begins on a cell of the lowest row, c1, and moves at once. A turn\n"
         "moves the fox or a hound one step diagonally, c1-d2; hounds only down.\n")
