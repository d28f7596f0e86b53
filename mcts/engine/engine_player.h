/* engine_player.h - an outside program at its turn: asked for an action.
 * Use: engine_player_t *player = engine_player_new(&choice, game);
 *      engine_turn_t turn = {.state = &state, .played = actions, .num_played = n, ...};
 *      if (engine_player_choose(player, &turn, &result, &chosen, &problem)) ...
 *      engine_player_free(player);
 * The program is started at the first turn. It is shown the whole position each time, so
 * that a game that was stopped goes on with another process of it. One that has crashed,
 * is late or has answered wrongly is ended, and started anew at the next turn.
 * Owns: the session that it plays by; choice and game are borrowed.
 * Threads: one player, one thread.   Errors: engine_problem_t.
 */
#ifndef MCTS_ENGINE_PLAYER_H
#define MCTS_ENGINE_PLAYER_H

#include "core/game/game.h"
#include "mcts/engine/engine_session.h"

typedef struct engine_choice engine_choice_t; /* mcts/engine/engine_choice.h */
typedef struct search_result search_result_t; /* mcts/search/search_result.h */

typedef struct engine_player engine_player_t;

typedef struct engine_turn {
    const state_t *state;   /* not over */
    const action_t *played; /* from the start */
    int num_played;
    uint64_t seed, game; /* of the run; the game's number in it */
    uint32_t ply, turn;
} engine_turn_t;

engine_player_t *engine_player_new(const engine_choice_t *choice, const game_t *game);
void engine_player_free(engine_player_t *player); /* NULL is fine */

/* The action is result->actions[*chosen]. The result is that of a position that nobody
 * has searched, but for its value, where the program says one. */
bool engine_player_choose(engine_player_t *player, const engine_turn_t *turn,
                          const engine_patience_t *patience, search_result_t *result,
                          int *chosen, engine_problem_t *problem);

#endif
