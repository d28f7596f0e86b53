/* summary.h - statistics of games: results with intervals, lengths, sizes.
 * Use: summary_t summary; summary_init(&summary, game);
 *      summary_add(&summary, &record, file_bytes);   ... each file or shard
 *      summary_print(&summary, stdout);              summary_clear(&summary);
 * Player 1 is the player who moves first; with the pie rule, sides and players can differ
 * and both are shown. Cut-off games are draws, and also counted separately. Games that
 * ended by resignation are wins. If players may resign, lengths are only those of the
 * games selected to be played out (resignation_end_counts).
 * Owns: the lists of lengths.   Threads: one summary, one thread.
 */
#ifndef SELFPLAY_SUMMARY_H
#define SELFPLAY_SUMMARY_H

#include "core/base/interval.h"
#include "core/game/game.h"
#include "core/stats/duplicates.h"
#include "selfplay/config/learning.h"
#include "selfplay/play/resignation.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct record record_t;         /* selfplay/store/record.h */
typedef struct run_config run_config_t; /* selfplay/config/run_config.h */

typedef struct summary {
    const game_t *game;
    uint64_t games, positions, simulations;
    uint64_t wanted;         /* games of the run; 0: not known */
    uint64_t searched, full; /* positions: with a search; with a full one */
    uint64_t wins_of_player[3], wins_of_side[3]; /* 0, 1, NOBODY */
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

/* Of the games played out although a player would have resigned, the share that this
 * player did not lose; NAN without such games; games: their number. */
estimate_t summary_resigned_wrongly(const summary_t *summary, double *games);

/* Score of player 1, with wins as 1 and draws as 1/2, and its 95 % interval, as in
 * `metrics` (outcome_counts.h): repeated games add no information, and the interval is
 * that of the effective number of games (duplicates.h). */
estimate_t summary_score(const summary_t *summary);
duplicates_t summary_duplicates(const summary_t *summary);

/* A quantile of the sorted lengths; 0 if there are none. */
uint32_t summary_quantile(uint32_t *lengths, size_t count, double share);

void summary_print(summary_t *summary, FILE *file);

/* The heading and one line of a table that compares runs. */
void summary_print_heading(FILE *file);
void summary_print_line(summary_t *summary, const char *name, double games_per_second,
                        FILE *file);

#endif
