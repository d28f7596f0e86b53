/* game_metrics.h - the quality metrics of many games: each with its interval; and how
 * lengths, leads and openings are distributed.
 * Use: game_metrics_t metrics; game_metrics_init(&metrics, game);
 *      game_metrics_know(&metrics, &config)        where games may be resigned
 *      game_metrics_add(&metrics, &record, row, &error)              each game
 *      game_metrics_finish(&metrics);
 *      metric_t drama = game_metrics_get(&metrics, METRIC_DRAMA_MEAN, 0.95);
 *      game_metrics_clear(&metrics);
 * or, of all games of a folder or file: run_metrics.h.
 * One pass; games are counted and forgotten but for some 40 bytes each, by which games
 * that came again (or their mirror images) and openings are known. All games count in the
 * means; the intervals are those of the effective number of different games
 * (duplicates.h). What an interval is about: games that these players would play, at this
 * budget and with these random choices. It is not about other players: a stronger search
 * plays other games.
 * Owns: counts by length and opening, and the hashes; _clear releases them.
 * Threads: one struct, one thread, but for game_metrics_measure.
 * Errors: a record that is not a game by the rules (game_trace.h).
 * Source: metric_table.h names it for each metric.
 */
#ifndef EVAL_GAME_METRICS_H
#define EVAL_GAME_METRICS_H

#include "core/base/error.h"
#include "core/game/game.h"
#include "core/stats/duplicates.h"
#include "core/stats/outcome_counts.h"
#include "eval/metrics/game_trace.h"
#include "eval/metrics/lead_history.h"
#include "eval/metrics/metric_table.h"
#include "eval/metrics/opening_book.h"
#include "eval/metrics/openings.h"
#include "eval/stats/length_counts.h"
#include "eval/stats/sample.h"
#include "selfplay/play/learning.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct record record_t;         /* selfplay/store/record.h */
typedef struct run_config run_config_t; /* selfplay/run/run_config.h */

/* The lead is looked at after these shares of a game: 0, 1/20, ... 1. */
enum { LEAD_SHARES = 21 };

typedef struct metric {
    const metric_info_t *info;
    uint64_t games; /* for which it is defined, and on which it rests */
    double value;   /* NAN without games */
    double
        deviation; /* standard deviation of a game's value; NAN of quantiles, balance */
    double low, high; /* the interval */
} metric_t;

/* The game with fewest actions, of those whose end counts. */
typedef struct shortest_game {
    bool is_there;
    uint64_t id;
    size_t num_actions;
    uint32_t turns;
    outcome_t outcome;
    action_t *actions;
} shortest_game_t;

/* One game, played again and measured. */
typedef struct measured_game {
    uint64_t id;
    bool end_counts;
    game_trace_t trace;
    double values[METRIC_COUNT];
    lead_history_t history; /* its points are these */
    lead_point_t *points;
    size_t capacity;
} measured_game_t;

typedef struct game_metrics {
    const game_t *game;
    learning_t learning; /* of the run, as far as it is known, and its seed */
    uint64_t seed;
    uint64_t games;
    sample_t samples[METRIC_COUNT];        /* of each game's value */
    outcome_counts_t scores[METRIC_COUNT]; /* the same in half points, where it is one */
    length_counts_t turns, num_actions;    /* of the games whose end counts */
    /* Values at a share of the game: of the last action that was searched by then, or
     * the first of all. Of player 1, and of the player who won in the end. */
    sample_t lead[LEAD_SHARES], winner_lead[LEAD_SHARES];
    openings_t openings;
    opening_book_t book; /* finished with the metrics */
    shortest_game_t shortest;
    duplicates_t duplicates; /* after game_metrics_finish */
    uint64_t *hashes;        /* of each game */
    size_t capacity;
    measured_game_t game_now; /* that game_metrics_add looks at */
} game_metrics_t;

void game_metrics_init(game_metrics_t *metrics, const game_t *game);
void game_metrics_clear(game_metrics_t *metrics);

/* Names the run before its games are added. Where they may be given up, what depends
 * on when and how games end is taken from those that are played out by lot alone
 * (resignation_end_counts): there may be none. */
void game_metrics_know(game_metrics_t *metrics, const run_config_t *config);

/* A game of a record of this game and variant. On failure nothing is added. */
bool game_metrics_add(game_metrics_t *metrics, const record_t *record, size_t row,
                      failure_t *error);

/* The same in two steps: the first is pure but for `measured`, so that threads may do it
 * side by side, each with one of its own; games are taken in their order. */
void measured_game_init(measured_game_t *measured, const game_t *game);
void measured_game_clear(measured_game_t *measured);
bool game_metrics_measure(const game_metrics_t *metrics, const record_t *record,
                          size_t row, measured_game_t *measured, failure_t *error);
void game_metrics_take(game_metrics_t *metrics, const measured_game_t *measured);

/* After the last game. More may be added after it, and then it is called again. */
void game_metrics_finish(game_metrics_t *metrics);

/* level: the share of intervals that hold the truth, as 0.95. */
metric_t game_metrics_get(const game_metrics_t *metrics, metric_id_t id, double level);

/* The effective number of games behind `games` of them. */
double game_metrics_effective(const game_metrics_t *metrics, uint64_t games);

#endif
