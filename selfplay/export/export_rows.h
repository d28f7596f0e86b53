/* export_rows.h - turns recorded games into the rows of an export: selects positions and
 * images, assigns them to a side of the split, and fills in rows.
 * Use: export_walk_t walk = {.options = &options};
 *      export_walk(&walk, &record, source, see, context, &error);   each file, in order
 *      ... in see:  export_row_make(&place, buffer, &error)
 * Walks over the same files with the same options visit the same places: the first walk
 * counts, the second makes the rows.
 * Errors: an invalid packed state; errors of the callback.
 */
#ifndef SELFPLAY_EXPORT_ROWS_H
#define SELFPLAY_EXPORT_ROWS_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct export_options export_options_t; /* selfplay/export/export_options.h */
typedef struct final_board final_board_t;       /* selfplay/export/final_board.h */
typedef struct game game_t;                     /* core/game/game.h */
typedef struct record record_t;                 /* selfplay/store/record.h */

enum { GROUP_TRAIN, GROUP_VALIDATION, GROUP_COUNT };

/* The size of a group. */
typedef struct export_size {
    uint64_t rows, legal; /* legal actions of all rows */
} export_size_t;

/* A row as stored by the shuffle; followed by the visits (u32) and action numbers (u16)
 * of its legal actions, the packed state, and the final board if wanted. */
typedef struct export_row {
    int64_t game; /* number in its run */
    uint32_t ply, turn, turns_left, root_visits;
    float root_value, later_value, surprise;
    uint16_t source, chosen, legal;
    uint8_t symmetry, side, player, outcome, root_proof, reason, agent, full;
} export_row_t;

static inline const uint32_t *export_row_visits(const export_row_t *row) {
    return (const uint32_t *)(row + 1);
}
static inline const uint16_t *export_row_actions(const export_row_t *row) {
    return (const uint16_t *)(export_row_visits(row) + row->legal);
}
static inline const unsigned char *export_row_state(const export_row_t *row) {
    return (const unsigned char *)(export_row_actions(row) + row->legal);
}
const unsigned char *export_row_final_board(const export_row_t *row, const game_t *game);

/* A row still to be made. */
typedef struct export_place {
    const record_t *record;
    size_t game_row, row; /* of the tables of games and of positions */
    int source;           /* number of the run */
    int group, symmetry;
    double later;                     /* as in export_options.h */
    const final_board_t *final_board; /* NULL: not wanted */
    uint64_t key;                     /* for the shuffle */
    size_t bytes;                     /* of the row */
} export_place_t;

typedef struct export_walk {
    const export_options_t *options;
    const final_board_t *final_board; /* if wanted, and rows are made */
    uint64_t rows;                    /* visited so far */
    uint64_t games[GROUP_COUNT];      /* with a row */
} export_walk_t;

/* False: stop, on an error. */
typedef bool (*export_see_t)(void *context, const export_place_t *place,
                             failure_t *error);

bool export_walk(export_walk_t *walk, const record_t *record, int source,
                 export_see_t see, void *context, failure_t *error);

/* Fills in a row of place->bytes bytes. */
bool export_row_make(const export_place_t *place, export_row_t *row, failure_t *error);

#endif
