/* seega_text.h - Seega for people: position text, actions, the picture.
 * Use: functions of the game table, the same for all boards.
 * Errors: as game.h; errors in position texts name the token and its column.
 * Source: RULES.md §5 (actions) and §7 (position text).
 */
#ifndef CORE_SEEGA_TEXT_H
#define CORE_SEEGA_TEXT_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/game/game.h"

void seega_write_position(const game_t *game, const void *state, position_form_t form,
                          text_t *out);
bool seega_read_position(const game_t *game, const char *text, void *state,
                         failure_t *error);
void seega_write_action(const game_t *game, action_t action, text_t *out);
bool seega_read_action(const game_t *game, const char *text, action_t *action);
void seega_picture(const game_t *game, const void *state, const picture_form_t *form,
                   text_t *out);

#endif
