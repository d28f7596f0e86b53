/* Tumbleweed. Rules: M. Zapała 2020, as described on mindsports.nl and boardspace.net.
 * The first turn sets up a stack for each side. */
#define CELLS 225
#define OWNERS 3
#define LAYERS 3
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t side;
} variant_t;
KEYS(NUMBER(side, 8, 3, 8, "cells per side of the hexagon"))

enum { SETTLE, PASS };

static void setup(kit_t *k, const variant_t *v) {
    hexagon(k, v->side);
    places(k, "");
    calls(k, "pass");
    k->phases = 3; /* two actions of setting up; then the game */
    k->first_turn = 2;
    k->most_count[0] = 2; /* passes */
    k->cut_off = 4 * k->cells;
    k->letters = "1aA2bB3cC4dD5eE6fF7gG";
}

static void start(const kit_t *k, position_t *p) {
    int middle = cell_at(k, k->width / 2, k->height / 2);
    put(p, NOBODY, middle);
    set_kind(p, middle, 2);
}

/* How many stacks of a side see each cell. */
static void sights(const kit_t *k, const position_t *p, int side, set_t seen[3]) {
    set_t free = empty(k, p);
    seen[0] = seen[1] = seen[2] = NONE;
    for (int d = 0; d < k->directions; d++) {
        set_t sees = slide(k, p->of[side], d, free);
        add_one(seen, 3, sees | step(k, sees | p->of[side], d));
    }
}

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    set_t seen[3];
    sights(k, p, p->side, seen);
    choose(k, c, SETTLE, p->phase < 2 ? empty(k, p) : larger(seen, p->is, 3));
    if (p->phase == 2)
        choose_call(k, c, PASS);
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    set_t seen[3];
    int height = 1, owner = p->phase == 1 ? !p->side : p->side;
    if (m.group == SETTLE) {
        sights(k, p, p->side, seen);
        if (p->phase == 2)
            height = number_at(seen, 3, m.to);
        take(p, m.to);
        put(p, owner, m.to);
        set_kind(p, m.to, height);
    }
    p->count[0] = m.group == PASS ? (uint16_t)(p->count[0] + 1) : 0;
    if (p->phase != 0)
        pass_turn(p);
    p->phase += p->phase < 2;
}

static outcome_t stands(const kit_t *k, const position_t *p) {
    set_t seen[2][3];
    if (p->count[0] < 2)
        return unfinished();
    for (int side = 0; side < 2; side++)
        sights(k, p, side, seen[side]);
    set_t free = empty(k, p);
    return majority(count(p->of[0] | (free & larger(seen[0], seen[1], 3))),
                    count(p->of[1] | (free & larger(seen[1], seen[0], 3))));
}

GAME("tumbleweed", .title = "Tumbleweed", .side_names = {"White", "Red"},
     .guide =
         "Aim: more than half of the board, stacks and cells that more own stacks see.\n"
         "White's first turn puts a white and a red stack of height 1 anywhere, e5 g7.\n"
         "A turn settles a cell that n own stacks see along open lines, with a stack\n"
         "of height n, if what is there is lower; or passes. Two passes end the game.\n")
