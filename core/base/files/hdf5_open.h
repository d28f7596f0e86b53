/* hdf5_open.h - opens existing HDF5 files and their datasets, for reading.
 * Use: hid_t file = hdf5_open(path, &damaged, &error);      H5Fclose(file);
 *      hid_t dataset = hdf5_open_dataset(file, "games/id");   H5Dclose(dataset);
 *      if (... a call of the library failed) hdf5_read_failed(path, &error) ...
 * The library reads through a driver of ours. It takes no locks (our files never change
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

/* Whether a read of the file opened last has failed since; then sets the error. Ask after
 * a call of the library has failed, before calling the file damaged. */
bool hdf5_read_failed(const char *path, failure_t *error);

/* Negative if there is none, or if its values are in another file (virtual datasets,
 * external storage) or need a filter that this program does not use. */
hid_t hdf5_open_dataset(hid_t where, const char *name);

#endif
