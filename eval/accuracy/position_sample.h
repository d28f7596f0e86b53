/* position_sample.h - positions for evaluating agents: sampled from playouts and from
 * games that agents play against themselves, no position twice per source.
 * Use: position_sample_t sample;
 *      position_sample_init(&sample, game);
 *      if (!position_sample_draw(&sample, &plan, &error)) ... a program failed ...
 *      position_sample_state(&sample, i, &state);
 *      position_sample_clear(&sample);
 * One position per game, so that positions are independent, drawn uniformly from all
 * positions of the game that are not over, so that depths are as frequent as in games.
 * Playouts are uniformly random actions from the start to the end. Games of agents begin
 * with 0 to `opening` random actions, each number equally likely, from which no position
 * is drawn; then one agent plays both sides: in game i, agent i modulo their number. A
 * position that equals an earlier one up to a symmetry or the turn counter is discarded
 * and another game is played; after SAMPLE_TRIES games in a row without a new position,
 * there are fewer positions than requested. Game number i depends only on seed, agents
 * and i.
 * Owns: the positions and the actions that led to them.   Threads: one sample, one
 * thread.   Errors: failures of an outside program (engine_session.h).
 */
#ifndef EVAL_POSITION_SAMPLE_H
#define EVAL_POSITION_SAMPLE_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "core/game/state_set.h"
#include "mcts/search/agent.h"

typedef struct agent_player agent_player_t; /* eval/accuracy/agent_player.h */

enum { SAMPLE_TRIES = 1000 };

typedef enum { SAMPLE_PLAYOUTS, SAMPLE_AGENTS, SAMPLE_SOURCES } sample_source_t;

typedef struct sampled_position {
    sample_source_t source;
    agent_moment_t moment; /* of the game: seed, number, actions and turns played */
    size_t first;          /* of moment.ply actions of the sample that led to it */
} sampled_position_t;

typedef struct position_sample {
    const game_t *game;
    sampled_position_t *positions;
    size_t count, capacity;
    action_t *actions;
    size_t num_actions, action_capacity;
    state_set_t drawn[SAMPLE_SOURCES]; /* one of each position and its images */
    uint64_t games[SAMPLE_SOURCES];    /* played */
    size_t counts[SAMPLE_SOURCES];     /* positions */
    bool stopped;
} position_sample_t;

typedef struct sample_plan {
    sample_source_t source;
    size_t positions; /* to draw from the source */
    uint64_t seed;
    int opening;
    agent_player_t **players; /* of SAMPLE_AGENTS */
    int num_players;
    /* May be NULL; called after every game; false ends the sampling. */
    bool (*go_on)(void *context);
    void *context;
} sample_plan_t;

void position_sample_init(position_sample_t *sample, const game_t *game);
void position_sample_clear(position_sample_t *sample);

/* Adds distinct positions of a source; the other source may contain them, too. */
bool position_sample_draw(position_sample_t *sample, const sample_plan_t *plan,
                          failure_t *error);

void position_sample_state(const position_sample_t *sample, size_t index, state_t *state);

/* The actions that led to a position: moment.ply of them. */
const action_t *position_sample_actions(const position_sample_t *sample, size_t index);

#endif
