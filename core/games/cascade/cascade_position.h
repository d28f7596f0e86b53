/* cascade_position.h - a Cascade position cell by cell, for everything that people and
 * files see.
 * Use: the boards' rules convert their states to a cascade_position_t and back
 *      (cascade_board_t.load, .store); functions of the game table that are not hot work
 *      on it and are the same for all boards.
 * A position need not be settled: cells that a text leaves due are filled after the next
 * action.
 * Errors: as game.h.
 * Source: RULES.md §1, §4 (actions), §5 (position text), §7 (symmetries), §8.2.
 */
#ifndef CORE_CASCADE_POSITION_H
#define CORE_CASCADE_POSITION_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/game/game.h"
#include "core/game/rules_build.h"
#include "core/games/cascade/cascade.h"

/* The content of a cell, as two bits such that the exclusive or of two different colours
 * is the third. The colour of an action is one less. */
typedef enum {
    CASCADE_EMPTY,
    CASCADE_WHITE,
    CASCADE_BLACK,
    CASCADE_RED
} cascade_colour_t;

typedef struct cascade_position {
    uint8_t colour[CASCADE_MAX_CELLS]; /* cascade_colour_t */
    uint8_t side;                      /* to move */
} cascade_position_t;

enum { CASCADE_GEOMETRIC_SYMMETRIES = 4 };

/* Geometry, and the conversions between states and positions, for one kind of board.
 * Every board's tables begin with this struct. */
typedef struct cascade_board {
    int size, cells;
    int geometric_symmetries; /* of the variant: 2 or 4 */
    /* The image of each cell under a geometric symmetry. */
    uint8_t image[CASCADE_GEOMETRIC_SYMMETRIES][CASCADE_MAX_CELLS];
    void (*load)(const game_t *game, const void *state, cascade_position_t *position);
    void (*store)(const game_t *game, const cascade_position_t *position, void *state);
} cascade_board_t;

static inline const cascade_board_t *cascade_board(const game_t *game) {
    return game->tables;
}

void cascade_board_init(cascade_board_t *board, const cascade_variant_t *variant);

/* Set up a board's tables, and the parts of the game that differ between boards. */
RULES_DECLARE(cascade_make_board64);
RULES_DECLARE(cascade_make_board128);
enum { CASCADE_TABLES_BYTES = 640 };

static inline int cascade_action(int cells, cascade_colour_t colour, int cell) {
    return ((int)colour - 1) * cells + cell;
}

void cascade_write_position(const game_t *game, const void *state, position_form_t form,
                            text_t *out);
bool cascade_read_position(const game_t *game, const char *text, void *state,
                           failure_t *error);
void cascade_write_action(const game_t *game, action_t action, text_t *out);
bool cascade_read_action(const game_t *game, const char *text, action_t *action);
void cascade_pack(const game_t *game, const void *state, unsigned char *bytes);
bool cascade_unpack(const game_t *game, const unsigned char *bytes, void *state,
                    failure_t *error);
void cascade_symmetry(const game_t *game, int symmetry, const void *state, void *image);
action_t cascade_symmetry_action(const game_t *game, int symmetry, action_t action);
bool cascade_symmetry_exchanges_sides(const game_t *game, int symmetry);
void cascade_picture(const game_t *game, const void *state, const picture_form_t *form,
                     text_t *out);
bool cascade_check(const game_t *game, const void *state, failure_t *error);

/* cascade_cells.c */
void cascade_contents(const game_t *game, const void *state, uint8_t *contents);
int cascade_action_cells(const game_t *game, action_t action,
                         uint8_t cells[GAME_ACTION_CELLS]);
void cascade_name_cell(const game_t *game, int cell, text_t *out);

/* A cell's name: "c12". */
void cascade_write_cell(const cascade_board_t *board, int cell, text_t *out);

/* cascade_drawing.c: board_drawing.h */
void cascade_draw_board(const game_t *game, struct board_drawing *board);
extern const planes_class_t cascade_planes_class;
void cascade_planes(const game_t *game, const void *state, uint8_t *planes);
policy_output_t cascade_policy_output(const game_t *game, int side, action_t action);

/* cascade_feature_names.c: sets the numbers of game->features; the board sets `write`. */
void cascade_make_features(game_t *game);
int cascade_feature_seen(const game_t *game, int feature);
int cascade_feature_image(const game_t *game, int symmetry, int feature);
void cascade_feature_meaning(const game_t *game, int feature, text_t *out);

#endif
