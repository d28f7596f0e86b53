/* npz_shards.h - writes training data as a folder of .npz files, which numpy.load reads.
 * Use: npz_shards_t shards = {.rows = 65536, .deflate = 1, .queue = queue};
 *      if (npz_shards_write(&shards, "unfinished/rows.h5", "unfinished", &error)) ...
 * The source is a file of training data that this program has just made and read back
 * (export_file.h); it is kept. The folder gets:
 * train-00000.npz, validation-00000.npz, ...   rows of a group, `rows` in each but the
 *                        last, in order; the arrays have the datasets' names, types and
 *                        shapes. With sparse policies each file has the actions of its
 *                        own rows, and its first_legal counts from the first of them.
 * about.npz              arrays of the whole set: heads, plane_scales, ...; only with
 *                        planes, features or symmetry maps
 * about.json             attributes of the file and its groups, names of the files,
 *                        sources; written last
 * Every archive is read back.
 * Threads: as hdf5_attributes.h; those of the queue decompress and
 *      compress. The folder does not depend on their number.
 * Errors: cannot be written; a shard over 4 GiB.
 */
#ifndef SELFPLAY_NPZ_SHARDS_H
#define SELFPLAY_NPZ_SHARDS_H

#include "core/base/error.h"

#include <stddef.h>
#include <stdint.h>

typedef struct task_queue task_queue_t; /* core/base/process/task_queue.h */

typedef struct npz_shards {
    uint64_t rows; /* per file */
    int deflate;   /* level, 0: stored */
    task_queue_t *queue;
    size_t memory; /* bytes, at least 64 MiB, for arrays being compressed */
    /* Results. */
    uint64_t files, bytes;
} npz_shards_t;

bool npz_shards_write(npz_shards_t *shards, const char *from, const char *folder,
                      failure_t *error);

#endif
