/* position_sample.h - positions at which agents are judged: drawn from playouts and
 * from games that agents play against themselves, no position of a source twice.
 * Use: position_sample_t sample;
 *      position_sample_init(&sample, game);
 *      if (!position_sample_draw(&sample, &plan, &error)) ... a program failed ...
 *      position_sample_state(&sample, i, &state);
 *      position_sample_clear(&sample);
 * One position a game, so that positions are independent: of all positions of the game
 * that are not over each is drawn with the same probability, so that all depths of a game
 * occur as often as games have them. Playouts are uniformly random actions from the
 * start to the end. Games of agents begin with 0 to `opening` random actions, each number
 * as likely, of which no position is drawn; then one agent plays both sides, and game i
 * is of agent i modulo their number. A position that was drawn before, or its image under
 * a symmetry, or one that differs from it by the counter of turns alone, is left out and
 * another game is played; after SAMPLE_TRIES games in a row that gave nothing new there
 * are fewer positions than were asked for. Game number i depends on seed, agents and i
 * alone.
 * Owns: the positions and the actions that led to them.   Threads: one sample, one
 * thread.   Errors: what an outside program does wrong (engine_session.h).
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
    uint64_t games[SAMPLE_SOURCES];    /* that were played */
    size_t counts[SAMPLE_SOURCES];     /* positions */
    bool stopped;
} position_sample_t;

typedef struct sample_plan {
    sample_source_t source;
    size_t positions; /* that are drawn of the source */
    uint64_t seed;
    int opening;
    agent_player_t **players; /* of SAMPLE_AGENTS */
    int num_players;
    /* May be NULL; asked after every game: false ends the drawing. */
    bool (*go_on)(void *context);
    void *context;
} sample_plan_t;

void position_sample_init(position_sample_t *sample, const game_t *game);
void position_sample_clear(position_sample_t *sample);

/* Adds positions of a source, in which none is twice; it may be in both sources. */
bool position_sample_draw(position_sample_t *sample, const sample_plan_t *plan,
                          failure_t *error);

void position_sample_state(const position_sample_t *sample, size_t index, state_t *state);

/* The actions that led to a position: moment.ply of them. */
const action_t *position_sample_actions(const position_sample_t *sample, size_t index);

#endif
