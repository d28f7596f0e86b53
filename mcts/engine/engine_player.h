/* engine_player.h - asks an outside program for an action.
 * Use: engine_player_t *player = engine_player_new(&choice, game);
 *      engine_turn_t turn = {.state = &state, .played = actions, .num_played = n, ...};
 *      if (engine_player_choose(player, &turn, NULL, &result, &chosen, &problem)) ...
 *      engine_player_free(player);
 * The program is started at the first turn. It receives the complete position each time,
 * so an interrupted game can continue with another process. A program that has crashed,
 * timed out or answered wrongly is ended, and restarted at the next turn.
 * Threads: one player, one thread.   Errors: engine_problem_t.
 */
#ifndef MCTS_ENGINE_PLAYER_H
#define MCTS_ENGINE_PLAYER_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "mcts/engine/engine_session.h"

typedef struct engine_choice engine_choice_t; /* mcts/engine/engine_program.h */
typedef struct search_result search_result_t; /* mcts/search/search_result.h */

typedef struct engine_player engine_player_t;

typedef struct engine_turn {
    const state_t *state;   /* not over */
    const action_t *played; /* from the start */
    int num_played;
    uint64_t seed, game; /* of the run; the game's number there */
    uint32_t ply, turn;
} engine_turn_t;

/* Starts the program once and fills in its name and version, which are part of an
 * effective configuration: for commands that play. false: it cannot be started, does not
 * speak the protocol, or does not play the game. */
bool engine_player_start(engine_choice_t *choice, const game_t *game, const char *where,
                         failure_t *error);

engine_player_t *engine_player_new(const engine_choice_t *choice, const game_t *game);
void engine_player_free(engine_player_t *player); /* NULL is fine */

/* The action is result->actions[*chosen]. The result is as for an unsearched position,
 * except for its value, if the program returns one. */
bool engine_player_choose(engine_player_t *player, const engine_turn_t *turn,
                          const engine_patience_t *patience, search_result_t *result,
                          int *chosen, engine_problem_t *problem);

#endif
