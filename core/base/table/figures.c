#include "core/base/table/figures.h"

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/text.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>

struct figures {
    char *key, *title;
    figure_column_t *columns; /* with texts of their own */
    size_t num_columns, column_room;
    figure_cell_t *cells;
    size_t count, capacity, detail_rows;
};

static char *copy(const char *text) {
    return text ? text_copy(text) : NULL;
}

figures_t *figures_new(const char *key, const char *title, const figure_column_t *columns,
                       int count) {
    figures_t *figures = memory_new(1, sizeof *figures);
    figures->key = copy(key);
    figures->title = copy(title);
    for (int i = 0; i < count; i++)
        figures_column(figures, columns[i]);
    return figures;
}

/* Columns have `const char *` texts, which here are copies. */
static void free_text(const char *text) {
    union {
        const char *constant;
        char *own;
    } pointer = {text};
    free(pointer.own);
}

void figures_free(figures_t *figures) {
    if (!figures)
        return;
    for (size_t i = 0; i < figures->num_columns; i++) {
        free_text(figures->columns[i].key);
        free_text(figures->columns[i].heading);
        free_text(figures->columns[i].meaning);
    }
    for (size_t i = 0; i < figures->count; i++) {
        free(figures->cells[i].word);
        cJSON_Delete(figures->cells[i].json);
    }
    free(figures->columns);
    free(figures->cells);
    free(figures->key);
    free(figures->title);
    free(figures);
}

void figures_column(figures_t *figures, figure_column_t column) {
    REQUIRE(figures->count == 0);
    figures->columns = memory_grow(figures->columns, &figures->column_room,
                                   figures->num_columns + 1, sizeof *figures->columns);
    column.key = copy(column.key);
    column.heading = copy(column.heading);
    column.meaning = copy(column.meaning);
    figures->columns[figures->num_columns++] = column;
}

/* --- Cells -------------------------------------------------------------------------- */

static void add(figures_t *figures, figure_cell_t cell) {
    figures->cells = memory_grow(figures->cells, &figures->capacity, figures->count + 1,
                                 sizeof *figures->cells);
    figures->cells[figures->count++] = cell;
}

static figure_kind_t next_kind(const figures_t *figures) {
    return figures->columns[figures->count % figures->num_columns].kind;
}

void figures_add_word(figures_t *figures, const char *word) {
    add(figures, (figure_cell_t){.word = copy(word), .is_empty = !word});
}

void figures_add(figures_t *figures, double value) {
    bool is_count = next_kind(figures) == FIGURE_COUNT && isfinite(value);
    add(figures, (figure_cell_t){.value = {value, value, value},
                                 .count = is_count ? (int64_t)llround(value) : 0,
                                 .is_empty = isnan(value)});
}

void figures_add_count(figures_t *figures, int64_t count) {
    double value = (double)count;
    add(figures, (figure_cell_t){.value = {value, value, value}, .count = count});
}

void figures_add_estimate(figures_t *figures, estimate_t estimate) {
    add(figures, (figure_cell_t){.value = estimate,
                                 .is_empty = isnan(estimate.value) &&
                                             !(estimate.low > -HUGE_VAL) &&
                                             !(estimate.high < HUGE_VAL)});
}

void figures_add_yes_no(figures_t *figures, bool yes) {
    add(figures, (figure_cell_t){.value = {yes, yes, yes}});
}

void figures_add_json(figures_t *figures, cJSON *json) {
    char *line = json ? json_line(cJSON_Duplicate(json, true)) : NULL;
    add(figures, (figure_cell_t){.json = json, .word = line, .is_empty = !json});
}

void figures_add_nothing(figures_t *figures, const char *why) {
    add(figures, (figure_cell_t){.word = copy(why), .is_empty = true});
}

