#include "eval/render/figures_html.h"

#include "core/base/table/result.h"
#include "eval/render/html.h"

/* Longer tables are folded. */
enum { ROWS_SHOWN = 30 };

static bool is_shown(const figures_t *figures, int i) {
    return !(figures_column_at(figures, i)->flags & FIGURE_DATA) &&
           !figures_column_is_empty(figures, i);
}

/* --- Cells -------------------------------------------------------------------------- */

/* Figures do not break between number and unit. */
static void write_figure(const char *text, FILE *page) {
    for (; *text; text++)
        if (*text == ' ')
            fputs("&nbsp;", page);
        else
            html_format(page, "%c", *text);
}

static void write_cell(const figure_column_t *column, const figure_cell_t *cell,
                       FILE *page) {
    figure_text_t room;
    const char *text = figure_cell_text(column->kind, cell, &room);
    if (cell->is_empty && !cell->word)
        fputs("<span title=\"nothing measured\">–</span>", page);
    else if (cell->word)
        html_text(page, text);
    else
        write_figure(text, page);
    if (*room.interval) {
        fputs(" <small>", page);
        write_figure(room.interval, page);
        fputs("</small>", page);
    }
}

/* Leading words head their row. */
static void write_row(const figures_t *figures, const figure_cell_t *cells, FILE *page) {
    bool heads = true;
    fputs("<tr>", page);
    for (int i = 0; i < figures_columns(figures); i++) {
        const figure_column_t *column = figures_column_at(figures, i);
        bool is_word = column->kind == FIGURE_WORD;
        if (!is_shown(figures, i))
            continue;
        heads = heads && is_word;
        fputs(heads     ? "<th scope=\"row\">"
              : is_word ? "<td>"
                        : "<td class=\"number\">",
              page);
        write_cell(column, &cells[i], page);
        fputs(heads ? "</th>" : "</td>", page);
    }
    fputs("</tr>\n", page);
}

/* --- A table ------------------------------------------------------------------------ */

static void write_meanings(const figures_t *figures, FILE *page) {
    fputs("<details class=\"meanings\"><summary>What the columns mean</summary><dl>\n",
          page);
    for (int i = 0; i < figures_columns(figures); i++) {
        const figure_column_t *column = figures_column_at(figures, i);
        if (!is_shown(figures, i) || !column->meaning)
            continue;
        fputs("<dt>", page);
        html_text(page, column->heading);
        fputs("</dt><dd>", page);
        html_words(page, column->meaning);
        fputs("</dd>\n", page);
    }
    fputs("</dl></details>\n", page);
}

static void write_headings(const figures_t *figures, FILE *page) {
    fprintf(page,
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
            "aria-labelledby=\"table-%s\">"
            "<table><caption id=\"table-%s\">",
            figures_key(figures), figures_key(figures));
    html_text(page, figures_title(figures));
    fputs("</caption><thead><tr>", page);
    for (int i = 0; i < figures_columns(figures); i++) {
        const figure_column_t *column = figures_column_at(figures, i);
        if (!is_shown(figures, i))
            continue;
        fprintf(page, "<th scope=\"col\"%s>",
                column->kind == FIGURE_WORD ? "" : " class=\"number\"");
        html_text(page, column->heading);
        fputs("</th>", page);
    }
    fputs("</tr></thead><tbody>\n", page);
}

static void write_table(const figures_t *figures, FILE *page) {
    size_t detail = figures_detail_rows(figures), rows = figures_rows(figures);
    bool is_long = rows - detail > ROWS_SHOWN;
    if (is_long) {
        fputs("<details class=\"long\"><summary>", page);
        html_format(page, "%s: %zu rows", figures_title(figures), rows - detail);
        fputs("</summary>\n", page);
    }
    write_headings(figures, page);
    for (size_t row = 0; row < rows; row++)
        if (!figures_row_at(figures, row)->is_detail)
            write_row(figures, figures_row_at(figures, row), page);
    fputs("</tbody></table></div>\n", page);
    if (detail > 0)
        fprintf(page, "<p class=\"note\">%zu more row%s in the CSV files.</p>\n", detail,
                detail == 1 ? " is" : "s are");
    write_meanings(figures, page);
    if (is_long)
        fputs("</details>\n", page);
}

/* --- Other parts -------------------------------------------------------------------- */

static void write_list(const result_part_t *part, FILE *page) {
    fputs("<h3>", page);
    html_text(page, part->title);
    fputs("</h3>\n<ul>\n", page);
    for (size_t i = 0; i < part->count; i++) {
        fprintf(page, "<li%s>", part->items[i].is_warning ? " class=\"warning\"" : "");
        html_words(page, part->items[i].sentence);
        if (part->items[i].command) {
            fputs(" <code>", page);
            html_text(page, part->items[i].command);
            fputs("</code>", page);
        }
        fputs("</li>\n", page);
    }
    fputs("</ul>\n", page);
}

static void write_record(const figures_t *figures, FILE *page) {
    fputs("<dl class=\"record\">\n", page);
    for (int i = 0; i < figures_columns(figures); i++) {
        const figure_column_t *column = figures_column_at(figures, i);
        const figure_cell_t *cell = &figures_row_at(figures, 0)[i];
        if (!is_shown(figures, i))
            continue;
        fputs("<dt>", page);
        html_text(page, column->heading);
        fputs("</dt><dd>", page);
        write_cell(column, cell, page);
        fputs("</dd>\n", page);
    }
    fputs("</dl>\n", page);
}

void result_part_html(const result_part_t *part, FILE *page) {
    if (!part || !result_part_has_content(part))
        return;
    if (part->kind == PART_SENTENCE) {
        fputs("<p>", page);
        html_words(page, part->title);
        fputs("</p>\n", page);
    } else if (part->kind == PART_LIST) {
        write_list(part, page);
    } else if (part->kind == PART_RECORD) {
        write_record(part->figures, page);
    } else {
        write_table(part->figures, page);
    }
}
