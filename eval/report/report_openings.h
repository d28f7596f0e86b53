/* report_openings.h - the worth of first turns and how often they are chosen, cell by
 * cell on the board.
 * Use: report_openings(&report, page);      a heading and figures, or nothing
 * A map is of one kind of action: the text of an action without the cells in it ("@" for
 * "@b1"). A game counts for the last cell that such an action of its first turn names,
 * and for that cell's mirror images.
 */
#ifndef EVAL_REPORT_OPENINGS_H
#define EVAL_REPORT_OPENINGS_H

#include "core/game/game.h"
#include "core/stats/outcome_counts.h"

#include <stdio.h>

typedef struct first_turns first_turns_t; /* eval/study/first_turns.h */
typedef struct report report_t;           /* eval/report/report.h */

void report_openings(const report_t *report, FILE *page);

/* For a test: the maps of a list of first turns. */
enum { OPENING_MAPS = 6 };
typedef struct opening_map {
    char kind[GAME_ACTION_TEXT];
    char example[GAME_ACTION_TEXT]; /* an action of the kind */
    outcome_counts_t cells[GAME_MAX_CELLS];
} opening_map_t;
int opening_maps_of(const first_turns_t *turns, const game_t *game,
                    opening_map_t maps[OPENING_MAPS]);

#endif
