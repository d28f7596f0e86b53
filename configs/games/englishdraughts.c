/* English draughts (checkers). Rules: World Checkers Draughts Federation. An action is
 * one step or one jump; a piece that can must jump on. */
#define CELLS 64
#define LAYERS 1
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t size, quiet;
} variant_t;
KEYS(NUMBER(size, 8, 4, 8, "cells per side"),
     NUMBER(quiet, 80, 10, 400, "turns in a row of kings without a capture that draw"))

enum { KINGS };

static void setup(kit_t *k, const variant_t *v) {
    square(k, v->size, v->size, 8);
    dark_squares_only(k);
    slides(k, 2);
    k->marks = true; /* the piece that has to jump on */
    k->most_count[0] = v->quiet;
    k->max_length = k->cells * k->height * v->quiet;
}

static void start(const kit_t *k, position_t *p) {
    p->of[0] = home_rows(k, 0, (k->height - 2) / 2);
    p->of[1] = home_rows(k, 1, (k->height - 2) / 2);
}

/* Those of some pieces that may go in a direction: kings, and men ahead. */
static set_t movers(const position_t *p, set_t pieces, int d) {
    bool ahead = p->side == (d == SOUTH_WEST || d == SOUTH_EAST);
    return ahead ? pieces : pieces & p->is[KINGS];
}

static void choose_jumps(const kit_t *k, const position_t *p, set_t from, choices_t *c) {
    for (int d = NORTH_EAST; d <= SOUTH_EAST; d++)
        choose_move(k, c, 0, d, 2,
                    jumpers(k, movers(p, from, d), p->of[!p->side], empty(k, p), d));
}

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    set_t own = p->of[p->side];
    choose_jumps(k, p, p->mark == NO_CELL ? own : own & one(p->mark), c);
    if (c->count > 0 || p->mark != NO_CELL)
        return;
    for (int d = NORTH_EAST; d <= SOUTH_EAST; d++)
        choose_move(k, c, 0, d, 1, movers(p, own, d) & step_back(k, empty(k, p), d));
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    bool man = !has(p->is[KINGS], m.from), jumps = m.distance == 2;
    choices_t more;
    no_choices(&more);
    move(p, m.from, m.to);
    if (jumps)
        take(p, next_cell(k, m.from, m.direction));
    p->count[0] = man || jumps ? 0 : (uint16_t)(p->count[0] + 1);
    bool crowned = man && row_of(k, m.to) == (p->side ? 0 : k->height - 1);
    if (crowned)
        p->is[KINGS] |= one(m.to);
    if (jumps && !crowned)
        choose_jumps(k, p, one(m.to), &more);
    p->mark = more.count > 0 ? (uint8_t)m.to : NO_CELL;
    if (more.count == 0)
        pass_turn(p);
}

static outcome_t stands(const kit_t *k, const position_t *p) {
    return p->count[0] >= k->most_count[0] ? draw() : unfinished();
}

GAME("englishdraughts", .title = "English draughts", .side_names = {"Black", "White"},
     .guide =
         "Aim: leave the other side without a move.\n"
         "A turn moves a piece one step diagonally, c3-d4, men only ahead; or jumps\n"
         "over a piece of the other side, which is removed, c3-e5, and on while that\n"
         "is possible. Who can jump must. A man on the last row becomes a king.\n")
