/* report_cards.h - a designer's questions about each variant, answered on five cards in
 * plain words with the figure behind each: is it fair, is it often drawn, how long does
 * it take, when is it decided, does it reward skill.
 * Use: report_cards(&report, variant, page);
 *      report_cards_sources(page);       the sources of the thresholds, once
 * A card says what its whole interval supports; if that includes a threshold, it says so.
 * Figures are those of the level that represents the variant (study_strongest).
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
void report_cards_sources(FILE *page);

/* The figure behind a card, with its interval; NAN: none. Length in turns, others from 0
 * to 1. */
estimate_t report_card_figure(const report_t *report, int variant, card_id_t card);

#endif
