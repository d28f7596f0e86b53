/* Go: area scoring, no suicide, and no position again of the last 32 with the same side
 * to move (situational superko). Rules: J. Tromp and B. Taylor, with these changes. */
#define CELLS 225
#define HISTORY 32
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t size, komi;
} variant_t;
KEYS(NUMBER(size, 9, 2, 15, "cells per side"),
     NUMBER(komi, 7, 0, 9, "points of White's; a half point more"))

enum { STONE, PASS };

static void setup(kit_t *k, const variant_t *v) {
    square(k, v->size, v->size, 4);
    places(k, "");
    calls(k, "pass");
    k->most_count[0] = 2; /* passes */
    k->cut_off = 3 * k->cells;
}

static void start(const kit_t *k, position_t *p) {
    remember(p);
}

static void place(const kit_t *k, position_t *p, int cell, bool takes) {
    put(p, p->side, cell);
    if (takes)
        take_all(p, surrounded(k, p->of[!p->side], empty(k, p)));
    p->count[0] = 0;
    pass_turn(p);
}

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    set_t own = p->of[p->side], enemy = p->of[!p->side], free = empty(k, p);
    set_t takes = near(k, few_liberties(k, enemy, free, 1)), cells = NONE;
    EACH (cell, breathing(k, own, enemy, free)) {
        position_t next = *p;
        place(k, &next, cell, has(takes, cell));
        cells |= times_seen(&next) ? NONE : one(cell);
    }
    choose(k, c, STONE, cells);
    choose_call(k, c, PASS);
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    if (m.group == STONE) {
        place(k, p, m.to, true);
        remember(p);
    } else {
        p->count[0]++;
        pass_turn(p);
    }
}

/* Stones, and the empty cells that only they reach. */
static int area(const kit_t *k, const position_t *p, int side) {
    set_t free = empty(k, p), own = p->of[side], other = p->of[!side];
    set_t reached = group(k, free, near(k, own) & free);
    return count(own) + count(reached & ~group(k, free, near(k, other) & free));
}

static outcome_t stands(const kit_t *k, const position_t *p) {
    int komi = 2 * (int)VARIANT->komi + 1;
    if (p->count[0] < 2)
        return unfinished();
    return majority(2 * area(k, p, 0), 2 * area(k, p, 1) + komi);
}

GAME("go", .title = "Go", .side_names = {"Black", "White"},
     .guide = "Aim: more stones and surrounded cells than the other side, who has komi.\n"
              "A turn places a stone, e5, or passes; two passes end the game. Groups\n"
              "without an empty neighbour are taken. No position comes again, of the\n"
              "last 32, and no stone is placed that would be taken at once.\n")
