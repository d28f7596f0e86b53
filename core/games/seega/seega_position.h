/* seega_position.h - a Seega position square by square, for everything that people and
 * files see; its validity; its packed form.
 * Use: the boards' rules convert their states to a seega_position_t and back
 *      (seega_board_t.load, .store); functions of the game table that are not hot work on
 *      it and are the same for all boards.
 * Errors: as game.h.
 * Source: RULES.md §7, and §2 to §4 for the validity of positions.
 */
#ifndef CORE_SEEGA_POSITION_H
#define CORE_SEEGA_POSITION_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/game/game.h"
#include "core/game/rules_build.h"
#include "core/games/seega/seega.h"
#include "core/games/seega/seega_geometry.h"

typedef struct seega_position {
    uint8_t owner[SEEGA_MAX_CELLS]; /* 0 Red, 1 Blue, NOBODY */
    uint8_t side;                   /* to move */
    uint8_t phase;                  /* seega_phase_t */
    uint8_t going_on; /* cell of the piece that may move again, or SEEGA_NO_CELL */
    uint8_t ending;   /* reason_t; filled in by load */
    uint16_t quiet;   /* turns in a row without a capture or removal */
} seega_position_t;

/* The conversions between states and positions on one board. Every board's tables begin
 * with this struct. */
typedef struct seega_board {
    seega_geometry_t geometry;
    seega_variant_t variant;
    void (*load)(const game_t *game, const void *state, seega_position_t *position);
    /* Fills in how the game has ended, if it has; the position must be sound. */
    void (*store)(const game_t *game, const seega_position_t *position, void *state);
} seega_board_t;

static inline const seega_board_t *seega_board(const game_t *game) {
    return game->tables;
}

/* Set up a board's tables, and the parts of the game that differ between boards. */
RULES_DECLARE(seega_make_square5);
RULES_DECLARE(seega_make_square7);
RULES_DECLARE(seega_make_square9);
enum { SEEGA_TABLES_BYTES = 20480 };

static inline bool seega_is_placing(int phase) {
    return phase == SEEGA_PLACE0 || phase == SEEGA_PLACE1;
}

/* An empty board in phase SEEGA_PLACE0 with Red to move: the start. */
void seega_position_init(seega_position_t *position);

/* Whether the rules allow the position; false with what is wrong. */
bool seega_position_is_sound(const seega_board_t *board, const seega_position_t *position,
                             failure_t *error);

/* Functions of the game table. */
void seega_start(const game_t *game, void *state);
void seega_pack(const game_t *game, const void *state, unsigned char *bytes);
bool seega_unpack(const game_t *game, const unsigned char *bytes, void *state,
                  failure_t *error);
void seega_symmetry(const game_t *game, int symmetry, const void *state, void *image);
action_t seega_symmetry_action(const game_t *game, int symmetry, action_t action);
bool seega_symmetry_exchanges_sides(const game_t *game, int symmetry);
bool seega_check(const game_t *game, const void *state, failure_t *error);

/* seega_cells.c */
void seega_contents(const game_t *game, const void *state, uint8_t *contents);
int seega_action_cells(const game_t *game, action_t action,
                       uint8_t cells[GAME_ACTION_CELLS]);
void seega_name_cell(const game_t *game, int cell, text_t *out);

/* A cell's name: "c12". */
void seega_write_cell(const seega_geometry_t *geometry, int cell, text_t *out);

/* seega_drawing.c: board_drawing.h */
void seega_draw_board(const game_t *game, struct board_drawing *board);
extern const planes_class_t seega_planes_class;
void seega_planes(const game_t *game, const void *state, uint8_t *planes);
policy_output_t seega_policy_output(const game_t *game, int side, action_t action);

/* seega_feature_names.c: sets the numbers of game->features; the board sets `write`. */
void seega_make_features(game_t *game);
int seega_feature_seen(const game_t *game, int feature);
int seega_feature_image(const game_t *game, int symmetry, int feature);
void seega_feature_meaning(const game_t *game, int feature, text_t *out);

#endif
