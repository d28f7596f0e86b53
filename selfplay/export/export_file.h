/* export_file.h - writes the HDF5 file of an export, block by block.
 * Use: export_file_t *file = export_file_new("OUT.h5", &layout, sizes, queue, &error);
 *      export_file_add(file, GROUP_TRAIN, rows, count, &error)   ... as many as announced
 *      export_file_root(file), export_file_group(file, group)     for other attributes
 *      export_file_finish(file, false, &bytes, &error);
 *      export_file_abandon(file);                                 instead, after an error
 * All threads fill in rows in blocks of at most 4096 and compress full chunks, which are
 * written in sequence (chunk_buffer.h): the bytes of the file depend only on rows and
 * options, not on threads or on the number of rows per call. The closed file's rows are
 * read back and compared.
 * Memory: at most 48 MiB for chunks of at most 256 KiB of each dataset, a block of at
 * most 8 MiB, and both compressed; for one group, if groups are added one after the
 * other.
 * Owns: finish and abandon release it. An unfinished file has another name (publish.h),
 *      and abandon removes it.
 * Threads: those of the queue fill in and compress; the caller's thread calls HDF5.
 * Errors: cannot be created or written (a full disk); the data read back differ.
 */
#ifndef SELFPLAY_EXPORT_FILE_H
#define SELFPLAY_EXPORT_FILE_H

#include "core/base/error.h"
#include "selfplay/export/export_rows.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct export_layout export_layout_t; /* selfplay/export/export_columns.h */
typedef struct task_queue task_queue_t;       /* core/base/process/task_queue.h */

typedef struct export_file export_file_t;

extern const char *const export_group_names[GROUP_COUNT];

/* queue: borrowed. */
export_file_t *export_file_new(const char *path, const export_layout_t *layout,
                               const export_size_t sizes[GROUP_COUNT],
                               task_queue_t *queue, failure_t *error);
/* rows: of export_row_t. */
bool export_file_add(export_file_t *file, int group, const void **rows, size_t count,
                     failure_t *error);
/* The open file or one of its groups, to add attributes and datasets; borrowed. */
hid_t export_file_root(const export_file_t *file);
hid_t export_file_group(const export_file_t *file, int group);

/* Sets the error for a failed write of the HDF5 library; returns false. */
bool export_file_failed(const export_file_t *file, failure_t *error);

/* Closes the file, reads it back and renames it to its final name, replacing an existing
 * file only if may_replace; *bytes: its size. */
bool export_file_finish(export_file_t *file, bool may_replace, uint64_t *bytes,
                        failure_t *error);
void export_file_abandon(export_file_t *file);

/* Whether a file contains training data. */
bool export_file_is_one(const char *path);

#endif
