/* hdf5_values.h - the HDF5 calls that all files of games share: groups and the types of
 * columns; attributes: core/base/files/hdf5_attributes.h.
 * Use: write_ok = hdf5_make_group(file, "games") && ...;
 *      hid_t dataset = hdf5_open_column(file, id, game, &rows);
 * No times or addresses are written: the same calls give the same bytes.
 * Owns: nothing; handles belong to the caller.
 * Threads: the library is not thread-safe: one call at a time in the whole program,
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
 * contiguous where rows is 0. Measurements: experiments/storage. */
enum { HDF5_CHUNK_BYTES = 1 << 16, HDF5_DEFLATE_LEVEL = 1 };
hid_t hdf5_column_properties(column_id_t id, const game_t *game, uint64_t rows);

/* The filters of these properties. */
chunk_filters_t hdf5_column_filters(column_id_t id);

/* Rows of a full chunk. */
uint64_t hdf5_chunk_rows(column_id_t id, const game_t *game);

/* Dimensions of the dataset of a column: 1 or 2. */
int hdf5_rank(column_id_t id);

/* Opens the dataset of a column; *rows: how many it has. Negative if it is missing or has
 * another shape or type. */
hid_t hdf5_open_column(hid_t file, column_id_t id, const game_t *game, uint64_t *rows);

/* The size of a space, and its number of dimensions, at most HDF5_MOST_RANK; 0: no such
 * space. */
enum { HDF5_MOST_RANK = 3 };
int hdf5_extent(hid_t space, hsize_t size[HDF5_MOST_RANK]);

/* Reads count rows from row `first` on, as values of a type; the library decompresses. */
bool hdf5_read_rows(hid_t dataset, hid_t type, uint64_t first, uint64_t count,
                    void *data);

#endif
