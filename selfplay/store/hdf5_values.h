/* hdf5_values.h - what every file of games needs of the HDF5 library: groups, and the
 * types of columns; attributes: core/base/files/hdf5_attributes.h.
 * Use: write_ok = hdf5_make_group(file, "games") && ...;
 *      hid_t dataset = hdf5_open_column(file, id, game, &rows);
 * Nothing that is written holds a time or an address: the same calls give the same bytes.
 * Owns: nothing; handles are the caller's.
 * Threads: the library is not safe for threads: one call at a time in the whole program,
 *      on whatever file.
 * Errors: false or a negative handle.
 */
#ifndef SELFPLAY_HDF5_VALUES_H
#define SELFPLAY_HDF5_VALUES_H

#include "selfplay/store/chunks/chunk_filters.h"
#include "selfplay/store/schema.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct game game_t; /* core/game/game.h */

bool hdf5_make_group(hid_t file, const char *name);

hid_t hdf5_file_type(column_type_t type);

/* Creation properties of a column's dataset: chunks of about HDF5_CHUNK_BYTES and at most
 * `rows` rows, byte-shuffled where a value has several bytes, deflated and checked;
 * contiguous where rows is 0. FORMAT.md has the measurements. */
enum { HDF5_CHUNK_BYTES = 1 << 16, HDF5_DEFLATE_LEVEL = 1 };
hid_t hdf5_column_properties(column_id_t id, const game_t *game, uint64_t rows);

/* The filters that these properties name. */
chunk_filters_t hdf5_column_filters(column_id_t id);

/* Rows of a whole chunk. */
uint64_t hdf5_chunk_rows(column_id_t id, const game_t *game);

/* Dimensions of the dataset of a column: 1 or 2. */
int hdf5_rank(column_id_t id);

/* Opens the dataset of a column and says how many rows it has; negative when it is not
 * there or of another shape or type. */
hid_t hdf5_open_column(hid_t file, column_id_t id, const game_t *game, uint64_t *rows);

/* The type in memory of a column's values. */
hid_t hdf5_memory_type(column_type_t type);

/* The size of a space of at most HDF5_MOST_RANK dimensions, and how many it has; 0: it is
 * no such space. */
enum { HDF5_MOST_RANK = 3 };
int hdf5_extent(hid_t space, hsize_t size[HDF5_MOST_RANK]);

/* Reads count rows from row `first` on, as values of a type; unpacked by the library. */
bool hdf5_read_rows(hid_t dataset, hid_t type, uint64_t first, uint64_t count,
                    void *data);

#endif
