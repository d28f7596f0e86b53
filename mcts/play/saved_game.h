/* saved_game.h - a game in a file: its players, start, actions and result.
 * Use: saved_game_write("game.json", &transcript, players, seed, &error);
 *      saved_game_t saved;
 *      if (!saved_game_read(&saved, "game.json", &error)) ...
 *      ... saved.transcript ...       saved_game_clear(&saved);
 * One JSON object: "game", "variant", "rules_version", "start" (a position text, omitted
 * for the usual start), "players" (of player 1 and of player 2: "human", or an agent),
 * "seed", "decisions" (their texts), and, for human readers, "position" and "result".
 * Reading replays and checks the actions; position and result are not read. Writing is
 * atomic (publish.h).
 * Owns: a saved game owns its game, transcript and players.   Threads: one caller.
 * Errors: those of json.h and publish.h; an unknown game, other rules, an invalid start
 *      or action, each with its key or number.
 */
#ifndef MCTS_SAVED_GAME_H
#define MCTS_SAVED_GAME_H

#include "core/base/error.h"
#include "mcts/play/transcript.h"

typedef struct cJSON cJSON; /* cjson/cJSON.h */

typedef struct saved_game {
    game_t *game;
    transcript_t transcript; /* at its end */
    cJSON *players;          /* an array of two */
    int64_t seed;
} saved_game_t;

bool saved_game_write(const char *path, const transcript_t *transcript,
                      const cJSON *players, int64_t seed, failure_t *error);

/* If false, there is nothing to clear. */
bool saved_game_read(saved_game_t *saved, const char *path, failure_t *error);
void saved_game_clear(saved_game_t *saved);

#endif
