/* train_rows.h - the rows of exports in memory, as training reads them: of the variants
 * of one network, from files of `fulcrum export --features --policy padded --value
 * result,root`.
 * Use: train_rows_t *rows = train_rows_new();
 *      if (train_rows_add(rows, "generation-000.h5", &options, &error)) ...
 *      train_rows_drop(rows, counts);     the first file's, say
 *      train_rows_free(rows);
 * Rows follow each other in the order of the files, and in a file in its own.
 * Threads: HDF5: one call at a time.
 * Errors: a file that is no such export, or of another game, board or version than the
 *      first, with its path.
 */
#ifndef SELFPLAY_TRAIN_ROWS_H
#define SELFPLAY_TRAIN_ROWS_H

#include "core/base/error.h"
#include "selfplay/export/symmetry_maps.h"

#include <stddef.h>

typedef struct game game_t; /* core/game/game.h */

typedef enum { TRAIN_ROWS, VALIDATION_ROWS, ROW_GROUPS } row_group_t;

enum { TRAIN_RESULTS = 3 }; /* won, drawn, lost, for the mover */

typedef struct train_row {
    float value[TRAIN_RESULTS];      /* target: shares, whose sum is 1 */
    float log_turns;                 /* log of the turns left */
    float policy_floor, value_floor; /* entropies of the targets, in nats */
    uint8_t side;                    /* the mover's */
    uint8_t variant;                 /* of the rows' variants */
    bool has_policy; /* searched with the whole budget; else the shares are 0 */
    bool has_turns;  /* played to the end */
} train_row_t;

typedef struct train_group {
    size_t count; /* rows */
    train_row_t *rows;
    size_t *first_feature, *first_action; /* [count + 1] */
    uint16_t *features;                   /* that are on, as the mover sees them */
    uint16_t *actions;                    /* legal ones, as played */
    float *shares;                        /* of the visits */
} train_group_t;

typedef struct train_variant {
    game_t *game;
    symmetry_maps_t maps; /* of features and actions; without images, symmetry 0 alone */
    int symmetries;
} train_variant_t;

enum { TRAIN_VARIANTS = 64 };

typedef struct train_rows {
    train_variant_t variants[TRAIN_VARIANTS]; /* in order of first appearance */
    int num_variants;
    train_group_t groups[ROW_GROUPS];
} train_rows_t;

typedef struct train_targets {
    double root_share; /* of the search's value in the value target; the result has the
                          rest */
    bool later; /* the mean over this and later searches in place of the search's value */
} train_targets_t;

train_rows_t *train_rows_new(void);
void train_rows_free(train_rows_t *rows); /* NULL is fine */

bool train_rows_add(train_rows_t *rows, const char *path, const train_targets_t *targets,
                    failure_t *error);

/* Removes the first rows of each group; variants stay, and keep their numbers. */
void train_rows_drop(train_rows_t *rows, const size_t counts[ROW_GROUPS]);

#endif
