#include "eval/report/tables/report_table.h"

#include "core/base/text.h"
#include "eval/render/html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 16 };

typedef struct column {
    figure_kind_t kind;
    const char *name, *title, *meaning;
} column_t;

typedef struct cell {
    char *word; /* of a word; for an empty cell its text on the page, or NULL */
    estimate_t value;
    bool is_empty;
    bool is_off_page; /* of a row's first cell: the whole row */
} cell_t;

struct report_table {
    const char *id, *caption;
    column_t columns[MAX_COLUMNS];
    int num_columns;
    cell_t *cells;
    size_t count, capacity;
    size_t off_page; /* rows */
};

report_table_t *report_table_new(const char *id, const char *caption) {
    report_table_t *table = memory_new(1, sizeof *table);
    table->id = id;
    table->caption = caption;
    return table;
}

void report_table_free(report_table_t *table) {
    if (!table)
        return;
    for (size_t i = 0; i < table->count; i++)
        free(table->cells[i].word);
    free(table->cells);
    free(table);
}

void report_table_column(report_table_t *table, figure_kind_t kind, const char *name,
                         const char *title, const char *meaning) {
    REQUIRE(table->num_columns < MAX_COLUMNS && table->count == 0);
    table->columns[table->num_columns++] = (column_t){kind, name, title, meaning};
}

static void add(report_table_t *table, cell_t cell) {
    if (table->count == table->capacity) {
        table->capacity = table->capacity ? 2 * table->capacity : 64;
        table->cells = memory_resize(table->cells, table->capacity, sizeof *table->cells);
    }
    table->cells[table->count++] = cell;
}

void report_table_add_word(report_table_t *table, const char *word) {
    add(table, (cell_t){.word = text_copy(word)});
}

void report_table_add(report_table_t *table, double value) {
    add(table, (cell_t){.value = {value, value, value}, .is_empty = isnan(value)});
}

void report_table_add_estimate(report_table_t *table, estimate_t estimate) {
    add(table, (cell_t){.value = estimate, .is_empty = isnan(estimate.value)});
}

void report_table_add_nothing(report_table_t *table) {
    add(table, (cell_t){.is_empty = true});
}

void report_table_add_no_games(report_table_t *table) {
    add(table, (cell_t){.word = text_copy("no games yet"), .is_empty = true});
}

void report_table_row_off_page(report_table_t *table) {
    REQUIRE(report_table_rows(table) > 0);
    table->cells[table->count - (size_t)table->num_columns].is_off_page = true;
    table->off_page++;
}

const char *report_table_id(const report_table_t *table) {
    return table->id;
}

size_t report_table_rows(const report_table_t *table) {
    REQUIRE(table->count % (size_t)table->num_columns == 0);
    return table->count / (size_t)table->num_columns;
}

/* --- The page ----------------------------------------------------------------------- */

static void write_number(const column_t *column, const estimate_t *v, FILE *page) {
    switch (column->kind) {
    case FIGURE_COUNT:
        fprintf(page, "%.0f", v->value);
        break;
    case FIGURE_NUMBER:
        fprintf(page, "%.4g", v->value);
        break;
    case FIGURE_SHARE:
        fprintf(page, "%.1f&nbsp;%%", 100 * v->value);
        break;
    case FIGURE_SCORE:
        fprintf(page, "%.1f&nbsp;%% <small>(%.1f&nbsp;to&nbsp;%.1f)</small>",
                100 * v->value, 100 * v->low, 100 * v->high);
        break;
    case FIGURE_POINTS:
        fprintf(page, "%+.1f <small>(%+.1f&nbsp;to&nbsp;%+.1f)</small>", 100 * v->value,
                100 * v->low, 100 * v->high);
        break;
    case FIGURE_ESTIMATE:
        fprintf(page, "%.3g <small>(", v->value);
        if (isinf(v->high))
            fprintf(page, "at&nbsp;least&nbsp;%.3g)</small>", v->low);
        else
            fprintf(page, "%.3g&nbsp;to&nbsp;%.3g)</small>", v->low, v->high);
        break;
    case FIGURE_P_VALUE:
        fprintf(page, v->value < 0.001 ? "%.1e" : "%.3f", v->value);
        break;
    case FIGURE_WORD:
        break;
    }
}

