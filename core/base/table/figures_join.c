#include "core/base/error.h"
#include "core/base/table/figures.h"
#include "core/base/text.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS = 8, KEYS = 4, TEXT = 128 };

typedef struct join {
    const figures_part_t *parts;
    int count, num_keys;
    const char *const *keys;
    int key_columns[PARTS][KEYS]; /* -1: the part has none */
} join_t;

static int column_of(const figures_t *figures, const char *key) {
    for (int i = 0; i < figures_columns(figures); i++)
        if (strcmp(figures_column_at(figures, i)->key, key) == 0)
            return i;
    return -1;
}

static bool is_key(const join_t *join, const char *key) {
    for (int i = 0; i < join->num_keys; i++)
        if (strcmp(join->keys[i], key) == 0)
            return true;
    return false;
}

static bool has_all_keys(const join_t *join, int part) {
    for (int i = 0; i < join->num_keys; i++)
        if (join->key_columns[part][i] < 0)
            return false;
    return true;
}

/* --- Columns ------------------------------------------------------------------------ */

/* Whether a part after this one has a column of this name. */
static bool is_taken(const join_t *join, int part, const char *name) {
    for (int i = part + 1; i < join->count; i++) {
        const size_t length = strlen(join->parts[i].prefix);
        if (strncmp(name, join->parts[i].prefix, length) == 0 &&
            column_of(join->parts[i].figures, name + length) >= 0)
            return true;
    }
    return false;
}

static bool is_joined(const join_t *join, const figure_column_t *column) {
    return !(column->flags & FIGURE_SHOWN) && !is_key(join, column->key);
}

static void add_column(const join_t *join, int part, figure_column_t column,
                       figures_t *out) {
    const figures_part_t *from = &join->parts[part];
    char name[TEXT];
    text_t text = text_into(name, sizeof name);
    text_add(&text, "%s%s", from->prefix, column.key);
    if (is_taken(join, part, name)) {
        text = text_into(name, sizeof name);
        text_add(&text, "%s_%s", figures_key(from->figures), column.key);
    }
    column.key = name;
    figures_column(out, column);
}

static void add_columns(const join_t *join, figures_t *out) {
    for (int k = 0; k < join->num_keys; k++)
        for (int part = 0; part < join->count; part++) {
            const int column = join->key_columns[part][k];
            if (column < 0)
                continue;
            figures_column(out, *figures_column_at(join->parts[part].figures, column));
            break;
        }
    for (int part = 0; part < join->count; part++) {
        const figures_t *figures = join->parts[part].figures;
        for (int i = 0; i < figures_columns(figures); i++)
            if (is_joined(join, figures_column_at(figures, i)))
                add_column(join, part, *figures_column_at(figures, i), out);
    }
}

/* --- Rows --------------------------------------------------------------------------- */

/* The rows of all parts with one value of the keys; -1: the part has none. */
typedef struct row {
    const figure_cell_t *keys[KEYS];
    size_t first; /* where it came up */
    long rows[PARTS];
} row_t;

static int compare_keys(const void *a, const void *b) {
    const row_t *x = a, *y = b;
    for (int i = 0; i < KEYS && x->keys[i]; i++) {
        const int order = strcmp(x->keys[i]->word, y->keys[i]->word);
        if (order != 0)
            return order;
    }
    return (x->first > y->first) - (x->first < y->first);
}

static int compare_first(const void *a, const void *b) {
    const row_t *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

/* The rows of one part each; returns how many. */
static size_t list_rows(const join_t *join, row_t *rows) {
    size_t count = 0;
    for (int part = 0; part < join->count; part++) {
        const figures_t *figures = join->parts[part].figures;
        for (size_t i = 0; has_all_keys(join, part) && i < figures_rows(figures); i++) {
            row_t row = {.first = count};
            bool is_whole = true;
            for (int p = 0; p < PARTS; p++)
                row.rows[p] = p == part ? (long)i : -1;
            for (int k = 0; k < join->num_keys; k++) {
                row.keys[k] = &figures_row_at(figures, i)[join->key_columns[part][k]];
                is_whole = is_whole && !row.keys[k]->is_empty;
            }
            if (is_whole)
                rows[count++] = row;
        }
    }
    return count;
}

static bool may_merge(const row_t *into, const row_t *row, int parts) {
    row_t same = *row;
    same.first = into->first;
    for (int p = 0; p < parts; p++)
        if (into->rows[p] >= 0 && row->rows[p] >= 0)
            return false;
    return compare_keys(into, &same) == 0;
}

/* Merges rows of the same keys; in the order in which they came up first. */
static size_t merge_rows(const join_t *join, row_t *rows, size_t count) {
    size_t kept = 0;
    if (count > 1)
        qsort(rows, count, sizeof *rows, compare_keys);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || !may_merge(&rows[kept - 1], &rows[i], join->count)) {
            rows[kept++] = rows[i];
            continue;
        }
        for (int p = 0; p < join->count; p++)
            if (rows[i].rows[p] >= 0)
                rows[kept - 1].rows[p] = rows[i].rows[p];
    }
    if (kept > 1)
        qsort(rows, kept, sizeof *rows, compare_first);
    return kept;
}

/* Of a part with fewer keys the first row that has the same; -1: none. */
static long row_like(const join_t *join, int part, const row_t *row) {
    const figures_t *figures = join->parts[part].figures;
    for (size_t i = 0; i < figures_rows(figures); i++) {
        bool is_same = true;
        for (int k = 0; k < join->num_keys; k++) {
            const int column = join->key_columns[part][k];
            const char *wanted = row->keys[k]->word;
            const char *word =
                column < 0 ? wanted : figures_row_at(figures, i)[column].word;
            is_same = is_same && word && wanted && strcmp(word, wanted) == 0;
        }
        if (is_same)
            return (long)i;
    }
    return -1;
}

static void add_row(const join_t *join, const row_t *row, figures_t *out) {
    for (int k = 0; k < join->num_keys; k++)
        figures_add_copy(out, row->keys[k]);
    for (int part = 0; part < join->count; part++) {
        const figures_t *figures = join->parts[part].figures;
        const long at =
            has_all_keys(join, part) ? row->rows[part] : row_like(join, part, row);
        for (int i = 0; i < figures_columns(figures); i++) {
            if (!is_joined(join, figures_column_at(figures, i)))
                continue;
            if (at < 0)
                figures_add_nothing(out, NULL);
            else
                figures_add_copy(out, &figures_row_at(figures, (size_t)at)[i]);
        }
    }
}

figures_t *figures_join(const char *key, const figures_part_t *parts, int count,
                        const char *const *keys, int num_keys) {
    join_t join = {.parts = parts, .count = count, .num_keys = num_keys, .keys = keys};
    figures_t *out = figures_new(key, NULL, NULL, 0);
    size_t room = 0;
    REQUIRE(count <= PARTS && num_keys <= KEYS);
    for (int part = 0; part < count; part++) {
        room += figures_rows(parts[part].figures);
        for (int k = 0; k < num_keys; k++)
            join.key_columns[part][k] = column_of(parts[part].figures, keys[k]);
    }
    add_columns(&join, out);
    row_t *rows = memory_new(room + 1, sizeof *rows);
    const size_t kept = merge_rows(&join, rows, list_rows(&join, rows));
    for (size_t i = 0; i < kept; i++)
        add_row(&join, &rows[i], out);
    free(rows);
    return out;
}
