/* show_game.h - prints a recorded game, or one saved by a person (`fulcrum play`, a play
 * page), as turns or as boards.
 * Use: if (show_is_saved(path)) ok = show_saved(path, boards, &error);
 *      else ok = show_game(&record, boards, &error);
 *      cJSON *json = show_game_json(&record, &error);   json_print_line(json, stdout);
 * The record holds one game with its positions and their legal actions.
 * Errors: an invalid state; those of saved_game.h.
 */
#ifndef SELFPLAY_SHOW_GAME_H
#define SELFPLAY_SHOW_GAME_H

#include "core/base/error.h"

typedef struct cJSON cJSON;     /* cjson/cJSON.h */
typedef struct record record_t; /* selfplay/store/record.h */

/* Prints its turns and, with boards, a picture of each position with its search. */
bool show_game(const record_t *record, bool boards, failure_t *error);

/* One object: game, variant, id, turns, actions, winner (1, 2 or null), winner_side,
 * reason, and positions: ply, turn, player (1 or 2), position, action (the one played),
 * visits, value (expected score of the player to move), proof (null, "lost", "drawn" or
 * "won") and legal, each with action and visits. The caller deletes it. */
cJSON *show_game_json(const record_t *record, failure_t *error);

/* Whether a file begins like a saved game, which no file of games does. */
bool show_is_saved(const char *path);
bool show_saved(const char *path, bool boards, failure_t *error);

#endif
