/* Nine Men's Morris. Rules: traditional. A mill is one action, what it removes another.
 */
#define CELLS 49
#include <fulcrum/kit.h>

typedef struct variant {
    bool fly;
    int64_t men, quiet;
} variant_t;
KEYS(FLAG(fly, true, "a side with three men may move to any point"),
     NUMBER(men, 9, 3, 9, "men of each side"),
     NUMBER(quiet, 100, 10, 400, "moves in a row without a mill that draw the game"))

enum { PLACE, REMOVE, MOVE };

static void setup(kit_t *k, const variant_t *v) {
    graph(k, 7, 7,
          "a1-d1 d1-g1 b2-d2 d2-f2 c3-d3 d3-e3 a4-b4 b4-c4 e4-f4 f4-g4 c5-d5 d5-e5 "
          "b6-d6 d6-f6 a7-d7 d7-g7 a1-a4 a4-a7 b2-b4 b4-b6 c3-c4 c4-c5 d1-d2 d2-d3 "
          "d5-d6 d6-d7 e3-e4 e4-e5 f2-f4 f4-f6 g1-g4 g4-g7");
    places(k, "");
    places(k, "x");
    pairs(k);
    k->phases = 2; /* 1: the mover has closed a mill */
    k->side_counts = true;
    k->counted = "to be placed";
    k->most_count[0] = k->most_count[1] = v->men; /* still to be placed */
    k->most_count[2] = v->quiet;
    k->max_length = 4 * v->men + 2 * v->men * v->quiet;
}

static void start(const kit_t *k, position_t *p) {
    p->count[0] = p->count[1] = (uint16_t)VARIANT->men;
}

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    set_t own = p->of[p->side], enemy = p->of[!p->side], free = empty(k, p);
    if (p->phase == 1) {
        set_t open = enemy & ~cells_in_lines(k, enemy, 3);
        choose(k, c, REMOVE, any(open) ? open : enemy);
    } else if (p->count[p->side] > 0) {
        choose(k, c, PLACE, free);
    } else {
        bool flies = VARIANT->fly && count(own) == 3;
        EACH (to, free)
            choose_pair(k, c, MOVE, flies ? own : own & near_cell(k, to), to);
    }
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    if (m.group == REMOVE) {
        take(p, m.to);
        p->phase = 0;
        pass_turn(p);
        return;
    }
    p->count[2] = m.group == MOVE ? (uint16_t)(p->count[2] + 1) : 0;
    if (m.group == MOVE)
        move(p, m.from, m.to);
    else
        put(p, p->side, m.to);
    if (m.group == PLACE && p->count[p->side] > 0)
        p->count[p->side]--;
    if (full_line(k, p->of[p->side], m.to)) {
        p->phase = 1;
        p->count[2] = 0;
    } else {
        pass_turn(p);
    }
}

static outcome_t stands(const kit_t *k, const position_t *p) {
    if (p->phase == 0 && count(p->of[p->side]) + p->count[p->side] < 3)
        return win(!p->side);
    return p->count[2] >= k->most_count[2] ? draw() : unfinished();
}

GAME("ninemensmorris", .title = "Nine Men's Morris", .side_names = {"White", "Black"},
     .guide =
         "Aim: the other side has two men left, or cannot move.\n"
         "A turn places a man, d2, and when all are placed moves one along a line,\n"
         "d2-d3, or anywhere with three men left. Three in a row along a line are a\n"
         "mill: it removes a man of the other side, xa1, not out of a mill if others\n"
         "are left.\n")
