/* grid_text.h - default texts, packed states and pictures, for games whose state is
 * determined by the cells' contents and the side to move.
 * Use: by game_defaults.c alone; game_table.h documents what each function writes.
 * The cells lie on the game's grid, or in one row if it has none.
 * Errors: as game.h.
 */
#ifndef CORE_GRID_TEXT_H
#define CORE_GRID_TEXT_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/game/game.h"

struct board_drawing;

void grid_write_cell(const game_t *game, int cell, text_t *out);
void grid_write_position(const game_t *game, const void *state, position_form_t form,
                         text_t *out);
bool grid_read_position(const game_t *game, const char *text, void *state,
                        failure_t *error);
void grid_write_action(const game_t *game, action_t action, text_t *out);
bool grid_read_action(const game_t *game, const char *text, action_t *action);
void grid_pack(const game_t *game, const void *state, unsigned char *bytes);
bool grid_unpack(const game_t *game, const unsigned char *bytes, void *state,
                 failure_t *error);
bool grid_check(const game_t *game, const void *state, failure_t *error);
void grid_draw_board(const game_t *game, struct board_drawing *board);
void grid_picture(const game_t *game, const void *state, const picture_form_t *form,
                  text_t *out);

#endif
