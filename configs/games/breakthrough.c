/* Breakthrough. Rules: D. Troyka 2000. */
#define CELLS 64
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t width, height;
} variant_t;
KEYS(NUMBER(width, 8, 3, 8, "columns"), NUMBER(height, 8, 5, 8, "rows"))

static void setup(kit_t *k, const variant_t *v) {
    square(k, v->width, v->height, 8);
    slides(k, 1);
    k->max_length = 4 * k->width * (k->height - 2);
}

static void start(const kit_t *k, position_t *p) {
    p->of[0] = home_rows(k, 0, 2);
    p->of[1] = home_rows(k, 1, 2);
}

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    static const int ahead[2][3] = {{NORTH, NORTH_EAST, NORTH_WEST},
                                    {SOUTH, SOUTH_WEST, SOUTH_EAST}};
    set_t own = p->of[p->side], free = empty(k, p), other = all_cells(k) & ~own;
    for (int i = 0; i < 3; i++) {
        int d = ahead[p->side][i];
        choose_move(k, c, 0, d, 1, own & step_back(k, i == 0 ? free : other, d));
    }
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    move(p, m.from, m.to);
    pass_turn(p);
}

static outcome_t stands(const kit_t *k, const position_t *p) {
    int last = !p->side;
    bool home = any(p->of[last] & edge(k, last ? SOUTH : NORTH));
    return home || !any(p->of[p->side]) ? win(last) : unfinished();
}

GAME("breakthrough", .title = "Breakthrough", .side_names = {"White", "Black"},
     .guide = "Aim: a piece on the other side's home row.\n"
              "A turn moves a piece one step ahead, straight or diagonally, b2-c3; only\n"
              "diagonally it captures.\n")
