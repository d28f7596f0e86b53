/* Ataxx. Rules: D. Crummack and C. Galley 1990. */
#define CELLS 64
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t size, quiet;
} variant_t;
KEYS(NUMBER(size, 7, 4, 8, "cells per side"),
     NUMBER(quiet, 50, 4, 200,
            "jumps and passes in a row after which the game is counted"))

enum { GROW, JUMP, PASS };

static void setup(kit_t *k, const variant_t *v) {
    square(k, v->size, v->size, 8);
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
            if (dx * dx + dy * dy >= 4)
                hop(k, dx, dy);
    places(k, "");
    hops(k);
    calls(k, "pass");
    k->stuck = STUCK_COUNTS;
    k->most_count[0] = v->quiet;
    k->max_length = k->cells * v->quiet;
}

static void start(const kit_t *k, position_t *p) {
    int last = k->width - 1;
    p->of[0] = one(cell_at(k, 0, last)) | one(cell_at(k, last, 0));
    p->of[1] = one(cell_at(k, 0, 0)) | one(cell_at(k, last, last));
}

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    set_t own = p->of[p->side], free = empty(k, p);
    choose(k, c, GROW, near(k, own) & free);
    for (int d = HOPS; d < HOPS + k->hops; d++)
        choose_move(k, c, JUMP, d, 1, own & step_back(k, free, d));
    if (c->count == 0 && any(free))
        choose_call(k, c, PASS);
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    p->count[0] = m.group == GROW ? 0 : (uint16_t)(p->count[0] + 1);
    if (m.group == GROW)
        put(p, p->side, m.to);
    else if (m.group == JUMP)
        move(p, m.from, m.to);
    if (m.group != PASS)
        give(p, p->side, p->of[!p->side] & near_cell(k, m.to));
    pass_turn(p);
}

static outcome_t stands(const kit_t *k, const position_t *p) {
    if (!any(p->of[0]) || !any(p->of[1]) || p->count[0] >= k->most_count[0])
        return majority(count(p->of[0]), count(p->of[1]));
    return unfinished();
}

GAME("ataxx", .title = "Ataxx", .side_names = {"Red", "Blue"},
     .guide = "Aim: more pieces than the other side on the full board.\n"
              "A turn adds a piece next to an own one, b2, or moves one two cells away,\n"
              "a1-c2; then the other side's pieces next to it change sides.\n")
