/* kit_board.h - boards by name, and what a game's setup says about them.
 * Use: static void setup(kit_t *k, const variant_t *v) {
 *          square(k, (int)v->size, (int)v->size, 8);
 *          slides(k, k->width - 1);             group 0 of actions
 *          places(k, "");                       group 1
 *          k->cut_off = 200;
 *      }
 * Cells are numbered row by row from the lower left, on a grid of `width` columns that
 * encloses the board; places of it that are no cells are removed. Setup first calls one
 * board, then changes it (remove_cell, dark_squares_only), then declares the groups of
 * actions in the order of their numbers, and sets the fields under "for setup".
 * Owns: nothing; a kit_t is the game's table, and never changes after setup.
 * Errors: what does not fit ends the making of the game, with a message.
 */
#ifndef CORE_KIT_BOARD_H
#define CORE_KIT_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    KIT_MOST_WORDS = 4,
    KIT_CELLS = 255, /* the most cells of a board, and of its grid */
    KIT_DIRECTIONS = 32,
    HOPS = 8, /* the first direction that is a hop */
    KIT_PARTS = 3,
    KIT_GROUPS = 8,
    KIT_KINDS = 320,      /* of actions */
    KIT_PLACES = 65000,   /* kinds times cells */
    KIT_ACTIONS = 20000,  /* the most */
    KIT_SYMMETRIES = 16,  /* the most */
    KIT_COUNTERS = 4,     /* of a position */
    KIT_HISTORY = 32,     /* earlier positions that one remembers, at most */
    KIT_LETTERS = 40,     /* of contents */
    KIT_STATE_WORDS = 32, /* of a position */
    NO_CELL = 255
};

/* Directions. Of a square board: with 4 neighbours the first four, with 8 all. */
enum { EAST, NORTH, WEST, SOUTH, NORTH_EAST, NORTH_WEST, SOUTH_WEST, SOUTH_EAST };
/* Of a board of hexagons, whose rows lie half a cell further right than those below. */
enum {
    HEX_EAST,
    HEX_NORTH_EAST,
    HEX_NORTH_WEST,
    HEX_WEST,
    HEX_SOUTH_WEST,
    HEX_SOUTH_EAST
};

/* A set of cells as the library keeps it. */
typedef struct kit_words {
    uint64_t word[KIT_MOST_WORDS];
} kit_words_t;

/* What the numbers of a group of actions name. */
typedef enum {
    KIT_PLACE,
    KIT_DROP,
    KIT_SLIDE,
    KIT_HOP,
    KIT_PAIR,
    KIT_CALL,
    KIT_CALL_AT
} kit_form_t;

typedef struct kit_group {
    kit_form_t form;
    int kind, kinds;  /* the first, and how many */
    int distances;    /* of moves */
    const char *text; /* before the cells */
} kit_group_t;

/* A kind of actions, such as moves by two steps in one direction: at most one for each
 * cell. */
typedef struct kit_kind {
    int first; /* place of cell 0's in the tables below */
    uint8_t group, direction, distance;
} kit_kind_t;

/* An action by its number. */
typedef struct kit_action {
    uint16_t kind;
    uint8_t cell, target;
} kit_action_t;

/* Which of the board's symmetries the rules keep, of those that map the start to itself,
 * with the sides exchanged or not. */
typedef enum {
    SYMMETRIES_ALL,
    SYMMETRIES_TURNS, /* rotations only */
    SYMMETRIES_UP,    /* those that keep up and down: gravity */
    SYMMETRIES_EDGES, /* side 0 owns the lower and upper edge, side 1 the others: those
                       * that map the pairs to each other exchange sides */
    SYMMETRIES_NONE
} kit_symmetries_t;

/* The result of a side that has no legal action. */
typedef enum { STUCK_LOSES, STUCK_WINS, STUCK_DRAWS, STUCK_COUNTS } kit_stuck_t;

typedef struct kit_symmetry {
    bool exchanges;
    uint8_t cell[KIT_CELLS + 1];
    uint8_t direction[KIT_DIRECTIONS];
} kit_symmetry_t;

