/* hdf5_values.h - what every file of games needs of the HDF5 library: attributes of one
 * value, groups, and the types of columns.
 * Use: write_ok = hdf5_write_text(file, "game", "NAME") && hdf5_write_number(...);
 *      char *text = hdf5_read_text(file, "config");   free(text);
 * Nothing that is written holds a time or an address: the same calls give the same bytes.
 * Owns: nothing; handles are the caller's.
 * Threads: the library is not safe for threads: one call at a time in the whole program,
 *      on whatever file.
 * Errors: false, NULL or a negative handle; an attribute of another shape or type is as
 *      one that is not there.
 */
#ifndef SELFPLAY_HDF5_VALUES_H
#define SELFPLAY_HDF5_VALUES_H

#include "selfplay/schema.h"

#include <hdf5.h>

/* What the library would print is said by us: to be called before a file is opened. */
void hdf5_be_silent(void);

/* The type of texts of at most `bytes` bytes, UTF-8; H5Tclose releases it. */
hid_t hdf5_text_type(size_t bytes);

bool hdf5_write_text(hid_t where, const char *name, const char *text);
bool hdf5_write_number(hid_t where, const char *name, uint64_t number);

/* A text attribute of fixed length, for the caller to free, or NULL. */
char *hdf5_read_text(hid_t where, const char *name);
/* The same into a buffer, cut where it is too long; "unknown" where there is none. */
void hdf5_read_text_into(hid_t where, const char *name, char *buffer, size_t size);
bool hdf5_read_number(hid_t where, const char *name, uint64_t *number);
/* Of a group or dataset below `where`, which need not be open. */
bool hdf5_read_number_of(hid_t where, const char *object, const char *name,
                         uint64_t *number);

bool hdf5_make_group(hid_t file, const char *name);

hid_t hdf5_file_type(column_type_t type);
hid_t hdf5_memory_type(column_type_t type);

/* Creation properties of a column's dataset: chunks of about HDF5_CHUNK_BYTES and at most
 * `rows` rows, byte-shuffled where a value has several bytes, deflated and checked;
 * contiguous where rows is 0. FORMAT.md has the measurements. */
enum { HDF5_CHUNK_BYTES = 1 << 16, HDF5_DEFLATE_LEVEL = 1 };
hid_t hdf5_column_properties(column_id_t id, const game_t *game, uint64_t rows);

/* Rows of a whole chunk. */
uint64_t hdf5_chunk_rows(column_id_t id, const game_t *game);

/* Dimensions of the dataset of a column: 1 or 2. */
int hdf5_rank(column_id_t id);

/* Opens the dataset of a column and says how many rows it has; negative when it is not
 * there or of another shape or type. */
hid_t hdf5_open_column(hid_t file, column_id_t id, const game_t *game, uint64_t *rows);

/* Reads count rows from row `first` on. */
bool hdf5_read_rows(hid_t dataset, column_id_t id, const game_t *game, uint64_t first,
                    uint64_t count, void *data);

#endif
