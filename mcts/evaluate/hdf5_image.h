/* hdf5_image.h - HDF5 files of weights, built in memory and published atomically.
 * Use: hid_t file = hdf5_image_new();      ... datasets, attributes ...
 *      bool ok = hdf5_image_publish(file, is_complete, path, &error);
 * Owns: the file, from new to publish, which closes it.
 * Threads: one call at a time in the entire program (HDF5).
 * Errors: of publish only, including for a negative file.
 */
#ifndef MCTS_HDF5_IMAGE_H
#define MCTS_HDF5_IMAGE_H

#include "core/base/error.h"

#include <hdf5.h>

hid_t hdf5_image_new(void);

/* complete: whether all contents could be written. */
bool hdf5_image_publish(hid_t file, bool complete, const char *path, failure_t *error);

#endif