static void write_row(const report_table_t *table, const cell_t *cells, FILE *page) {
    bool heads = true;
    fputs("<tr>", page);
    for (int i = 0; i < table->num_columns; i++) {
        const column_t *column = &table->columns[i];
        bool is_word = column->kind == FIGURE_WORD;
        heads = heads && is_word;
        fputs(heads     ? "<th scope=\"row\">"
              : is_word ? "<td>"
                        : "<td class=\"number\">",
              page);
        if (cells[i].word)
            html_text(page, cells[i].word);
        else if (cells[i].is_empty)
            fputs("<span title=\"nothing measured\">–</span>", page);
        else
            write_number(column, &cells[i].value, page);
        fputs(heads ? "</th>" : "</td>", page);
    }
    fputs("</tr>\n", page);
}

static void write_meanings(const report_table_t *table, FILE *page) {
    fputs("<details class=\"meanings\"><summary>What the columns mean</summary><dl>\n",
          page);
    for (int i = 0; i < table->num_columns; i++) {
        fputs("<dt>", page);
        html_text(page, table->columns[i].title);
        fputs("</dt><dd>", page);
        html_words(page, table->columns[i].meaning);
        fputs("</dd>\n", page);
    }
    fputs("</dl></details>\n", page);
}

/* Longer tables are folded. */
enum { ROWS_SHOWN = 30 };

void report_table_html(const report_table_t *table, FILE *page) {
    size_t rows = report_table_rows(table);
    bool is_long = rows - table->off_page > ROWS_SHOWN;
    if (is_long) {
        fputs("<details class=\"long\"><summary>", page);
        html_format(page, "%s: %zu row%s", table->caption, rows - table->off_page,
                    TEXT_PLURAL(rows - table->off_page));
        fputs("</summary>\n", page);
    }
    fprintf(page,
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
            "aria-labelledby=\"table-%s\">"
            "<table><caption id=\"table-%s\">",
            table->id, table->id);
    html_text(page, table->caption);
    fputs("</caption><thead><tr>", page);
    for (int i = 0; i < table->num_columns; i++) {
        fprintf(page, "<th scope=\"col\"%s>",
                table->columns[i].kind == FIGURE_WORD ? "" : " class=\"number\"");
        html_text(page, table->columns[i].title);
        fputs("</th>", page);
    }
    fputs("</tr></thead><tbody>\n", page);
    for (size_t row = 0; row < rows; row++)
        if (!table->cells[row * (size_t)table->num_columns].is_off_page)
            write_row(table, &table->cells[row * (size_t)table->num_columns], page);
    fputs("</tbody></table></div>\n", page);
    if (table->off_page > 0)
        fprintf(page, "<p class=\"note\">%zu more row%s in %s.csv.</p>\n",
                table->off_page, table->off_page == 1 ? " is" : "s are", table->id);
    write_meanings(table, page);
    if (is_long)
        fputs("</details>\n", page);
}

/* --- CSV ---------------------------------------------------------------------------- */

static bool is_estimate(figure_kind_t kind) {
    return kind == FIGURE_SCORE || kind == FIGURE_POINTS || kind == FIGURE_ESTIMATE;
}

static void write_csv_number(double number, FILE *file) {
    if (isfinite(number))
        fprintf(file, "%.10g", number);
}

/* Words are always quoted: names may contain commas and quotes. */
static void write_csv_cell(const column_t *column, const cell_t *cell, FILE *file) {
    bool is_interval = is_estimate(column->kind);
    if (cell->word && !cell->is_empty)
        text_print_quoted(file, '"', cell->word);
    else if (!cell->is_empty)
        write_csv_number(cell->value.value, file);
    if (!is_interval)
        return;
    fputc(',', file);
    if (!cell->is_empty)
        write_csv_number(cell->value.low, file);
    fputc(',', file);
    if (!cell->is_empty)
        write_csv_number(cell->value.high, file);
}

void report_table_csv(const report_table_t *table, FILE *file) {
    size_t rows = report_table_rows(table);
    for (int i = 0; i < table->num_columns; i++) {
        const char *name = table->columns[i].name, *comma = i ? "," : "";
        if (is_estimate(table->columns[i].kind))
            fprintf(file, "%s%s,%s_low,%s_high", comma, name, name, name);
        else
            fprintf(file, "%s%s", comma, name);
    }
    fputc('\n', file);
    for (size_t row = 0; row < rows; row++) {
        const cell_t *cells = &table->cells[row * (size_t)table->num_columns];
        for (int i = 0; i < table->num_columns; i++) {
            if (i)
                fputc(',', file);
            write_csv_cell(&table->columns[i], &cells[i], file);
        }
        fputc('\n', file);
    }
}
