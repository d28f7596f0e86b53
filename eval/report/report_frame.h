/* report_frame.h - what all pages of results have in common: their beginning, notes,
 * folded parts, and how to repeat the result.
 * Use: report_frame_begin(&(report_frame_t){title, headline, scripts}, page);
 *      ...  </header> <main> ... report_frame_open("plots", "Plots", page); ...
 *      report_frame_close(page);
 *      report_frame_repeat(game->class, "study.json", "", text, page);
 */
#ifndef EVAL_REPORT_FRAME_H
#define EVAL_REPORT_FRAME_H

#include <stdbool.h>
#include <stdio.h>

/* The beginning by which a page is recognized. */
#define REPORT_BEGINS                                                                    \
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"            \
    "<meta name=\"generator\" content=\"fulcrum report\">\n"

typedef struct report_frame {
    const char *title, *headline;
    const char *const *scripts; /* that the page runs, ended by NULL */
} report_frame_t;

/* Up to the headline, within <header>. */
void report_frame_begin(const report_frame_t *frame, FILE *page);

/* A reservation about the page; NULL: nothing. */
void report_frame_note(bool is_warning, const char *text, FILE *page);

/* A part of the page that is folded at first. */
void report_frame_open(const char *id, const char *heading, FILE *page);
void report_frame_close(FILE *page);

typedef struct game_class game_class_t; /* core/game/game_table.h */

/* The last part. option: of `fulcrum study FILE`, after a blank, or ""; text: the
 * contents of that file. */
void report_frame_repeat(const game_class_t *class, const char *file, const char *option,
                         const char *text, FILE *page);

#endif
