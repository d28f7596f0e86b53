/* Connect Four. Rules: H. Wexler and N. Strongin, Milton Bradley 1974. */
#define CELLS 64
#include <fulcrum/kit.h>

typedef struct variant {
    int64_t width, height, line;
} variant_t;
KEYS(NUMBER(width, 7, 4, 9, "columns"), NUMBER(height, 6, 4, 7, "rows"),
     NUMBER(line, 4, 3, 5, "discs in a row that win"))

static void setup(kit_t *k, const variant_t *v) {
    square(k, v->width, v->height, 8);
    drops(k);
    k->in_line = v->line;
    k->stuck = STUCK_DRAWS;
    k->symmetries = SYMMETRIES_UP;
}

EMPTY_START

static void legal(const kit_t *k, const position_t *p, choices_t *c) {
    choose(k, c, 0, open_columns(k, empty(k, p)));
}

static void apply(const kit_t *k, position_t *p, move_t m) {
    put(p, p->side, drop_cell(k, empty(k, p), m.to));
    pass_turn(p);
}

static outcome_t stands(const kit_t *k, const position_t *p) {
    return line(k, p->of[!p->side], VARIANT->line) ? win(!p->side) : unfinished();
}

GAME("connectfour", .title = "Connect Four", .side_names = {"Red", "Yellow"},
     .guide = "Aim: four own discs in a row, across, up or diagonally.\n"
              "A turn drops a disc into a column, d.\n")
