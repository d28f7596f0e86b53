/* Havannah. Rules: C. Freeling 1981. */
#define CELLS 225
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t side;
} variant_t;
KEYS(NUMBER(side, 8, 3, 8, "cells per side of the hexagon"))

static void setup(kit_t *k, const variant_t *v) {
    hexagon(k, v->side);
    places(k, "");
    k->stuck = STUCK_DRAWS;
}

EMPTY_START
PLACE_ON_EMPTY

/* Whether a chain has two corners (a bridge) or touches three edges (a fork), to which
 * corners do not belong. */
static bool wins(const kit_t *k, set_t chain) {
    set_t corners = NONE, sides[6];
    int touched = 0;
    for (int d = 0; d < 6; d++) {
        sides[d] = edge(k, d) & edge(k, (d + 1) % 6);
        corners |= sides[d] & edge(k, (d + 2) % 6);
    }
    for (int d = 0; d < 6; d++)
        touched += any(chain & sides[d] & ~corners);
    return count(chain & corners) >= 2 || touched >= 3;
}

static outcome_t stands(const kit_t *k, const position_t *p) {
    int last = !p->side;
    set_t own = p->of[last], left = own & border(k);
    bool won = has_ring(k, own);
    while (any(left) && !won) {
        set_t chain = group(k, own, one(first(left)));
        won = wins(k, chain);
        left &= ~chain;
    }
    return won ? win(last) : unfinished();
}

GAME("havannah", .title = "Havannah", .side_names = {"White", "Black"},
     .guide = "Aim: a chain of own stones that is a ring around any cell, or has two\n"
              "corners, or touches three edges (corners are no part of edges).\n"
              "A turn places a stone on an empty cell, e5.\n")
