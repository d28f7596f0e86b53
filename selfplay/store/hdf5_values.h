/* hdf5_values.h - files of games as HDF5 files: their groups, and the datasets of
 * columns.
 * Use: hid_t file = hdf5_create_games("all.h5", &writing);    NULL: in memory only
 *      hdf5_create_groups(file)
 *      hdf5_create_column(file, id, game, rows, &column)      then chunk_buffers_write
 *      hid_t dataset = hdf5_open_column(file, id, game, &rows);
 * No times or addresses are written: the same calls give the same bytes.
 * Threads: the library is not thread-safe: one call at a time in the whole program, on
 *      whatever file.
 */
#ifndef SELFPLAY_HDF5_VALUES_H
#define SELFPLAY_HDF5_VALUES_H

#include "selfplay/store/schema.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct chunk_buffer chunk_buffer_t; /* selfplay/store/chunks/chunk_buffer.h */
typedef struct game game_t;                 /* core/game/game.h */
typedef struct hdf5_writing hdf5_writing_t; /* core/base/files/hdf5_open.h */

/* A file with room for the envelope. On the disk it is in the format of HDF5 1.10, whose
 * tables have checksums. */
hid_t hdf5_create_games(const char *path, const hdf5_writing_t *writing);
bool hdf5_create_groups(hid_t file); /* of the tables */

/* Creates the dataset of a column for that many rows (UINT64_MAX: it grows), in chunks of
 * about HDF5_CHUNK_BYTES, byte-shuffled where a value has several bytes, deflated and
 * checked; contiguous where rows is 0. Measurements: experiments/storage. */
enum { HDF5_CHUNK_BYTES = 1 << 16, HDF5_DEFLATE_LEVEL = 1 };
bool hdf5_create_column(hid_t file, column_id_t id, const game_t *game, uint64_t rows,
                        chunk_buffer_t *column);

/* Opens the dataset of a column; *rows: how many it has. Negative if it is missing or has
 * another shape or type. */
hid_t hdf5_open_column(hid_t file, column_id_t id, const game_t *game, uint64_t *rows);

/* The size of a space, and its number of dimensions, at most HDF5_MOST_RANK; 0: no such
 * space. */
enum { HDF5_MOST_RANK = 3 };
int hdf5_extent(hid_t space, hsize_t size[HDF5_MOST_RANK]);

#endif
