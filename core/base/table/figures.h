/* figures.h - a table of figures: columns that say what they are, and rows.
 * Use: static const figure_column_t columns[] = {
 *          {FIGURE_WORD, "name", "Variant", "The board.", FIGURE_FIELD(cell_t, name)},
 *          {FIGURE_COUNT, "games", "Games", "Played.", FIGURE_FIELD(cell_t, games)},
 *          {FIGURE_SCORE, "score", "Score", "1 for a win.", .add = add_score}};
 *      figures_t *cells = result_table(result, "cells", "All cells", columns, 3);
 *      figures_row(cells, &cell);                                      one call per row
 * A column is written once: its kind decides how text, JSON, CSV and HTML show it
 * (result.h). Its cells come from a field of the row's struct, or from `add`, which adds
 * exactly one cell by a function figures_add_... . FIGURE_BY_HAND: the caller adds the
 * row's cells by these functions, in the order of the columns.
 * Owns: copies of all texts; figures_free releases all.
 * Errors: a wrong number of cells is a REQUIRE.
 */
#ifndef CORE_FIGURES_H
#define CORE_FIGURES_H

#include "core/base/interval.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cJSON cJSON; /* cjson/cJSON.h */

typedef enum {
    FIGURE_WORD,
    FIGURE_COUNT,  /* whole */
    FIGURE_NUMBER, /* about four digits in text */
    FIGURE_SHARE,  /* 0 to 1; in text percent, as CHANCE and SCORE */
    FIGURE_CHANCE, /* a share that is never said to be 0 or 1: ">99.9 %" */
    FIGURE_P_VALUE,
    FIGURE_YES_NO,
    FIGURE_SECONDS,  /* in text "1:23:45" */
    FIGURE_BYTES,    /* in text "1.5 MB" */
    FIGURE_SCORE,    /* an estimate from 0 to 1: "51.9 % [47.8, 56.1]" */
    FIGURE_POINTS,   /* an estimate of a difference, -1 to 1: "+1.9 [-2.2, +6.1]" */
    FIGURE_ELO,      /* an estimate: "+12 [-20, +inf]" */
    FIGURE_ESTIMATE, /* of anything else: "12.3 [11.9, 12.7]" */
    FIGURE_JSON      /* any JSON; in text and CSV compact */
} figure_kind_t;

/* A kind that has an interval. In JSON {"value", "low", "high"}, in CSV three columns. */
bool figure_is_estimate(figure_kind_t kind);

/* What a field holds; FIGURE_FIELD finds it out. */
typedef enum {
    FIELD_NONE,
    FIELD_ESTIMATE,
    FIELD_DOUBLE,
    FIELD_INT,
    FIELD_UINT32,
    FIELD_UINT64,
    FIELD_INT64,
    FIELD_BOOL,
    FIELD_ARRAY,  /* char[], "": empty */
    FIELD_POINTER /* char *, NULL: empty */
} figure_field_t;
#define FIGURE_FIELD(type, field)                                                        \
    .holds = _Generic(&((type *)0)->field, estimate_t *                                  \
                      : FIELD_ESTIMATE, double *                                         \
                      : FIELD_DOUBLE, int *                                              \
                      : FIELD_INT, unsigned *                                            \
                      : FIELD_UINT32, unsigned long *                                    \
                      : FIELD_UINT64, unsigned long long *                               \
                      : FIELD_UINT64, long *                                             \
                      : FIELD_INT64, long long *                                         \
                      : FIELD_INT64, bool *                                              \
                      : FIELD_BOOL, char(*)[]                                            \
                      : FIELD_ARRAY, char **                                             \
                      : FIELD_POINTER, const char **                                     \
                      : FIELD_POINTER),                                                  \
    .offset = offsetof(type, field)
#define FIGURE_BY_HAND .holds = FIELD_NONE
/* The cell is empty where this field (bool, int or uint64_t) is 0, such as the number of
 * games that a mean rests on. FIGURE_OF, of kind FIGURE_SHARE: the share part / all. */
#define FIGURE_IF(type, field)                                                           \
    .given = _Generic(((type *)0)->field, bool                                           \
                      : FIELD_BOOL, int                                                  \
                      : FIELD_INT, unsigned long                                         \
                      : FIELD_UINT64, unsigned long long                                 \
                      : FIELD_UINT64),                                                   \
    .given_offset = offsetof(type, field)
