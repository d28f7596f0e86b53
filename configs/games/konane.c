/* Konane. Rules: Hawaiian, traditional, as described on mindsports.nl. */
#define CELLS 100
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t size;
} variant_t;
KEYS(NUMBER(size, 8, 4, 10, "cells per side"))

enum { REMOVE, JUMP };

static void setup(kit_t *k, const variant_t *v) {
    square(k, v->size, v->size, 4);
    places(k, "x");
    slides(k, k->width - 1);
    k->phases = 3; /* the first stone, the second, jumps */
}

static void start(const kit_t *k, position_t *p) {
    p->of[0] = checkered(k, true);
    p->of[1] = checkered(k, false);
}

static set_t first_stones(const kit_t *k) {
    int last = k->width - 1, low = last / 2;
    return rectangle(k, low, low, k->width - 2 * low, k->width - 2 * low) |
           ((row(k, 0) | row(k, last)) & (column(k, 0) | column(k, last)));
}

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    set_t own = p->of[p->side], enemy = p->of[!p->side], free = empty(k, p);
    if (p->phase == 0)
        choose(k, c, REMOVE, own & first_stones(k));
    else if (p->phase == 1)
        choose(k, c, REMOVE, own & near(k, free));
    for (int d = 0; d < k->directions && p->phase == 2; d++) {
        set_t from = own;
        for (int n = 2; n < k->width; n += 2) {
            set_t to = free; /* from where n steps of jumps are possible */
            for (int i = 0; i < n; i += 2)
                to = step_back(k, enemy & step_back(k, to & free, d), d);
            from &= to;
            choose_move(k, c, JUMP, d, n, from);
        }
    }
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    if (m.group == REMOVE) {
        take(p, m.to);
        p->phase++;
    } else {
        for (int n = 1; n < m.distance; n += 2)
            take(p, cell_away(k, m.from, m.direction, n));
        move(p, m.from, m.to);
    }
    pass_turn(p);
}

ENDS_WHEN_STUCK

GAME("konane", .title = "Konane", .side_names = {"Black", "White"},
     .guide =
         "Aim: the last move.\n"
         "First Black removes an own stone in the middle or a corner, xa1, then White\n"
         "one next to the gap. A turn jumps with a stone over a stone of the other\n"
         "side, which is removed, c3-e3, and as often as possible on in that direction,\n"
         "if one likes, c3-g3.\n")
