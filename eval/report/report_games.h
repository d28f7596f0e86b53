/* report_games.h - what a report needs of the games themselves: their quality metrics,
 * and a few notable ones.
 * Use: report_games_t games;
 *      if (!report_games_read(&games, &cell, game, &error)) ...
 *      if (games.picks[PICK_LONGEST] >= 0 &&
 *          !report_games_visit(&games, PICK_LONGEST, visit, context, &error)) ...
 *      report_games_clear(&games);
 * Games are the self-play games of the cell's figures. Typical: of the median length;
 * dramatic: the one in which the winner was farthest and longest behind (lead_history.h).
 * Owns: the metrics; cell and game are borrowed.   Threads: one, one thread.
 * Errors: files that cannot be read.
 */
#ifndef EVAL_REPORT_GAMES_H
#define EVAL_REPORT_GAMES_H

#include "core/base/error.h"
#include "eval/metrics/game_metrics.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct game game_t;             /* core/game/game.h */
typedef struct record record_t;         /* selfplay/store/record.h */
typedef struct study_cell study_cell_t; /* eval/study/study_result.h */

typedef enum {
    PICK_TYPICAL,
    PICK_SHORTEST,
    PICK_LONGEST,
    PICK_DRAMATIC,
    PICKS
} report_pick_t;
extern const char *const report_pick_names[PICKS]; /* "typical length", ... */

typedef struct report_games {
    uint64_t count;
    int64_t picks[PICKS]; /* number of the game, counted over the runs of the cell, or
                             -1 */
    double drama;         /* of the dramatic one, 0 to 1 */
    game_metrics_t metrics;
    const study_cell_t *cell; /* borrowed; NULL: nothing has been read */
} report_games_t;

bool report_games_read(report_games_t *games, const study_cell_t *cell,
                       const game_t *game, failure_t *error);
void report_games_clear(report_games_t *games);

/* Reads the game and visits it, as the only one of a record. */
typedef bool (*report_games_visit_t)(void *context, const record_t *record,
                                     failure_t *error);
bool report_games_visit(const report_games_t *games, report_pick_t pick,
                        report_games_visit_t visit, void *context, failure_t *error);

#endif
