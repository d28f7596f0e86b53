/* report_sections.h - parts of the page of a report that are drawn for it: cards, plots,
 * openings on the board, games to step through.
 * Use: report_cards(&report, variant, page);   report_cards_sources(page);   ...
 * Figures are those of the level that represents a variant (study_strongest).
 */
#ifndef EVAL_REPORT_SECTIONS_H
#define EVAL_REPORT_SECTIONS_H

#include "core/base/error.h"
#include "core/base/interval.h"
#include "core/game/game.h"
#include "core/stats/outcome_counts.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct first_turns first_turns_t; /* eval/study/first_turns.h */
typedef struct report report_t;           /* eval/report/report.h */

/* A designer's questions about each variant, answered in plain words with the figure
 * behind each. A card says what its whole interval supports; if that includes a
 * threshold, it says so. */
typedef enum {
    CARD_FAIR,
    CARD_DRAWN,
    CARD_LENGTH,
    CARD_DECIDED,
    CARD_SKILL,
    CARDS
} card_id_t;
void report_cards(const report_t *report, int variant, FILE *page);
void report_cards_sources(FILE *page); /* of the thresholds, once */

/* The figure behind a card, with its interval; NAN: none. Length in turns, others from 0
 * to 1. */
estimate_t report_card_figure(const report_t *report, int variant, card_id_t card);

/* Scores and skill against strength, lengths, and when games are decided, of a study with
 * games; metrics against strength, as small multiples. */
void report_plots(const report_t *report, FILE *page);
void report_plot_metrics(const report_t *report, FILE *page);

/* What moving first is worth, where the study measures it: networks and their mean. */
void report_plot_advantages(const report_t *report, FILE *page);

/* The worth of first turns and how often they are chosen, cell by cell: a heading and
 * figures, or nothing. A map is of one kind of action: the text of an action without the
 * cells in it ("@" for "@b1"). A game counts for the last cell that such an action of its
 * first turn names, and for that cell's mirror images. */
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

/* The games named in report_games.h for each variant and strength level, strongest level
 * first, until the page would get too large; then it says so. Without scripts each shows
 * its last position. False: files that cannot be read. */
bool report_replays(const report_t *report, FILE *page, failure_t *error);

#endif
