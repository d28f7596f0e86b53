/* agent_player.h - an agent that is queried for an action at one position after another:
 * by its search or program, or by the priors of its network alone.
 * Use: agent_player_t *player = agent_player_new(&agent, game, PLAYER_SEARCH);
 *      agent_asked_t asked = {.state = &state, .played = actions, .moment = moment};
 *      if (!agent_player_choose(player, &asked, &action, &error)) ...
 *      agent_player_free(player);
 * By its search, an agent chooses as in a match, including its temperature; a reused tree
 * is dropped before each position. By priors, it takes the legal action with the highest
 * prior, ties broken at random, without any simulation.
 * Owns: its search, evaluator or program; agent and game are borrowed.
 * Threads: one player, one thread.   Errors: failures of an outside program.
 */
#ifndef EVAL_AGENT_PLAYER_H
#define EVAL_AGENT_PLAYER_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "mcts/search/agent.h"

typedef enum { PLAYER_PRIORS, PLAYER_SEARCH } player_form_t;

typedef struct agent_asked {
    const state_t *state;   /* not over */
    const action_t *played; /* moment.ply actions, from the start */
    agent_moment_t moment;
} agent_asked_t;

typedef struct agent_player agent_player_t;

/* Whether an agent has priors; it must be bound (agent_bind). */
bool agent_has_priors(const agent_t *agent, const game_t *game);

/* PLAYER_PRIORS: only for an agent that has priors. */
agent_player_t *agent_player_new(const agent_t *agent, const game_t *game,
                                 player_form_t form);
void agent_player_free(agent_player_t *player); /* NULL is fine */

bool agent_player_choose(agent_player_t *player, const agent_asked_t *asked,
                         action_t *action, failure_t *error);

#endif
