/* zip_queue.h - writes zip archives in order, with entries compressed by all threads.
 * Use: zip_queue_t *zips = zip_queue_new(&setting);
 *      zip_queue_begin(zips, "train-00000.npz", &error)
 *      zip_queue_add(zips, "planes.npy", bytes, size, &error) ...
 *      zip_queue_end(zips, &error)                     ... the next archive
 *      zip_queue_flush(zips, &error);   zip_queue_free(zips);
 * Entries are queued, compressed or not, until they exceed setting.memory bytes: then the
 * first is written. The output does not depend on threads.
 * Owns: the bytes of entries from add on; open archives.
 * Threads: those of the queue compress; the caller's thread writes files.
 * Errors: the first in order: an archive that cannot be created or written, or that would
 *      exceed 4 GiB. Then call zip_queue_free: an unfinished archive is left as it is.
 */
#ifndef SELFPLAY_ZIP_QUEUE_H
#define SELFPLAY_ZIP_QUEUE_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct task_queue task_queue_t; /* core/base/process/task_queue.h */

typedef struct zip_setting {
    task_queue_t *queue;
    int level;             /* of deflate, 0: stored */
    size_t memory;         /* bytes of queued entries */
    const char *too_large; /* the message for an archive of over 4 GiB */
} zip_setting_t;

typedef struct zip_queue zip_queue_t;

zip_queue_t *zip_queue_new(const zip_setting_t *setting);
void zip_queue_free(zip_queue_t *zips); /* NULL is fine */

bool zip_queue_begin(zip_queue_t *zips, const char *path, failure_t *error);
bool zip_queue_add(zip_queue_t *zips, const char *name, unsigned char *bytes, size_t size,
                   failure_t *error);
bool zip_queue_end(zip_queue_t *zips, failure_t *error);

/* Writes all queued entries. */
bool zip_queue_flush(zip_queue_t *zips, failure_t *error);

/* The number of finished archives, and their bytes. */
void zip_queue_count(const zip_queue_t *zips, uint64_t *files, uint64_t *bytes);

#endif
