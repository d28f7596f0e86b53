/* picture_row.h - one line of a terminal picture, written cell by cell at given columns.
 * Use: picture_row_t row = {.out = out};
 *      picture_row_put(&row, 4, "a", NULL);
 *      picture_row_put_cell(&row, 7, picture_mark(form, cell), "S1", "\033[1;33m");
 *      picture_row_end(&row);
 * Write cells from left to right; one that is too wide shifts only those after it that it
 * would overlap.
 */
#ifndef CORE_PICTURE_ROW_H
#define CORE_PICTURE_ROW_H

#include "core/base/text.h"
#include "core/game/game_table.h"

typedef struct picture_row {
    text_t *out;
    int column; /* characters written */
} picture_row_t;

/* Writes text at a column, counted from 0; paint: ANSI colours written before it and
 * reset after it, or NULL. The text may contain colours of its own. */
void picture_row_put(picture_row_t *row, int column, const char *text, const char *paint);

/* Writes a cell's text with its mark: [x] or (x), the bracket before the column. */
void picture_row_put_cell(picture_row_t *row, int column, uint8_t mark, const char *face,
                          const char *paint);
void picture_row_end(picture_row_t *row);

/* Below a board: whose turn it is, or that the game is over. */
void picture_add_standing(const game_t *game, const void *state, outcome_t outcome,
                          text_t *out);

/* The mark of a cell, 0 if not during play. */
static inline uint8_t picture_mark(const picture_form_t *form, int cell) {
    return form->marks ? form->marks[cell] : 0;
}

#endif