typedef struct kit {
    const void *variant; /* the game's variant_t */
    /* The board. */
    int cells, width, height; /* cells: of the grid; removed ones included */
    int directions, axes;     /* to neighbours; axis i: axis[i] and its opposite */
    int hops;                 /* directions from HOPS on */
    bool by_shift;            /* a step is one shift: neither a torus nor a graph */
    bool is_hex, is_graph, is_torus;
    uint8_t axis[KIT_DIRECTIONS], opposite[KIT_DIRECTIONS];
    int shift[KIT_DIRECTIONS], dx[KIT_DIRECTIONS], dy[KIT_DIRECTIONS];
    /* On a torus and a graph a step is several shifts, each to other cells; 0: too many.
     */
    int parts[KIT_DIRECTIONS], part_shift[KIT_DIRECTIONS][KIT_PARTS];
    kit_words_t part_landing[KIT_DIRECTIONS][KIT_PARTS];
    kit_words_t all;                     /* the cells of the board */
    kit_words_t landing[KIT_DIRECTIONS]; /* cells that a step in a direction can reach */
    kit_words_t edge[KIT_DIRECTIONS];    /* cells without a neighbour there */
    kit_words_t line[HOPS][KIT_CELLS + 1]; /* the cells in a direction and its opposite */
    kit_words_t column[KIT_CELLS + 1];     /* of a square board */
    kit_words_t near[KIT_CELLS + 1];       /* the neighbours of a cell */
    uint8_t next[KIT_DIRECTIONS][KIT_CELLS + 1]; /* NO_CELL: there is none */
    /* Actions. */
    int num_groups, num_kinds, num_actions;
    kit_group_t group[KIT_GROUPS];
    kit_kind_t kind[KIT_KINDS];
    uint8_t target[KIT_PLACES];  /* by kind and cell: where such an action leads, */
    uint16_t number[KIT_PLACES]; /* and its number, which only those on the board have */
    kit_action_t action[KIT_ACTIONS];
    /* For setup. */
    int cut_off;    /* actions after which a game is drawn; 0: the rules end it */
    int max_length; /* bound on the actions of a game without a cut-off; default: one
                     * for each cell */
    int first_turn; /* actions of the first turn; default: one, of a piece placed */
    kit_stuck_t stuck;
    kit_symmetries_t symmetries;
    int phases;                   /* p->phase is below it; default: 1 */
    bool marks;                   /* p->mark is used */
    int most_count[KIT_COUNTERS]; /* p->count[i] is at most this; default: 0 */
    const char *letters;          /* of kinds of pieces; default: NULL */
    bool side_counts;             /* count[0] is about side 0, count[1] about side 1, and
                                   * networks see both */
    const char *counted;          /* what they count, for people: "captured" */
    int in_line;                  /* 3 to 8: networks see lines that lack one or two */
    /* By the library. */
    const struct kit_layout *layout;
    kit_words_t line_begins[KIT_DIRECTIONS]; /* by axis: where in_line cells fit */
    int most_played;                         /* the largest p->played */
    uint64_t start[KIT_STATE_WORDS];         /* the first position */
    char all_letters[KIT_LETTERS];
    int num_symmetries;
    kit_symmetry_t symmetry[KIT_SYMMETRIES];
    int turned; /* the symmetry by which networks see the board for side 1: the first that
                 * exchanges the sides and is its own inverse; 0: none */
} kit_t;

/* --- Boards ------------------------------------------------------------------------- */

/* Rectangles of squares; neighbours: 4 or 8. */
void square(kit_t *k, int width, int height, int neighbours);
/* The same joined at opposite edges; both sizes at least 3. */
void torus(kit_t *k, int width, int height, int neighbours);
/* Boards of hexagons: a hexagon with `side` cells per side, a rhombus (as of Hex), a
 * triangle (as of Y), a rectangle whose odd rows lie half a cell further right. */
void hexagon(kit_t *k, int side);
void rhombus(kit_t *k, int width, int height);
void triangle(kit_t *k, int side);
void hex_rectangle(kit_t *k, int width, int height);
/* A board whose neighbours are what `edges` joins: pairs of cells "a1-b1 b1-c2 ...". The
 * cells lie on a grid, for drawing and names; those without an edge are removed. */
void graph(kit_t *k, int width, int height, const char *edges);
void remove_cell(kit_t *k, int cell);
/* Removes the squares of one colour; a1 stays. */
void dark_squares_only(kit_t *k);

static inline int cell_at(const kit_t *k, int x, int y) {
    return y * k->width + x;
}
static inline int column_of(const kit_t *k, int cell) {
    return cell % k->width;
}
static inline int row_of(const kit_t *k, int cell) {
    return cell / k->width;
}

/* Adds a direction, number HOPS and up, which is no neighbour's: dx to the right, dy up.
 */
void hop(kit_t *k, int dx, int dy);
/* Adds the eight hops of a chess knight. */
void knight_hops(kit_t *k);

/* The steps between two cells of a line of a square board. */
static inline int steps_between(const kit_t *k, int a, int b) {
    int x = column_of(k, a) - column_of(k, b), y = row_of(k, a) - row_of(k, b);
    x = x < 0 ? -x : x;
    y = y < 0 ? -y : y;
    return x > y ? x : y;
}
static inline bool on_board(const kit_t *k, int cell) {
    return k->all.word[cell / 64] >> cell % 64 & 1;
}

/* --- Groups of actions -------------------------------------------------------------- */

/* text: what an action's text begins with, "" at most once for each form. */
void places(kit_t *k, const char *text); /* of one cell: "b2" */
void drops(kit_t *k);                    /* of a column: "b" */
void slides(kit_t *k, int most); /* from a cell, a direction and 1 to `most` steps */
void hops(kit_t *k);             /* from a cell by one of the hops */
void pairs(kit_t *k);            /* of two cells: "b2-c4" */
void calls(kit_t *k, const char *text);    /* of no cell: "pass" */
void calls_at(kit_t *k, const char *text); /* named by a cell that does not change */

/* --- For the library ---------------------------------------------------------------- */

/* Fills in the tables of the board; numbers the actions. */
void kit_complete_board(kit_t *k);
void kit_number_actions(kit_t *k);

/* What `legal` may not offer: a kind after one that does not come before it (-1: none),
 * or that does not exist; a kind's action off the board; a move that its group lacks. */
_Noreturn void kit_refuse_kind(const kit_t *k, int before, int kind);
_Noreturn void kit_refuse_cell(const kit_t *k, int kind, int cell);
_Noreturn void kit_refuse_move(const kit_t *k, int group, int direction, int distance);

#endif
