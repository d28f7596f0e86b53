/* replay.h - replays a recorded game: by the rules alone, or with its searches.
 * Use: replay_fault_t fault;
 *      if (!replay_rules(&record, row, &config, &fault)) ... fault.text ...
 *      if (!replay_searches(play, &record, row, watcher, context, &fault)) ...
 * By the rules: every recorded position, mover, number, list of legal actions and the end
 * have to follow from the actions, and visits have to add up. With searches: the game is
 * played as the run plays it, and every column has to be identical, bit for bit. The
 * first fault is reported; the record has to have passed the checks of games_file.h.
 */
#ifndef SELFPLAY_REPLAY_H
#define SELFPLAY_REPLAY_H

#include "selfplay/play/run_game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct record record_t;         /* selfplay/store/record.h */
typedef struct run_config run_config_t; /* selfplay/config/run_config.h */

typedef struct replay_fault {
    int64_t ply; /* -1: of the whole game */
    char text[256];
} replay_fault_t;

bool replay_rules(const record_t *record, size_t row, const run_config_t *config,
                  replay_fault_t *fault);

/* The watcher (run_game.h), or NULL, is called with simulations; it cannot stop the
 * game. */
bool replay_searches(play_t *play, const record_t *record, size_t row,
                     play_watcher_t watcher, void *context, replay_fault_t *fault);

#endif
