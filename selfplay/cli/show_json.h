/* show_json.h - a recorded game as JSON.
 * Use: cJSON *json = show_json(&record, row, &error);   json_print_line(json, stdout);
 * One object: game, variant, id, turns, actions, winner (1, 2 or null), winner_side,
 * reason, and positions: ply, turn, player (1 or 2), position, action (the one played),
 * visits, value (expected score of the player to move), proof (null, "lost", "drawn" or
 * "won") and legal, each with action and visits.
 * Owns: the caller deletes the result.   Threads: pure.
 * Errors: an invalid state (NULL).
 */
#ifndef SELFPLAY_SHOW_JSON_H
#define SELFPLAY_SHOW_JSON_H

#include "core/base/error.h"

#include <stddef.h>

typedef struct cJSON cJSON;     /* cjson/cJSON.h */
typedef struct record record_t; /* selfplay/store/record.h */

/* game: its row; the record has its positions and their legal actions. */
cJSON *show_json(const record_t *record, size_t game, failure_t *error);

#endif
