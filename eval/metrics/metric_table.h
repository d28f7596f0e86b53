/* metric_table.h - the quality metrics of games: name, source, definition, formula, unit.
 * Use: for (metric_id_t m = 0; m < METRIC_COUNT; m++) puts(metric_table[m].definition);
 *      game_values_of(&trace, true, points, values);      one value of each for a game
 * Established names are used where there are any; `source` gives the definition's origin,
 * and "own" marks our own metrics. Browne 2008: C. Browne, Automatic generation and
 * evaluation of recombination games (thesis). Ludii: the metrics of the Ludii system
 * (concepts at ludii.games, their source in Evaluation/src/metrics). Evaluations are
 * expected scores by the search that was made for each action (lead_history.h).
 */
#ifndef EVAL_METRIC_TABLE_H
#define EVAL_METRIC_TABLE_H

#include "core/game/game.h"
#include "eval/metrics/lead_history.h"

#include <stdbool.h>

typedef struct game_trace game_trace_t; /* eval/metrics/game_trace.h */

typedef enum {
    METRIC_TURNS,
    METRIC_TURNS_10,
    METRIC_TURNS_50,
    METRIC_TURNS_90,
    METRIC_ACTIONS,
    METRIC_ACTIONS_10,
    METRIC_ACTIONS_50,
    METRIC_ACTIONS_90,
    METRIC_BRANCHING,
    METRIC_BRANCHING_MAX,
    METRIC_TREE_COMPLEXITY,
    METRIC_ACTION_SHARE,
    METRIC_ACTION_FACTOR,
    METRIC_EFFECTIVE_CHOICES,
    METRIC_CHOICE_EVENNESS,
    METRIC_CLARITY_NARROWNESS,
    METRIC_PLAYER1_SCORE,
    METRIC_PLAYER1_WINS,
    METRIC_BALANCE,
    METRIC_OUTCOME_UNIFORMITY,
    METRIC_COMPLETION,
    METRIC_DRAWISHNESS,
    METRIC_CUT_OFFS,
    METRIC_OPENING_VALUE,
    METRIC_DRAMA_MEAN,
    METRIC_DRAMA_MAX,
    METRIC_BEHIND_SHARE,
    METRIC_LEAD_CHANGES,
    METRIC_LEAD_CHANGE_SHARE,
    METRIC_STABILITY,
    METRIC_UNCERTAINTY,
    METRIC_DECISIVENESS_THRESHOLD,
    METRIC_DECIDED_SHARE,
    METRIC_FOREGONE_SHARE,
    METRIC_KILLER_MOVE,
    METRIC_PERMANENCE,
    METRIC_COVERAGE,
    METRIC_OCCUPANCY,
    METRIC_COUNT
} metric_id_t;

/* METRIC_FOREGONE_SHARE: the expected score from which a game counts as won. */
#define METRIC_FOREGONE 0.9

/* METRIC_CLARITY_NARROWNESS: an action stands out if its visits are at least this share
 * of the way from the mean to the largest. */
#define METRIC_STANDS_OUT 0.75

/* How a metric is computed from games. */
typedef enum {
    METRIC_IS_MEAN,     /* of one value per game, with Student's interval (sample.h) */
    METRIC_IS_SCORE,    /* mean of 0, 1/2 and 1, with the interval of outcome_counts.h */
    METRIC_IS_QUANTILE, /* of a length, with an interval between order statistics */
    METRIC_IS_BALANCE, /* 1 - |2 s - 1| of player 1's score s, from its interval's ends */
    METRIC_IS_UNIFORMITY /* 1 - c + (2 s - 1)^2, c the share of games with a winner, from
                            the ends of intervals that hold jointly */
} metric_kind_t;

/* The upper bound of a metric: a number, or a property of the game. */
typedef enum { BOUND_NUMBER, BOUND_ACTIONS, BOUND_LEGAL, BOUND_TREE } metric_bound_t;

typedef struct metric_info {
    const char *key;   /* in files: "drama_mean" */
    const char *title; /* for people: "drama, mean" */
    const char *unit;
    const char *source;
    const char *definition; /* one sentence for game designers */
    const char *formula;
    metric_kind_t kind;
    metric_bound_t bound;
    double low, high; /* the range; high: only with BOUND_NUMBER */
    double quantile;  /* of METRIC_IS_QUANTILE */
} metric_info_t;

extern const metric_info_t metric_table[METRIC_COUNT];

/* The largest value that a metric can have in a game. */
double metric_high(metric_id_t metric, const game_t *game);

/* The values of one game, NAN where a metric is not defined for it; for quantiles, the
 * length. end_counts: whether metrics of when and how games end are defined for it, see
 * resignation_end_counts: lengths, game-tree complexity, completion, drawishness,
 * cut-offs. points: space for trace->num_actions; receives the game's lead history. */
void game_values_of(const game_trace_t *trace, bool end_counts, lead_point_t *points,
                    double values[METRIC_COUNT]);

/* Those of them that rest on the length and outcome of a game; sets no others. */
void game_values_of_end(uint32_t turns, size_t num_actions, const outcome_t *outcome,
                        double values[METRIC_COUNT]);

/* The lead history of a game's searched actions, stored in `points`. */
lead_history_t game_lead_history(const game_trace_t *trace, lead_point_t *points);

#endif