void figures_add_copy(figures_t *figures, const figure_cell_t *cell) {
    figure_cell_t one = *cell;
    one.word = copy(cell->word);
    one.json = cell->json ? cJSON_Duplicate(cell->json, true) : NULL;
    one.is_detail = false;
    add(figures, one);
}

/* --- Rows --------------------------------------------------------------------------- */

static const void *field_at(const void *row, size_t offset) {
    return (const char *)row + offset;
}

/* The number that a cell depends on; 1: it does not. */
static uint64_t number_given(const figure_column_t *column, const void *row) {
    const void *field = field_at(row, column->given_offset);
    return column->given == FIELD_BOOL     ? *(const bool *)field
           : column->given == FIELD_INT    ? (uint64_t) * (const int *)field
           : column->given == FIELD_UINT64 ? *(const uint64_t *)field
                                           : 1;
}

static void add_uint64(figures_t *figures, const figure_column_t *column, uint64_t number,
                       const void *row) {
    if (column->kind == FIGURE_SHARE)
        figures_add(figures, (double)number / (double)number_given(column, row));
    else
        figures_add_count(figures, (int64_t)number);
}

static void add_field(figures_t *figures, const figure_column_t *column,
                      const void *row) {
    const void *field = field_at(row, column->offset);
    const char *text = field;
    if (number_given(column, row) == 0) {
        figures_add_nothing(figures, NULL);
        return;
    }
    switch (column->holds) {
    case FIELD_ESTIMATE:
        figures_add_estimate(figures, *(const estimate_t *)field);
        return;
    case FIELD_DOUBLE:
        figures_add(figures, *(const double *)field);
        return;
    case FIELD_INT:
        figures_add_count(figures, *(const int *)field);
        return;
    case FIELD_UINT32:
        figures_add_count(figures, *(const uint32_t *)field);
        return;
    case FIELD_UINT64:
        add_uint64(figures, column, *(const uint64_t *)field, row);
        return;
    case FIELD_INT64:
        figures_add_count(figures, *(const int64_t *)field);
        return;
    case FIELD_BOOL:
        figures_add_yes_no(figures, *(const bool *)field);
        return;
    case FIELD_ARRAY:
        figures_add_word(figures, *text ? text : NULL);
        return;
    case FIELD_POINTER:
        figures_add_word(figures, *(const char *const *)field);
        return;
    case FIELD_NONE:
        break;
    }
    REQUIRE(column->add);
    column->add(figures, row);
}

void figures_row(figures_t *figures, const void *row) {
    for (size_t i = figures->count % figures->num_columns; i < figures->num_columns;
         i++) {
        size_t before = figures->count;
        add_field(figures, &figures->columns[i], row);
        REQUIRE(figures->count == before + 1);
    }
}

void figures_row_is_detail(figures_t *figures) {
    REQUIRE(figures_rows(figures) > 0);
    figures->cells[figures->count - figures->num_columns].is_detail = true;
    figures->detail_rows++;
}

size_t figures_rows(const figures_t *figures) {
    REQUIRE(figures->num_columns > 0 && figures->count % figures->num_columns == 0);
    return figures->count / figures->num_columns;
}

/* --- For writers -------------------------------------------------------------------- */

const char *figures_key(const figures_t *figures) {
    return figures->key;
}

const char *figures_title(const figures_t *figures) {
    return figures->title;
}

int figures_columns(const figures_t *figures) {
    return (int)figures->num_columns;
}

const figure_column_t *figures_column_at(const figures_t *figures, int column) {
    return &figures->columns[column];
}

bool figures_column_is_empty(const figures_t *figures, int column) {
    for (size_t i = (size_t)column; i < figures->count; i += figures->num_columns)
        if (!figures->cells[i].is_empty || figures->cells[i].word)
            return false;
    return true;
}

const figure_cell_t *figures_row_at(const figures_t *figures, size_t row) {
    return &figures->cells[row * figures->num_columns];
}

size_t figures_detail_rows(const figures_t *figures) {
    return figures->detail_rows;
}
