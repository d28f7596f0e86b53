/* A result as text for a terminal. */
#include "core/base/table/result.h"
#include "core/base/text_layout.h"

#include <stdlib.h>

enum { INDENT = 2, GAP = 2, NAME_MOST = 48, RECORD_LEAST = 24 };

static bool is_shown(const figures_t *figures, int i, bool detail) {
    unsigned flags = figures_column_at(figures, i)->flags;
    return !(flags & FIGURE_DATA) && (detail || !(flags & FIGURE_DETAIL)) &&
           !figures_column_is_empty(figures, i);
}

static bool is_word(figure_kind_t kind) {
    return kind == FIGURE_WORD || kind == FIGURE_JSON;
}

/* --- A table ------------------------------------------------------------------------ */

/* How a column is printed. */
typedef struct widths {
    int value, interval; /* interval: 0 without one */
    int shared;          /* bytes of folders that its words share, which are left out */
    const char *first;   /* a word that begins with them */
    bool is_whole;       /* its words are not shortened */
} widths_t;

static int most(int a, int b) {
    return a > b ? a : b;
}

/* Bytes of the folders that two paths share, without their last names. */
static int shared_folders(const char *a, const char *b) {
    int shared = 0;
    for (int i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '/' && a[i + 1] && b[i + 1])
            shared = i + 1;
    return shared;
}

/* If words are too long: what all in the rows shown share. */
static void find_shared(const figures_t *figures, int i, widths_t *widths) {
    int shared = -1, longest = 0;
    for (size_t row = 0; row < figures_rows(figures); row++) {
        const figure_cell_t *cells = figures_row_at(figures, row);
        const char *text = cells[i].word;
        if (cells->is_detail || cells[i].is_empty)
            continue;
        longest = most(longest, text_width(text));
        const int folders = widths->first ? shared_folders(widths->first, text) : -1;
        shared = shared < 0 || folders < shared ? folders : shared;
        widths->first = widths->first ? widths->first : text;
    }
    widths->shared = longest > NAME_MOST ? most(shared, 0) : 0;
}

/* Long words keep their beginning and end. */
static const char *cell_text(const figures_t *figures, size_t row, int i, widths_t widths,
                             figure_text_t *room, char shortened[TEXT_SHORT]) {
    const figure_cell_t *cell = &figures_row_at(figures, row)[i];
    const char *text = figure_cell_text(figures_column_at(figures, i)->kind, cell, room);
    const int left_out = cell->is_empty ? 0 : widths.shared;
    return widths.is_whole ? text : text_shorten(text + left_out, NAME_MOST, shortened);
}

/* In the last column and with all detail, words are whole. */
static widths_t find_widths(const figures_t *figures, int i, bool is_last, bool detail) {
    const figure_kind_t kind = figures_column_at(figures, i)->kind;
    const bool is_whole = is_last || detail || !is_word(kind);
    widths_t widths = {.is_whole = is_whole};
    if (!is_whole && kind == FIGURE_WORD)
        find_shared(figures, i, &widths);
    for (size_t row = 0; row < figures_rows(figures); row++) {
        figure_text_t room;
        char shortened[TEXT_SHORT];
        if (figures_row_at(figures, row)->is_detail && !detail)
            continue;
        const char *text = cell_text(figures, row, i, widths, &room, shortened);
        if (*room.interval)
            widths.interval = most(widths.interval, 1 + text_width(room.interval));
        widths.value = most(widths.value, text_width(text));
    }
    int heading = text_width(figures_column_at(figures, i)->heading);
    widths.value = most(widths.value, heading - widths.interval);
    return widths;
}

static void print_right(const char *text, int width, FILE *file) {
    fprintf(file, "%*s%s", most(0, width - text_width(text)), "", text);
}

static void print_heading(const figure_column_t *column, widths_t widths, bool is_last,
                          FILE *file) {
    if (!is_word(column->kind))
        print_right(column->heading, widths.value + widths.interval, file);
    else
        text_print_padded(file, column->heading, is_last ? 0 : widths.value);
}

static void print_cell(const figures_t *figures, size_t row, int i, widths_t widths,
                       bool is_last, FILE *file) {
    figure_text_t room;
    char shortened[TEXT_SHORT];
    const char *text = cell_text(figures, row, i, widths, &room, shortened);
    if (is_word(figures_column_at(figures, i)->kind)) {
        text_print_padded(file, text, is_last ? 0 : widths.value);
        return;
    }
    print_right(text, widths.value, file);
    if (widths.interval > 0 && !(is_last && !*room.interval))
        print_right(room.interval, widths.interval, file);
}

