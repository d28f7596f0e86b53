/* library_game.h - the definition of fulcrum_game_t, for the files of this folder.
 * Use: const game_t *game = library_game(caller);
 *      const state_t *state = library_state(caller_state);
 * A fulcrum_state_t is a state_t under another name, so that fulcrum.h needs no other
 * header.
 */
#ifndef SELFPLAY_LIBRARY_GAME_H
#define SELFPLAY_LIBRARY_GAME_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "selfplay/library/fulcrum.h"

struct fulcrum_game {
    game_t *game;
    bool has_planes;
};

/* Wraps a borrowed game. */
fulcrum_game_t library_game_around(game_t *game);

static inline const game_t *library_game(const fulcrum_game_t *game) {
    return game->game;
}

static inline const state_t *library_state(const fulcrum_state_t *state) {
    return (const state_t *)(const void *)state;
}

static inline state_t *library_state_out(fulcrum_state_t *state) {
    return (state_t *)(void *)state;
}

/* Parses "key=value ..." or a JSON object; the caller deletes the result. text NULL: an
 * empty object. */
cJSON *library_read_keys(const char *text, failure_t *error);

#endif
