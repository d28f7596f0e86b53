/* export_columns.h - the datasets of an export: one table for the writer, for
 * `fulcrum export --columns`, and for the attribute `meaning` of each.
 * Use: export_layout_t layout = {game, &options, max_legal};
 *      if (export_column_exists(column, &options)) ...
 *      export_column_fill(column, &(export_source_t){&layout, row, first_legal}, bytes);
 * Both groups, /train and /validation, have the same datasets. A new one is a row of the
 * table; what it needs of a game beyond export_row_t is read in export_rows.c. A change
 * of a meaning raises EXPORT_VERSION.
 */
#ifndef SELFPLAY_EXPORT_COLUMNS_H
#define SELFPLAY_EXPORT_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct export_options export_options_t; /* selfplay/export/export_options.h */
typedef struct export_row export_row_t;         /* selfplay/export/export_rows.h */
typedef struct game game_t;                     /* core/game/game.h */
typedef struct result result_t;                 /* core/base/table/result.h */

#define EXPORT_FORMAT "fulcrum training data"
enum { EXPORT_VERSION = 2 };

typedef enum {
    EXPORT_U8,
    EXPORT_U16,
    EXPORT_U32,
    EXPORT_I64,
    EXPORT_F16,
    EXPORT_F32
} export_type_t;

typedef struct export_layout {
    const game_t *game;
    const export_options_t *options;
    uint32_t max_legal; /* of the rows of both groups */
} export_layout_t;

/* What a row of a dataset is made of. first_legal: preceding rows in flat datasets. */
typedef struct export_source {
    const export_layout_t *layout;
    const export_row_t *row;
    int64_t first_legal;
} export_source_t;

typedef struct export_column {
    const char *name;
    export_type_t type;
    /* "(N, A)", with N rows, A actions, ...; one starting with "(L" has one row per legal
     * action instead of one per position. */
    const char *shape;
    const char *meaning;
    const char *with; /* the option that it needs; NULL: always there */
    size_t flag;      /* of export_options_t: the bool of that option; 0: none */
    unsigned forms;   /* of a policy, as bits; 0: any */
    size_t (*width)(const export_layout_t *layout); /* values per row; NULL: 1 */
    /* Writes a row, little-endian, or (flat) row->legal of them; NULL: the field. */
    void (*fill)(const export_source_t *source, void *bytes);
    size_t field; /* of export_row_t */
} export_column_t;

enum { EXPORT_COLUMNS = 32 };
extern const export_column_t export_columns[EXPORT_COLUMNS];

bool export_column_exists(const export_column_t *column, const export_options_t *options);
bool export_column_is_flat(const export_column_t *column);

/* Values and bytes per row; the dataset has two dimensions if it has a width. */
size_t export_column_width(const export_column_t *column, const export_layout_t *layout);
size_t export_column_bytes(const export_column_t *column, const export_layout_t *layout);
size_t export_type_bytes(export_type_t type);

void export_column_fill(const export_column_t *column, const export_source_t *source,
                        void *bytes);

/* All of them as a table. */
void export_columns_table(result_t *result);

/* The nearest 16-bit float (IEEE 754 binary16) to a number from 0 to 1. */
uint16_t export_half(float share);

#endif
