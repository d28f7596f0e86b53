/* play.h - one game of self-play: game i of a run, the same wherever and whenever.
 * Use: play_game(search, &config, i, &record, NULL, NULL);
 * Each search and each choice has its own random numbers, from (run seed, i, ply).
 * Owns: nothing.   Threads: one search and record a thread; config is shared.
 * Errors: none; play_game says whether the watcher let it come to the end.
 */
#ifndef SELFPLAY_PLAY_H
#define SELFPLAY_PLAY_H

#include "selfplay/record.h"
#include "selfplay/run_config.h"

/* Told after every decision of the simulations that it took; false: stop the game. */
typedef bool (*play_watcher_t)(void *context, uint32_t simulations);

/* Plays game `id` and appends it to the record; false when the watcher (which may be
 * NULL) stopped it: then the record holds a part of a game and is only to be cleared. */
bool play_game(search_t *search, const run_config_t *config, uint64_t id,
               record_t *record, play_watcher_t watcher, void *context);

#endif
