/* situ_position.h - a Situ position node by node, for everything that people and files
 * see.
 * Use: the rules of each size convert their states to a situ_position_t and back
 *      (situ_board_t.load, .store); functions of the game table that are not hot work on
 *      it and are the same for all boards.
 * Errors: as game.h.
 * Source: RULES.md §6 (actions), §7 (position text), §9 (symmetries).
 */
#ifndef CORE_SITU_POSITION_H
#define CORE_SITU_POSITION_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/game/game.h"
#include "core/game/rules_build.h"
#include "core/games/situ/situ.h"
#include "core/games/situ/situ_geometry.h"

/* A node's content besides a side's stone (0, 1) and nothing (NOBODY). */
enum { SITU_REMOVED = 3 };

typedef struct situ_position {
    uint8_t holds[SITU_MAX_CELLS]; /* 0 Maroon, 1 White, NOBODY, SITU_REMOVED */
    uint8_t side;                  /* to move */
    uint8_t phase;                 /* situ_phase_t */
    uint8_t ending;                /* reason_t; filled in by load */
} situ_position_t;

/* The conversions between states and positions on one size of board. All tables begin
 * with this struct. */
typedef struct situ_board {
    situ_geometry_t geometry;
    situ_variant_t variant;
    void (*load)(const game_t *game, const void *state, situ_position_t *position);
    /* Fills in whether the game has ended; the position must be sound. */
    void (*store)(const game_t *game, const situ_position_t *position, void *state);
} situ_board_t;

static inline const situ_board_t *situ_board(const game_t *game) {
    return game->tables;
}

/* Set up the tables of a size, and the parts of the game that depend on it. */
RULES_DECLARE(situ_make_words1);
RULES_DECLARE(situ_make_words2);
RULES_DECLARE(situ_make_words3);
RULES_DECLARE(situ_make_words4);
enum { SITU_TABLES_BYTES = 65536 };

/* Action numbers; the last is situ_action_done. */
static inline int situ_action_place(int cell) {
    return cell;
}
static inline int situ_action_remove(int cells, int cell) {
    return cells + cell;
}
static inline int situ_action_cut(int cells, int cell) {
    return 2 * cells + cell;
}
static inline int situ_action_done(int cells) {
    return 3 * cells;
}

/* For every node, the number of Maroon's stones in line of sight minus White's. */
void situ_find_balances(const situ_geometry_t *geometry, const situ_position_t *position,
                        int8_t balances[SITU_MAX_CELLS]);

void situ_write_position(const game_t *game, const void *state, position_form_t form,
                         text_t *out);
bool situ_read_position(const game_t *game, const char *text, void *state,
                        failure_t *error);
void situ_write_action(const game_t *game, action_t action, text_t *out);
bool situ_read_action(const game_t *game, const char *text, action_t *action);
void situ_pack(const game_t *game, const void *state, unsigned char *bytes);
bool situ_unpack(const game_t *game, const unsigned char *bytes, void *state,
                 failure_t *error);
void situ_symmetry(const game_t *game, int symmetry, const void *state, void *image);
action_t situ_symmetry_action(const game_t *game, int symmetry, action_t action);
bool situ_symmetry_exchanges_sides(const game_t *game, int symmetry);
void situ_picture(const game_t *game, const void *state, const picture_form_t *form,
                  text_t *out);
bool situ_check(const game_t *game, const void *state, failure_t *error);

/* situ_cells.c */
void situ_contents(const game_t *game, const void *state, uint8_t *contents);
int situ_action_cells(const game_t *game, action_t action,
                      uint8_t cells[GAME_ACTION_CELLS]);
void situ_name_cell(const game_t *game, int cell, text_t *out);

/* situ_drawing.c: board_drawing.h */
void situ_draw_board(const game_t *game, struct board_drawing *board);

/* situ_planes.c: planes.h */
extern const planes_class_t situ_planes_class;
void situ_planes(const game_t *game, const void *state, uint8_t *planes);
policy_output_t situ_policy_output(const game_t *game, int side, action_t action);

/* situ_feature_names.c: sets the numbers of game->features; the board sets `write`. */
void situ_make_features(game_t *game);
int situ_feature_seen(const game_t *game, int feature);
int situ_feature_image(const game_t *game, int symmetry, int feature);
void situ_feature_meaning(const game_t *game, int feature, text_t *out);

/* situ_numbering.c: position_numbering.h */
extern const game_solver_t situ_solver;

#endif