/* row: NO_ROW for the headings. */
#define NO_ROW ((size_t)-1)
static void print_row(const figures_t *figures, size_t row, const widths_t *widths,
                      int last, bool detail, FILE *file) {
    int gap = INDENT;
    for (int i = 0; i <= last; i++) {
        const figure_column_t *column = figures_column_at(figures, i);
        if (!is_shown(figures, i, detail))
            continue;
        fprintf(file, "%*s", gap, "");
        gap = GAP;
        if (row == NO_ROW)
            print_heading(column, widths[i], i == last, file);
        else
            print_cell(figures, row, i, widths[i], i == last, file);
    }
    fputc('\n', file);
}

static void print_table(const figures_t *figures, bool detail, FILE *file) {
    int columns = figures_columns(figures), last = -1;
    for (int i = 0; i < columns; i++)
        if (is_shown(figures, i, detail))
            last = i;
    widths_t *widths = memory_new((size_t)columns, sizeof *widths);
    for (int i = 0; i < columns; i++)
        widths[i] = find_widths(figures, i, i == last, detail);
    if (figures_title(figures))
        fprintf(file, "%s\n", figures_title(figures));
    for (int i = 0; i < columns; i++)
        if (widths[i].shared > 0)
            fprintf(file, "%*s%s in %.*s\n", INDENT, "",
                    figures_column_at(figures, i)->heading, widths[i].shared,
                    widths[i].first);
    print_row(figures, NO_ROW, widths, last, detail, file);
    for (size_t row = 0; row < figures_rows(figures); row++)
        if (detail || !figures_row_at(figures, row)->is_detail)
            print_row(figures, row, widths, last, detail, file);
    if (!detail && figures_detail_rows(figures) > 0)
        fprintf(file, "%*s... and %zu more\n", INDENT, "", figures_detail_rows(figures));
    free(widths);
}

/* --- Other parts -------------------------------------------------------------------- */

static void print_record(const figures_t *figures, bool detail, FILE *file) {
    int width = RECORD_LEAST;
    if (figures_title(figures))
        fprintf(file, "%s\n", figures_title(figures));
    for (int i = 0; i < figures_columns(figures); i++)
        if (is_shown(figures, i, detail))
            width = most(width, text_width(figures_column_at(figures, i)->heading));
    for (int i = 0; i < figures_columns(figures); i++) {
        const figure_column_t *column = figures_column_at(figures, i);
        const figure_cell_t *cell = &figures_row_at(figures, 0)[i];
        figure_text_t room;
        if (!is_shown(figures, i, detail))
            continue;
        const char *text = figure_cell_text(column->kind, cell, &room);
        fprintf(file, "%*s", INDENT, "");
        text_print_padded(file, column->heading, width);
        if (is_word(column->kind))
            text_print_wrapped(file, text, INDENT + width, INDENT + width + 1);
        else
            fprintf(file, " %s%s%s\n", text, *room.interval ? " " : "", room.interval);
    }
}

static void print_list(const result_part_t *part, FILE *file) {
    fprintf(file, "%s\n", part->title);
    for (size_t i = 0; i < part->count; i++) {
        int column = fprintf(file, part->items[i].is_warning ? "  !" : "  -");
        text_print_wrapped(file, part->items[i].sentence, column, column + 1);
        if (part->items[i].command)
            fprintf(file, "      %s\n", part->items[i].command);
    }
}

/* Whether a blank line separates it from what precedes it. */
static bool is_apart(const result_part_t *part) {
    return part->kind == PART_LIST || part->kind == PART_TABLE ||
           (part->kind == PART_RECORD && figures_title(part->figures));
}

void result_text(const result_t *result, bool detail, FILE *file) {
    bool is_first = true, was_apart = false;
    for (size_t i = 0; i < result_parts(result); i++) {
        const result_part_t *part = result_part_at(result, i);
        if (!result_part_has_content(part) || (detail ? part->is_brief : part->is_detail))
            continue;
        if (!is_first && (is_apart(part) || was_apart))
            fputc('\n', file);
        is_first = false;
        was_apart = is_apart(part);
        if (part->kind == PART_SENTENCE)
            text_print_wrapped(file, part->title, 0, 0);
        else if (part->kind == PART_LIST)
            print_list(part, file);
        else if (part->kind == PART_RECORD)
            print_record(part->figures, detail, file);
        else
            print_table(part->figures, detail, file);
    }
}
