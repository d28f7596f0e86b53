/* A table as CSV (RFC 4180). */
#include "core/base/table/result.h"
#include "core/base/text.h"

#include <inttypes.h>
#include <math.h>

static void write_number(double number, FILE *file) {
    if (isfinite(number))
        fprintf(file, "%.10g", number);
}

/* Words are always quoted: names may contain commas and quotes. An estimate is three
 * fields. */
static void write_cell(figure_kind_t kind, const figure_cell_t *cell, FILE *file) {
    if (cell->is_empty)
        fputs(figure_is_estimate(kind) ? ",," : "", file);
    else if (cell->word)
        text_print_quoted(file, '"', cell->word);
    else if (kind == FIGURE_COUNT)
        fprintf(file, "%" PRId64, cell->count);
    else if (kind == FIGURE_YES_NO)
        fputs(cell->value.value != 0 ? "true" : "false", file);
    else
        write_number(cell->value.value, file);
    if (cell->is_empty || !figure_is_estimate(kind))
        return;
    fputc(',', file);
    write_number(cell->value.low, file);
    fputc(',', file);
    write_number(cell->value.high, file);
}

void figures_csv(const figures_t *figures, FILE *file) {
    const char *comma = "";
    for (int i = 0; i < figures_columns(figures); i++) {
        const figure_column_t *column = figures_column_at(figures, i);
        if (column->flags & FIGURE_SHOWN)
            continue;
        fprintf(file, "%s%s", comma, column->key);
        if (figure_is_estimate(column->kind))
            fprintf(file, ",%s_low,%s_high", column->key, column->key);
        comma = ",";
    }
    fputc('\n', file);
    for (size_t row = 0; row < figures_rows(figures); row++) {
        const figure_cell_t *cells = figures_row_at(figures, row);
        comma = "";
        for (int i = 0; i < figures_columns(figures); i++) {
            const figure_column_t *column = figures_column_at(figures, i);
            if (column->flags & FIGURE_SHOWN)
                continue;
            fputs(comma, file);
            write_cell(column->kind, &cells[i], file);
            comma = ",";
        }
        fputc('\n', file);
    }
}
