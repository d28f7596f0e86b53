/* report_cards.h - what a designer asks of each variant, as five cards in plain words
 * with the figure behind each: is it fair, is it drawn often, how long does it take, when
 * is it decided, does it reward skill.
 * Use: report_cards(&report, variant, page);
 *      report_cards_sources(&report, page);       where each threshold comes from, once
 * A card says what its whole interval says; where that reaches over a threshold, it says
 * so. Figures are of the level that speaks for the variant (study_strongest).
 * Threads: pure but for the file.   Errors: none.
 */
#ifndef EVAL_REPORT_CARDS_H
#define EVAL_REPORT_CARDS_H

#include "core/base/interval.h"

#include <stdio.h>

typedef struct report report_t; /* eval/report/report.h */

typedef enum {
    CARD_FAIR,
    CARD_DRAWN,
    CARD_LENGTH,
    CARD_DECIDED,
    CARD_SKILL,
    CARDS
} card_id_t;

void report_cards(const report_t *report, int variant, FILE *page);
void report_cards_sources(const report_t *report, FILE *page);

/* The figure behind a card, with its interval; NAN: there is none. Length in turns,
 * others from 0 to 1. */
estimate_t report_card_figure(const report_t *report, int variant, card_id_t card);

#endif
