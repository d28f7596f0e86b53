/* report_replay.h - a recorded game as JSON that a page can step through, and its last
 * position.
 * Use: report_replay_t replay;
 *      if (!report_replay_of(&replay, game, &record, row, &error)) ...
 *      cJSON_AddItemToArray(games, replay.json);              takes ownership
 * {"start": CELLS, "steps": [STEP, ...], "x": position at the end}. CELLS: a list of
 * [cell, piece, ground, number], as cell_drawing_t. A STEP is an action:
 *      "t"  its text                  "p", "s"  player (0, 1) and side to move
 *      "v"  value of the position to player 1, 0 to 1, or null      "n"  visits
 *      "m"  the most visited actions and the one taken: [[text, visits, cell, ...], ...]
 *      "c"  cells that the action names: [cell, ...]
 *      "d"  CELLS that change with it
 *      "x"  the position before it, as --position takes it
 * Errors: an action that is not legal.
 */
#ifndef EVAL_REPORT_REPLAY_H
#define EVAL_REPORT_REPLAY_H

#include "core/base/error.h"
#include "core/game/board_drawing.h"
#include "core/game/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cJSON cJSON;     /* cjson/cJSON.h */
typedef struct record record_t; /* selfplay/store/record.h */

enum { REPLAY_SHOWN = 6 /* actions of a search shown */ };

typedef struct report_replay {
    cJSON *json; /* NULL after an error */
    cell_drawing_t last[GAME_MAX_CELLS];
    uint32_t turns, num_actions;
    uint8_t winner, winner_side, reason;
} report_replay_t;

bool report_replay_of(report_replay_t *replay, const game_t *game, const record_t *record,
                      size_t row, failure_t *error);

#endif
