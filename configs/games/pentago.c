/* Pentago. Rules: T. Flodén 2005. A turn is two actions: a marble and a turn of a
 * quarter. */
#define CELLS 36
#include <fulcrum/kit.h>

NO_KEYS

enum { MARBLE, LEFT, RIGHT };

static void setup(kit_t *k, const variant_t *v) {
    square(k, 6, 6, 8);
    places(k, "");
    calls_at(k, "left-");
    calls_at(k, "right-");
    k->phases = 2;
    k->stuck = STUCK_DRAWS;
    k->max_length = 2 * k->cells;
    k->symmetries = SYMMETRIES_TURNS;
}

EMPTY_START

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    set_t middles = one(cell_at(k, 1, 1)) | one(cell_at(k, 4, 1)) |
                    one(cell_at(k, 1, 4)) | one(cell_at(k, 4, 4));
    if (p->phase == 0) {
        choose(k, c, MARBLE, empty(k, p));
    } else {
        choose(k, c, LEFT, middles);
        choose(k, c, RIGHT, middles);
    }
}

static set_t turned(const kit_t *k, set_t marbles, int middle, bool left) {
    set_t square = near_cell(k, middle) | one(middle), after = marbles & ~square;
    EACH (cell, marbles & square) {
        int x = column_of(k, cell) - column_of(k, middle);
        int y = row_of(k, cell) - row_of(k, middle);
        after |= one(middle + (left ? cell_at(k, -y, x) : cell_at(k, y, -x)));
    }
    return after;
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    if (m.group == MARBLE) {
        put(p, p->side, m.to);
        p->phase = 1;
        return;
    }
    for (int side = 0; side < 2; side++)
        p->of[side] = turned(k, p->of[side], m.to, m.group == LEFT);
    p->phase = 0;
    pass_turn(p);
}

static outcome_t stands(const kit_t *k, const position_t *p) {
    bool won[] = {line(k, p->of[0], 5), line(k, p->of[1], 5)};
    return won[0] && won[1] ? draw() : won[0] ? win(0) : won[1] ? win(1) : unfinished();
}

GAME("pentago", .title = "Pentago", .side_names = {"White", "Black"},
     .guide =
         "Aim: five own marbles in a row.\n"
         "A turn places a marble, b3, and then turns one of the four quarters by 90\n"
         "degrees, left-e5 or right-e5, named by its middle.\n")
