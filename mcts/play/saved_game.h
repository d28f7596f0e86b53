/* saved_game.h - a game in a file: its players, start, actions and result.
 * Use: saved_game_write("game.json", &session, players, seed, &error);
 *      saved_game_t saved;
 *      if (!saved_game_read(&saved, "game.json", &error)) ...
 *      ... saved.session ...       saved_game_clear(&saved);
 * One JSON object: "game", "variant", "rules_version", "start" (a position text, omitted
 * for the usual start), "played" (the actions' texts) and "position" (where they lead),
 * "resigned" (the player, if one has), "players" (of player 1 and of player 2: "human",
 * or an agent), "seed", and, for human readers, "result".
 * Errors: those of json.h and publish.h; an unknown game, other rules, an invalid start
 *      or action, each with its key or number.
 */
#ifndef MCTS_SAVED_GAME_H
#define MCTS_SAVED_GAME_H

#include "core/base/error.h"
#include "mcts/play/session.h"

typedef struct cJSON cJSON; /* cjson/cJSON.h */

typedef struct saved_game {
    game_t *game;
    session_t session; /* at the game's end, without agents */
    cJSON *players;    /* an array of two */
    int64_t seed;
} saved_game_t;

/* Takes ownership of players. */
bool saved_game_write(const char *path, const session_t *session, cJSON *players,
                      int64_t seed, failure_t *error);

/* If false, there is nothing to clear. */
bool saved_game_read(saved_game_t *saved, const char *path, failure_t *error);
void saved_game_clear(saved_game_t *saved);

#endif
