/* International draughts. Rules: Fédération Mondiale du Jeu de Dames. An action is one
 * move or one jump; captured pieces stay until the turn ends. */
#define CELLS 100
#define LAYERS 2
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t size, quiet;
    bool most;
} variant_t;
KEYS(NUMBER(size, 10, 6, 10, "cells per side"),
     NUMBER(quiet, 50, 10, 400, "turns in a row of kings without a capture that draw"),
     FLAG(most, true, "the most pieces must be captured"))

enum { KINGS, CAUGHT, MOVES = 8 * 9 };

static void setup(kit_t *k, const variant_t *v) {
    square(k, v->size, v->size, 8);
    dark_squares_only(k);
    slides(k, k->width - 1);
    k->marks = true; /* the piece that has to jump on */
    k->most_count[0] = v->quiet;
    k->max_length = k->cells * k->height * v->quiet;
    k->letters = "XObwBW";
}

static void start(const kit_t *k, position_t *p) {
    p->of[0] = home_rows(k, 0, (k->height - 2) / 2);
    p->of[1] = home_rows(k, 1, (k->height - 2) / 2);
}

/* The most captures by a piece on a cell, of enemies that it has not jumped yet. With
 * `found`, adds its jumps that begin such a sequence, if it is as long as *best. */
static int captures(const kit_t *k, int from, bool king, set_t enemy, set_t free,
                    int *best, set_t *found) {
    int most = 0;
    for (int d = NORTH_EAST; d <= SOUTH_EAST; d++) {
        int over = king ? first_seen(k, from, d, free) : next_cell(k, from, d);
        int to = over != NO_CELL && has(enemy, over) ? next_cell(k, over, d) : NO_CELL;
        for (; to != NO_CELL && has(free, to);
             to = king ? next_cell(k, to, d) : NO_CELL) {
            int n = 1;
            if (VARIANT->most)
                n += captures(k, to, king, enemy & ~one(over), free, best, NULL);
            most = n > most ? n : most;
            if (!found || n < *best)
                continue;
            if (n > *best) /* forget shorter ones */
                memset(found, 0, MOVES * sizeof *found);
            *best = n;
            add_move(k, found, 0, d, steps_between(k, from, to), one(from));
        }
    }
    return most;
}

/* Offers the jumps of some pieces. */
static void choose_jumps(const kit_t *k, const position_t *p, set_t from, choices_t *c) {
    set_t enemy = p->of[!p->side] & ~p->is[CAUGHT], free = empty(k, p), can = NONE;
    set_t found[MOVES] = {NONE};
    int best = 0;
    for (int d = NORTH_EAST; d <= SOUTH_EAST; d++)
        can |= jumpers(k, from, enemy, free, d);
    EACH (cell, can | (from & p->is[KINGS])) {
        set_t open = free | (p->of[p->side] & one(cell)); /* it leaves its cell */
        captures(k, cell, has(p->is[KINGS], cell), enemy, open, &best, found);
    }
    if (best > 0)
        choose_all(k, c, 0, found);
}

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    set_t own = p->of[p->side], free = empty(k, p);
    choose_jumps(k, p, p->mark == NO_CELL ? own : own & one(p->mark), c);
    if (c->count > 0 || p->mark != NO_CELL)
        return;
    for (int d = NORTH_EAST; d <= SOUTH_EAST; d++) {
        bool ahead = p->side == (d == SOUTH_WEST || d == SOUTH_EAST);
        set_t to = step_back(k, free, d), from = ahead ? own : own & p->is[KINGS];
        for (int n = 1; n < k->width; n++) {
            choose_move(k, c, 0, d, n, from & to);
            to = step_back(k, to & free, d);
            from &= p->is[KINGS];
        }
    }
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    set_t free = empty(k, p), enemy = p->of[!p->side];
    int over = first_seen(k, m.from, m.direction, free);
    bool man = !has(p->is[KINGS], m.from);
    bool jumps = over != NO_CELL && steps_between(k, m.from, over) < m.distance;
    choices_t more;
    no_choices(&more);
    move(p, m.from, m.to);
    p->count[0] = man || jumps ? 0 : (uint16_t)(p->count[0] + 1);
    if (jumps) {
        p->is[CAUGHT] |= one(over) & enemy;
        choose_jumps(k, p, one(m.to), &more);
    }
    p->mark = more.count > 0 ? (uint8_t)m.to : NO_CELL;
    if (more.count > 0)
        return;
    take_all(p, p->is[CAUGHT]);
    if (row_of(k, m.to) == (p->side ? 0 : k->height - 1))
        p->is[KINGS] |= one(m.to);
    pass_turn(p);
}

static outcome_t stands(const kit_t *k, const position_t *p) {
    return p->count[0] >= k->most_count[0] ? draw() : unfinished();
}

GAME("internationaldraughts", .title = "International draughts",
     .side_names = {"White", "Black"},
     .guide =
         "Aim: leave the other side without a move.\n"
         "A turn moves a man one step diagonally ahead, c3-d4, or a king any way; or\n"
         "it jumps over a piece of the other side and on, in all directions, a king\n"
         "from and to any distance. Who can jump must, and as many pieces as possible;\n"
         "they are removed at the end. A man that ends on the last row becomes a king.\n")
