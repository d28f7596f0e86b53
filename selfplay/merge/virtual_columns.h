/* virtual_columns.h - columns made of parts of other files' columns: HDF5 virtual
 * datasets.
 * Use: virtual_columns_t list = {0};
 *      virtual_columns_add(&list, "../run/shard-000000.h5", rows)    each file
 *      virtual_columns_write(&list, file, game)      ... virtual_columns_clear(&list);
 * Writes all columns except those of row numbers (virtual_column_is_copied), which change
 * with the position of rows; and the list itself, as GAMES_SOURCES.
 * Owns: virtual_columns_clear releases the list.   Threads: as hdf5_values.h.
 * Errors: false: HDF5 could not write.
 */
#ifndef SELFPLAY_VIRTUAL_COLUMNS_H
#define SELFPLAY_VIRTUAL_COLUMNS_H

#include "selfplay/store/schema.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct game game_t;                 /* core/game/game.h */
typedef struct games_source games_source_t; /* selfplay/store/games_source.h */

typedef struct virtual_columns {
    games_source_t *sources;
    uint64_t count, rows[TABLE_COUNT];
} virtual_columns_t;

/* Columns of row numbers of other tables are copied, with renumbering. */
static inline bool virtual_column_is_copied(column_id_t id) {
    return id == GAMES_FIRST_POSITION || id == POSITIONS_FIRST_LEGAL;
}

/* Adds a file with its rows of each table; name: relative to the new file's folder. */
void virtual_columns_add(virtual_columns_t *list, const char *name,
                         const uint64_t rows[TABLE_COUNT]);
bool virtual_columns_write(const virtual_columns_t *list, hid_t file, const game_t *game);

/* Whether a column of the file, read back, refers to exactly these rows and files. */
bool virtual_columns_refers(const virtual_columns_t *list, hid_t file, column_id_t id,
                            const game_t *game);
void virtual_columns_clear(virtual_columns_t *list);

/* The path of a file relative to the folder of another: "../run/shard-000000.h5". Both
 * have to exist, or at least their folders. NULL, with errno, if not; the caller frees
 * it. */
char *virtual_columns_name(const char *from, const char *path);

#endif
