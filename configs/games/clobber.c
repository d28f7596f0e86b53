/* Clobber. Rules: M. Albert, J. P. Grossman and R. Nowakowski 2001. */
#define CELLS 100
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t width, height;
} variant_t;
KEYS(NUMBER(width, 6, 2, 10, "columns"), NUMBER(height, 5, 2, 10, "rows"))

static void setup(kit_t *k, const variant_t *v) {
    square(k, v->width, v->height, 4);
    slides(k, 1);
}

static void start(const kit_t *k, position_t *p) {
    p->of[0] = checkered(k, true);
    p->of[1] = checkered(k, false);
}

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    for (int d = 0; d < k->directions; d++)
        choose_move(k, c, 0, d, 1, p->of[p->side] & step_back(k, p->of[!p->side], d));
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    move(p, m.from, m.to);
    pass_turn(p);
}

ENDS_WHEN_STUCK

GAME("clobber", .title = "Clobber", .side_names = {"White", "Black"},
     .guide = "Aim: the last move.\n"
              "A turn moves a stone onto a stone of the other side next to it, a1-a2.\n")