#define FIGURE_OF(type, part, all) FIGURE_FIELD(type, part), FIGURE_IF(type, all)

/* Where a column appears; 0: everywhere. */
enum {
    FIGURE_DETAIL = 1, /* in text only if detail is wanted */
    FIGURE_DATA = 2,   /* only for programs, in JSON and CSV */
    FIGURE_SHOWN = 4   /* only for people, in text and on pages */
};

typedef struct figures figures_t;
typedef struct figure_cell figure_cell_t;
typedef struct figure_column {
    figure_kind_t kind;
    const char *key;     /* in JSON and CSV: "first_player" */
    const char *heading; /* in text and on pages, with its unit: "Length, turns" */
    const char *meaning; /* one sentence or more; NULL: clear */
    figure_field_t holds, given;
    size_t offset, given_offset;
    void (*add)(figures_t *figures, const void *row);
    unsigned flags;
} figure_column_t;

/* title: above the table, may be NULL. */
figures_t *figures_new(const char *key, const char *title, const figure_column_t *columns,
                       int count);
void figures_free(figures_t *figures);

/* One more column, before the first row. */
void figures_column(figures_t *figures, figure_column_t column);

/* Adds a row from the columns' fields and functions, or the rest of one whose first cells
 * were added by hand. */
void figures_row(figures_t *figures, const void *row);

/* One cell. A NAN is empty. */
void figures_add_word(figures_t *figures, const char *word); /* NULL: empty */
void figures_add(figures_t *figures, double value);
void figures_add_count(figures_t *figures, int64_t count);
void figures_add_estimate(figures_t *figures, estimate_t estimate);
void figures_add_yes_no(figures_t *figures, bool yes);
void figures_add_json(figures_t *figures, cJSON *json); /* takes ownership */
/* Empty; why: in text and on pages instead of a dash, "no games yet", or NULL. */
void figures_add_nothing(figures_t *figures, const char *why);

void figures_add_copy(figures_t *figures, const figure_cell_t *cell); /* of any table */

/* The row just completed is detail: text, unless detail is wanted, and pages leave it out
 * and say how many such rows there are. */
void figures_row_is_detail(figures_t *figures);

size_t figures_rows(const figures_t *figures);

/* A figure as text, "51.9 % [47.8, 56.1]", for sentences as well: the value, and the
 * interval without the blank before it, which is "" if there is none. */
enum { FIGURE_TEXT = 48 };
typedef struct figure_text {
    char value[FIGURE_TEXT], interval[FIGURE_TEXT];
} figure_text_t;
figure_text_t figure_text(figure_kind_t kind, estimate_t value);

/* Both of them. */
enum { FIGURE_WORDS = 2 * FIGURE_TEXT };
const char *figure_words(figure_kind_t kind, estimate_t value, char words[FIGURE_WORDS]);

/* --- Several as one ----------------------------------------------------------------- */

typedef struct figures_part {
    const figures_t *figures;
    const char *prefix; /* before the keys of its columns, "": none */
} figures_part_t;

/* Tables side by side, for programs: a row for each combination of words in the columns
 * `keys` that a part with all of these has, in the order in which they come up; a part
 * with only some of them repeats its row, and one without the row is empty there. A name
 * that a later part has as well gets its table's key before it. The caller frees it. */
figures_t *figures_join(const char *key, const figures_part_t *parts, int count,
                        const char *const *keys, int num_keys);

/* --- For writers -------------------------------------------------------------------- */

struct figure_cell {
    char *word;       /* of a word; of JSON compact; for an empty cell why, or NULL */
    estimate_t value; /* of any other kind but a count */
    int64_t count;    /* of a count */
    cJSON *json;
    bool is_empty, is_detail; /* is_detail, of a row's first cell: the whole row */
};

const char *figures_key(const figures_t *figures);
const char *figures_title(const figures_t *figures); /* NULL: none */
int figures_columns(const figures_t *figures);
/* Whether all its cells are empty: then text and pages leave it out. */
bool figures_column_is_empty(const figures_t *figures, int column);
const figure_column_t *figures_column_at(const figures_t *figures, int column);
/* The cells of a row. */
const figure_cell_t *figures_row_at(const figures_t *figures, size_t row);
size_t figures_detail_rows(const figures_t *figures);

/* The value of a cell of any kind; its interval goes into *room. An empty one: why, or a
 * dash. */
const char *figure_cell_text(figure_kind_t kind, const figure_cell_t *cell,
                             figure_text_t *room);

#endif
