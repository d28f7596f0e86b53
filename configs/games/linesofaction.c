/* Lines of Action. Rules: C. Soucie, in S. Sackson, A Gamut of Games, 1969;
 * both=draw as in the Computer Olympiads. */
#define CELLS 64
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t size, turns;
    int both;
} variant_t;
KEYS(NUMBER(size, 8, 5, 8, "cells per side"),
     NUMBER(turns, 200, 50, 1000, "turns after which the game is drawn"),
     CHOICE(both, "mover|draw", "who wins if one move connects both sides"))

static void setup(kit_t *k, const variant_t *v) {
    square(k, v->size, v->size, 8);
    slides(k, k->width - 1);
    k->cut_off = v->turns;
}

static void start(const kit_t *k, position_t *p) {
    set_t low = row(k, 0) | row(k, k->width - 1);
    set_t left = column(k, 0) | column(k, k->width - 1);
    p->of[0] = low & ~left;
    p->of[1] = left & ~low;
}

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    set_t own = p->of[p->side], enemy = p->of[!p->side], found[64] = {NONE};
    EACH (from, own)
        for (int d = 0; d < k->directions; d++) {
            int n = 1 + count(line_of(k, from, d) & (own | enemy)), to = from;
            for (int i = 1; i < n && to != NO_CELL; i++) {
                to = next_cell(k, to, d);
                if (to != NO_CELL && has(enemy, to))
                    to = NO_CELL;
            }
            to = to == NO_CELL ? NO_CELL : next_cell(k, to, d);
            if (to != NO_CELL && !has(own, to))
                add_move(k, found, 0, d, n, one(from));
        }
    choose_all(k, c, 0, found);
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    move(p, m.from, m.to);
    pass_turn(p);
}

static outcome_t stands(const kit_t *k, const position_t *p) {
    int last = !p->side;
    bool own = is_one_group(k, p->of[last]), other = is_one_group(k, p->of[p->side]);
    if (own && other)
        return VARIANT->both ? draw() : win(last);
    return own ? win(last) : other ? win(p->side) : unfinished();
}

GAME("linesofaction", .title = "Lines of Action", .side_names = {"Black", "White"},
     .guide =
         "Aim: all own pieces in one group; diagonal neighbours count.\n"
         "A turn moves a piece along a line by exactly as many cells as there are\n"
         "pieces on that line, b1-b3, over own pieces, not over others; it captures\n"
         "what it lands on.\n")
