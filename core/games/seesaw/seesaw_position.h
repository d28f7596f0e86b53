/* seesaw_position.h - a Seesaw position cell by cell, for everything that people and
 * files see; and the geometry of the hexhex board.
 * Use: the boards' rules convert their states to a seesaw_position_t and back
 *      (seesaw_board_t.load, .store); functions of the game table that are not hot work
 *      on it and are the same for all boards.
 * Errors: as game.h.
 * Source: RULES.md §1 (board), §5 (actions), §6 (position text), §8 (symmetries).
 */
#ifndef CORE_SEESAW_POSITION_H
#define CORE_SEESAW_POSITION_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/game/game.h"
#include "core/game/rules_build.h"
#include "core/games/seesaw/seesaw.h"

/* Directions of a step: 0 up, 1 up-left, 2 up-right (for South: forward); d + 3 is the
 * opposite of d. */
enum { SEESAW_DIRECTIONS = 6 };

/* Axial coordinates: q counts columns from the left, r grows upwards, so that straight up
 * is (0,+1), up-right (+1,+1) and down-right (+1,0). */
typedef struct seesaw_geometry {
    int side, cells;
    int8_t q[SEESAW_MAX_CELLS], r[SEESAW_MAX_CELLS];
    int8_t number[SEESAW_MAX_CELLS];               /* within the column, from 1 */
    uint8_t column_first[2 * SEESAW_MAX_SIDE - 1]; /* the bottom cell of a column */
    /* The neighbour in a direction, or SEESAW_NO_CELL. */
    uint8_t neighbour[SEESAW_MAX_CELLS][SEESAW_DIRECTIONS];
    uint8_t image[4][SEESAW_MAX_CELLS]; /* of each cell under a symmetry */
} seesaw_geometry_t;

void seesaw_geometry_init(seesaw_geometry_t *geometry, int side);

/* Index of the cell with these coordinates, or SEESAW_NO_CELL. */
int seesaw_cell_at(const seesaw_geometry_t *geometry, int q, int r);

typedef struct seesaw_position {
    uint8_t stack_side[SEESAW_MAX_CELLS]; /* 0 South, 1 North, NOBODY */
    uint8_t stack_size[SEESAW_MAX_CELLS]; /* 0 if there is no stack */
    uint8_t tile_side[SEESAW_MAX_CELLS];
    uint8_t side;       /* to move */
    uint8_t chain_cell; /* of the capturing stack that may continue, or SEESAW_NO_CELL */
    uint8_t chain_left; /* its steps left over */
    uint8_t passes;     /* in a row, just before this position */
    uint8_t ending;     /* reason_t; filled in by load */
    uint16_t turn;      /* turns played */
} seesaw_position_t;

/* The conversions between states and positions on one kind of board. Every board's tables
 * begin with this struct. */
typedef struct seesaw_board {
    seesaw_geometry_t geometry;
    seesaw_variant_t variant;
    uint8_t place_cell[SEESAW_MAX_CELLS]; /* cells in the order of the board's bits */
    void (*load)(const game_t *game, const void *state, seesaw_position_t *position);
    /* Fills in how the game has ended, if it has; the position must be sound. */
    void (*store)(const game_t *game, const seesaw_position_t *position, void *state);
} seesaw_board_t;

static inline const seesaw_board_t *seesaw_board(const game_t *game) {
    return game->tables;
}

/* Set up a board's tables, and the parts of the game that differ between boards. */
RULES_DECLARE(seesaw_make_grid7);
RULES_DECLARE(seesaw_make_torus61);
RULES_DECLARE(seesaw_make_grid11);
enum { SEESAW_TABLES_BYTES = 32768 };

/* Action numbers on a board of `cells` cells (seesaw.h). */
static inline int seesaw_action_deploy(int cell) {
    return cell;
}
static inline int seesaw_action_glide(int cells, int from, int to) {
    return cells + from * cells + to;
}
static inline int seesaw_action_capture(int cells, int from, int to) {
    return cells + cells * cells + from * cells + to;
}
static inline int seesaw_action_end(int cells) {
    return cells + 2 * cells * cells;
}
static inline int seesaw_action_pass(int cells) {
    return cells + 2 * cells * cells + 1;
}

/* The size of a promoted stack (RULES.md §3.5); sizes saturate (§9.8). */
static inline int seesaw_grown(int size) {
    return size == SEESAW_MAX_STACK ? SEESAW_MAX_STACK - 1 : size + 1;
}

void seesaw_start(const game_t *game, void *state);
void seesaw_write_position(const game_t *game, const void *state, position_form_t form,
                           text_t *out);
bool seesaw_read_position(const game_t *game, const char *text, void *state,
                          failure_t *error);
void seesaw_write_action(const game_t *game, action_t action, text_t *out);
bool seesaw_read_action(const game_t *game, const char *text, action_t *action);
void seesaw_pack(const game_t *game, const void *state, unsigned char *bytes);
bool seesaw_unpack(const game_t *game, const unsigned char *bytes, void *state,
                   failure_t *error);
void seesaw_symmetry(const game_t *game, int symmetry, const void *state, void *image);
action_t seesaw_symmetry_action(const game_t *game, int symmetry, action_t action);
bool seesaw_symmetry_exchanges_sides(const game_t *game, int symmetry);
void seesaw_picture(const game_t *game, const void *state, const picture_form_t *form,
                    text_t *out);
bool seesaw_check(const game_t *game, const void *state, failure_t *error);

/* seesaw_cells.c */
void seesaw_contents(const game_t *game, const void *state, uint8_t *contents);
int seesaw_action_cells(const game_t *game, action_t action,
                        uint8_t cells[GAME_ACTION_CELLS]);
void seesaw_name_cell(const game_t *game, int cell, text_t *out);

/* A cell's name: "c12". */
void seesaw_write_cell(const seesaw_geometry_t *geometry, int cell, text_t *out);

/* seesaw_drawing.c: board_drawing.h */
void seesaw_draw_board(const game_t *game, struct board_drawing *board);
void seesaw_draw_cells(const game_t *game, const void *state, struct cell_drawing *cells);
extern const planes_class_t seesaw_planes_class;
void seesaw_planes(const game_t *game, const void *state, uint8_t *planes);
policy_output_t seesaw_policy_output(const game_t *game, int side, action_t action);

/* seesaw_feature_names.c: sets the numbers of game->features; the board sets `write`. */
void seesaw_make_features(game_t *game);
int seesaw_feature_seen(const game_t *game, int feature);
int seesaw_feature_image(const game_t *game, int symmetry, int feature);
void seesaw_feature_meaning(const game_t *game, int feature, text_t *out);

#endif
