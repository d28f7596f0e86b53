/* export_layout.h - the datasets of an export: one table for the writer and the
 * documents.
 * Use: export_layout_t layout = {game, &options, max_legal};
 *      if (export_dataset_exists(&layout, id)) ...
 *      export_dataset_fill(&layout, id, row, bytes);
 * Both groups, /train and /validation, have the same datasets. EXPORT.md documents all of
 * them (a test checks that), as does each dataset's attribute `meaning`.
 * A change of a dataset's meaning raises EXPORT_VERSION.
 */
#ifndef SELFPLAY_EXPORT_LAYOUT_H
#define SELFPLAY_EXPORT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct export_options export_options_t; /* selfplay/export/export_options.h */
typedef struct export_row export_row_t;         /* selfplay/export/export_rows.h */
typedef struct game game_t;                     /* core/game/game.h */

#define EXPORT_FORMAT "fulcrum training data"
enum { EXPORT_VERSION = 2 };

typedef enum {
    EXPORT_STATE,
    EXPORT_SIDE,
    EXPORT_PLAYER,
    EXPORT_OUTCOME,
    EXPORT_VALUE_RESULT,
    EXPORT_VALUE_ROOT,
    EXPORT_VALUE_MIX,
    EXPORT_VALUE_LATER,
    EXPORT_ROOT_PROOF,
    EXPORT_ROOT_VISITS,
    EXPORT_FULL,
    EXPORT_SURPRISE,
    EXPORT_CHOSEN,
    EXPORT_TURNS_LEFT,
    EXPORT_REASON,
    EXPORT_AGENT,
    EXPORT_SOURCE,
    EXPORT_GAME,
    EXPORT_PLY,
    EXPORT_TURN,
    EXPORT_SYMMETRY,
    EXPORT_LEGAL,
    EXPORT_PLANES,
    EXPORT_FEATURES,
    EXPORT_FINAL_BOARD,
    EXPORT_FIRST_LEGAL,   /* sparse */
    EXPORT_SPARSE_ACTION, /* sparse: one row per legal action */
    EXPORT_SPARSE_VISITS,
    EXPORT_PADDED_ACTION, /* padded: max_legal values per row */
    EXPORT_PADDED_VISITS,
    EXPORT_DENSE_POLICY, /* dense: num_actions values per row */
    EXPORT_DENSE_MASK,
    EXPORT_DATASETS
} export_dataset_id_t;

typedef enum {
    EXPORT_U8,
    EXPORT_U16,
    EXPORT_U32,
    EXPORT_I64,
    EXPORT_F16,
    EXPORT_F32,
    EXPORT_TYPES
} export_type_t;

typedef struct export_dataset {
    const char *name;
    export_type_t type;
    const char *meaning;
} export_dataset_t;

extern const export_dataset_t export_datasets[EXPORT_DATASETS];

typedef struct export_layout {
    const game_t *game;
    const export_options_t *options;
    uint32_t max_legal; /* of the rows of both groups */
} export_layout_t;

bool export_dataset_exists(const export_layout_t *layout, export_dataset_id_t id);

/* Whether it has one row per legal action instead of one per position. */
bool export_dataset_is_flat(export_dataset_id_t id);

/* Values per row; the dataset has two dimensions unless this is 1. */
size_t export_dataset_width(const export_layout_t *layout, export_dataset_id_t id);
bool export_dataset_is_wide(export_dataset_id_t id);

size_t export_type_bytes(export_type_t type);

/* Bytes per row of a dataset. */
size_t export_dataset_bytes(const export_layout_t *layout, export_dataset_id_t id);

/* Writes the values of a row, little-endian; for a flat dataset, row->legal times its
 * bytes. first_legal: preceding rows in the flat datasets. */
void export_dataset_fill(const export_layout_t *layout, export_dataset_id_t id,
                         const export_row_t *row, int64_t first_legal,
                         unsigned char *bytes);

/* The nearest 16-bit float (IEEE 754 binary16) to a number from 0 to 1. */
uint16_t export_half(float share);

#endif
