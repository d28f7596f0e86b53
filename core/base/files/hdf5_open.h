/* hdf5_open.h - opens existing HDF5 files and their datasets, for reading, and creates
 * files whose writing can be resumed.
 * Use: hid_t file = hdf5_open(path, &damaged, &error);      H5Fclose(file);
 *      hid_t file = hdf5_create(path, creation, access, &writing);
 *      hid_t dataset = hdf5_open_dataset(file, "games/id");   H5Dclose(dataset);
 *      if (... a call of the library failed) hdf5_read_failed(path, &error) ...
 * The library works through a driver of ours. It takes no locks (our files never change
 * once they have their final names, and many shared file systems have none); it opens
 * regular files only; it opens no file but the one asked for, so that external links and
 * virtual datasets, which name other files, lead nowhere; and it knows why a read failed:
 * an error of the system is no damage. Files do not make the library load plugins.
 * Threads: the library is not thread-safe: one call at a time in the whole program, for
 *      all files together.
 */
#ifndef CORE_HDF5_OPEN_H
#define CORE_HDF5_OPEN_H

#include "core/base/error.h"

#include <hdf5.h>
#include <stdbool.h>

/* Negative, with a message, if it cannot be opened. *damaged: on failure, whether the
 * file is at fault, as opposed to the system. */
hid_t hdf5_open(const char *path, bool *damaged, failure_t *error);

/* How a file is written; changed between calls of the library as needed. The same calls
 * give the same bytes, so that after an interruption they can be repeated over the file
 * that is there, without its raw data. */
typedef struct hdf5_writing {
    bool skips_data; /* raw data is in the file already, and is not written again */
    bool drops;      /* nothing is written any more: for closing a file that is given up,
                      * or left for another process to complete */
} hdf5_writing_t;

/* Creates the contents of an existing file, which is empty or left over from the same
 * calls. creation, access: properties; *writing outlives the file. Negative: an error. */
hid_t hdf5_create(const char *path, hid_t creation, hid_t access,
                  const hdf5_writing_t *writing);

/* Whether a read of the file opened last has failed since; then sets the error. Ask after
 * a call of the library has failed, before calling the file damaged. */
bool hdf5_read_failed(const char *path, failure_t *error);

/* Negative if there is none, or if its values are in another file (virtual datasets,
 * external storage) or need a filter that this program does not use. */
hid_t hdf5_open_dataset(hid_t where, const char *name);

#endif
