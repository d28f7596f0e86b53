/* accuracy.h - how often agents choose an action that keeps the exact value of a
 * position.
 * Use: accuracy_t accuracy;
 *      if (!accuracy_find(&order, &accuracy, &error)) ... a program failed ...
 *      ... accuracy_where_it_matters(&accuracy, source, player) ...
 *      accuracy_clear(&accuracy);
 * Positions are sampled (position_sample.h) and solved (action_values.h), and every agent
 * is asked for an action wherever the choice matters, by its search and, if it has
 * priors, by those alone (agent_player.h). An action keeps the value if its exact value
 * is that of the position. The headline figure counts positions where the choice matters:
 * those with actions of different values, where something can be lost; a lost position
 * has none. The share of all positions is reported, too. Intervals are those of a score
 * (outcome_counts.h) over positions; positions of the agents' own games are treated as
 * independent, though games of a deterministic agent may be alike. Positions not solved
 * within the limits count only in `open`.
 * Owns: its players; game and agents are borrowed, the agents bound (agent_bind).
 * Threads: one call at a time; retrograde analysis uses limits.threads.
 * Errors: failures of an outside program.
 */
#ifndef EVAL_ACCURACY_H
#define EVAL_ACCURACY_H

#include "core/base/error.h"
#include "core/base/interval.h"
#include "core/game/game.h"
#include "eval/accuracy/agent_player.h"
#include "eval/accuracy/position_sample.h"
#include "eval/solve/action_values.h"
#include "eval/solve/solver.h"
#include "mcts/search/agent.h"

typedef struct result result_t; /* core/base/table/result.h */

typedef enum { ACCURACY_DRAWING, ACCURACY_JUDGING } accuracy_stage_t;

typedef struct accuracy_progress {
    accuracy_stage_t stage;
    size_t done, of;     /* positions */
    size_t open, matter; /* among those done */
} accuracy_progress_t;

typedef struct accuracy_order {
    const game_t *game;
    const agent_t *agents;
    int num_agents;
    size_t positions[SAMPLE_SOURCES]; /* of each source; 0: none */
    uint64_t seed;
    int opening;            /* maximum random actions at the start of agents' games */
    action_limits_t limits; /* except go_on */
    /* May be NULL; called from time to time; false stops. */
    bool (*go_on)(void *context, const accuracy_progress_t *progress);
    void *context;
} accuracy_order_t;

/* Number of values of solved positions: solver_value_t below VALUE_OPEN, to the mover. */
enum { ACCURACY_VALUES = VALUE_OPEN };

typedef struct accuracy_player {
    int agent; /* index in the order */
    player_form_t form;
    /* Positions where the choice matters and the action keeps the value. */
    uint64_t kept[SAMPLE_SOURCES][ACCURACY_VALUES];
} accuracy_player_t;

typedef struct accuracy_source {
    uint64_t games, drawn, open; /* drawn: positions, of which `open` are unsolved */
    uint64_t solved[ACCURACY_VALUES], matter[ACCURACY_VALUES];
    /* Expected number of values kept by a uniformly random choice where it matters. */
    double uniform[ACCURACY_VALUES];
} accuracy_source_t;

typedef struct accuracy {
    accuracy_player_t *players; /* in the order of agents: priors, then search */
    int num_players;
    accuracy_source_t sources[SAMPLE_SOURCES];
    bool stopped; /* the counts are of the positions done so far */
} accuracy_t;

bool accuracy_find(const accuracy_order_t *order, accuracy_t *accuracy, failure_t *error);
void accuracy_clear(accuracy_t *accuracy);

uint64_t accuracy_sum(const uint64_t counts[ACCURACY_VALUES]);

/* Share of a source's positions where the value is kept; without any: NAN in [0, 1]. */
estimate_t accuracy_where_it_matters(const accuracy_t *accuracy, sample_source_t source,
                                     int player);
estimate_t accuracy_of_all(const accuracy_t *accuracy, sample_source_t source,
                           int player);

/* The expected share of a uniformly random choice where it matters, and of all. */
double accuracy_uniform(const accuracy_source_t *source);
double accuracy_uniform_of_all(const accuracy_source_t *source);

/* All of it as tables. */
result_t *accuracy_result(const accuracy_order_t *order, const accuracy_t *accuracy);

#endif
