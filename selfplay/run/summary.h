/* summary.h - statistics of games: results with intervals, lengths, sizes.
 * Use: summary_t summary; summary_init(&summary, game);
 *      summary_add(&summary, &record, file_bytes);   ... each file or shard
 *      summary_figures_t figures = summary_figures(&summary);
 *      figures_row(result_table(result, "runs", NULL, summary_columns, SUMMARY_COLUMNS),
 *                  &figures);
 *      summary_clear(&summary);
 * Player 1 is the player who moves first; with the pie rule, sides and players can differ
 * and both are shown. Cut-off games are draws, and also counted separately. Games that
 * ended by resignation are wins. If players may resign, lengths are only those of the
 * games selected to be played out (resignation_end_counts).
 */
#ifndef SELFPLAY_SUMMARY_H
#define SELFPLAY_SUMMARY_H

#include "core/base/interval.h"
#include "core/base/table/figures.h"
#include "core/game/game.h"
#include "core/stats/duplicates.h"
#include "core/stats/outcome_counts.h"
#include "selfplay/config/learning.h"
#include "selfplay/play/resignation.h"

#include <stddef.h>
#include <stdint.h>

typedef struct record record_t;         /* selfplay/store/record.h */
typedef struct run_config run_config_t; /* selfplay/config/run_config.h */

typedef struct summary {
    const game_t *game;
    uint64_t games, positions, simulations;
    uint64_t wanted;         /* games of the run; 0: not known */
    uint64_t searched, full; /* positions: with a search; with a full one */
    uint64_t wins_of_player[3], wins_of_side[3]; /* 0, 1, NOBODY */
    bool is_match;                       /* whose games 2k and 2k + 1 have one opening */
    int open_player, open_side;          /* half points in a pair's first game */
    outcome_counts_t of_player, of_side; /* of pairs: half points of player 1, side 1 */
    uint64_t reasons[REASON_COUNT];
    uint64_t file_bytes, record_bytes;
    uint64_t *hashes;              /* of each game's actions */
    uint32_t *turns, *num_actions; /* of each game whose length counts */
    size_t measured, capacity;     /* number of these lengths */
    learning_t learning;           /* of the run, if known, and its seed */
    uint64_t seed;
    resignations_t resignations; /* in games that were played out */
} summary_t;

void summary_init(summary_t *summary, const game_t *game);
void summary_clear(summary_t *summary);

/* Sets the run before its games are added, to know which of them were selected to be
 * played out. */
void summary_know(summary_t *summary, const run_config_t *config);

void summary_add(summary_t *summary, const record_t *record, uint64_t file_bytes);

/* What a table shows of a summary; the caller adds the facts of its first lines. */
typedef struct summary_figures {
    const char *path, *program, *config; /* NULL: not shown; config: JSON */
    uint64_t files;
    int rules_version;       /* 0: not shown */
    double games_per_second; /* of all processes together, if known */
    bool has_rate, has_sides, has_resignations, has_played_out;
    summary_t all; /* its lists are borrowed */
    const char *game, *variant;
    uint64_t wanted; /* if not all of them are there */
    /* Scores with wins as 1 and draws as 1/2: repeated games add no information, the
     * interval is that of the effective number of games (duplicates.h), or of pairs. Of a
     * side if players may swap. */
    estimate_t score, side_score;
    duplicates_t duplicates;
    double played_out; /* games in which a player would have resigned */
    /* Of them, the share that this player did not lose. */
    estimate_t resigned_wrongly;
    char ended[160], turns[64], num_actions[64];
    double turns_median, simulations, full_share, bytes, bytes_before;
} summary_figures_t;

/* Sorts the lengths. */
summary_figures_t summary_figures(summary_t *summary);

enum { SUMMARY_COLUMNS = 36 };
extern const figure_column_t summary_columns[SUMMARY_COLUMNS];

#endif
