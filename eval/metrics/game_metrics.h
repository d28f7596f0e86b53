/* game_metrics.h - the quality metrics of many games, each with its interval, and the
 * distributions of lengths, leads and openings.
 * Use: game_metrics_t metrics; game_metrics_init(&metrics, game);
 *      game_metrics_know(&metrics, &config)        if games may be resigned
 *      game_metrics_add(&metrics, &record, row, &error)              each game
 *      game_metrics_finish(&metrics);
 *      metric_t drama = game_metrics_get(&metrics, METRIC_DRAMA_MEAN, 0.95);
 *      game_metrics_clear(&metrics);
 * or, for all games of a folder or file: run_metrics.h.
 * One pass; of each game only some 40 bytes are kept, to identify repeated games (or
 * their mirror images) and openings. All games count in the means; the intervals are
 * those of the effective number of different games (duplicates.h). An interval is about
 * the games that these players would play, at this budget and with these random choices,
 * not about other players: a stronger search plays different games.
 * Owns: counts by length and opening, and the hashes; _clear releases them.
 * Threads: one struct, one thread, but for game_metrics_measure.
 * Errors: a record that is not a game by the rules (game_trace.h).
 * Source: metric_table.h gives it for each metric.
 */
#ifndef EVAL_GAME_METRICS_H
#define EVAL_GAME_METRICS_H

#include "core/base/error.h"
#include "core/base/interval.h"
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
#include "selfplay/config/learning.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct record record_t;         /* selfplay/store/record.h */
typedef struct run_config run_config_t; /* selfplay/config/run_config.h */

/* The lead is sampled after these shares of a game: 0, 1/20, ... 1. */
enum { LEAD_SHARES = 21 };

typedef struct metric {
    metric_info_t info;
    uint64_t games;      /* for which it is defined */
    estimate_t estimate; /* its value: NAN without games */
    double
        deviation; /* standard deviation of a game's value; NAN of quantiles, balance */
} metric_t;

/* The game with the fewest actions among those whose end counts. */
typedef struct shortest_game {
    bool exists;
    uint64_t id;
    size_t num_actions;
    uint32_t turns;
    outcome_t outcome;
    action_t *actions;
} shortest_game_t;

/* One game, replayed and measured. */
typedef struct measured_game {
    uint64_t id;
    bool end_counts;
    game_trace_t trace;
    double values[METRIC_COUNT];
    lead_history_t history; /* of these points */
    lead_point_t *points;
    size_t capacity;
} measured_game_t;

typedef struct game_metrics {
    const game_t *game;
    learning_t learning; /* of the run, if known, and its seed */
    uint64_t seed;
    bool is_match; /* its games come in pairs, each of which counts as one: they have one
                      opening */
    uint64_t games;
    sample_t samples[METRIC_COUNT];        /* of each game's value */
    outcome_counts_t scores[METRIC_COUNT]; /* the same in half points, where applicable */
    length_counts_t turns, num_actions;    /* of the games whose end counts */
    /* Values at a share of the game: at the last action searched by then, or the first
     * searched action. For player 1, and for the eventual winner. */
    sample_t lead[LEAD_SHARES], winner_lead[LEAD_SHARES];
    openings_t openings;
    opening_book_t book; /* finished with the metrics */
    shortest_game_t shortest;
    duplicates_t duplicates; /* after game_metrics_finish */
    uint64_t *hashes;        /* of each game */
    size_t capacity;
    measured_game_t game_now; /* scratch of game_metrics_add */
} game_metrics_t;

void game_metrics_init(game_metrics_t *metrics, const game_t *game);
void game_metrics_clear(game_metrics_t *metrics);

/* Gives the configuration of the run before its games are added. If games may be
 * resigned, metrics of when and how games end use only the randomly chosen games that are
 * played to the end (resignation_end_counts); there may be none. */
void game_metrics_know(game_metrics_t *metrics, const run_config_t *config);

/* Adds a game from a record of this game and variant. On failure nothing is added. */
bool game_metrics_add(game_metrics_t *metrics, const record_t *record, size_t row,
                      failure_t *error);

/* The same in two steps: the first modifies only `measured`, so that threads may run it
 * concurrently, each with its own; the second must be called in the order of games. */
void measured_game_init(measured_game_t *measured, const game_t *game);
void measured_game_clear(measured_game_t *measured);
bool game_metrics_measure(const game_metrics_t *metrics, const record_t *record,
                          size_t row, measured_game_t *measured, failure_t *error);
void game_metrics_take(game_metrics_t *metrics, const measured_game_t *measured);

/* The same for a game known by its values alone, with what they do not tell: without
 * leads, openings, book and shortest game. Its end counts. */
void game_metrics_take_values(game_metrics_t *metrics, const double values[METRIC_COUNT],
                              uint64_t hash);

/* After the last game. If more are added later, call it again. */
void game_metrics_finish(game_metrics_t *metrics);

/* level: the confidence level, as 0.95. */
metric_t game_metrics_get(const game_metrics_t *metrics, metric_id_t id, double level);

/* Player 1's score of a line of the opening book, with the effective number of games. */
estimate_t game_metrics_line_score(const game_metrics_t *metrics, const book_line_t *line,
                                   double level);

/* The effective number of games behind `games` of them. */
double game_metrics_effective(const game_metrics_t *metrics, uint64_t games);

#endif
