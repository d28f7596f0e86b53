/* export_file.h - the HDF5 file of an export, written block by block.
 * Use: export_file_t *file = export_file_new("OUT.h5", &layout, sizes, queue, &error);
 *      export_file_add(file, GROUP_TRAIN, rows, count, &error)   ... as many as announced
 *      export_file_root(file), export_file_group(file, group)     for other attributes
 *      export_file_finish(file, &bytes, &error);
 *      export_file_abandon(file);                                 instead, after an error
 * Attributes say of what game, variant and options it is. Rows are filled in by blocks of
 * at most 4096, all threads side by side, and whole chunks are packed side by side and
 * written one after the other (chunk_buffer.h): the bytes of the file depend on rows and
 * options alone, not on threads, and not on how many rows a call adds.
 * Memory: at most 48 MiB for chunks of at most 256 KiB of each dataset, a block of at
 * most 8 MiB and what is packed of both; of one group, if groups are added one after the
 * other. A row of more than 8 MiB is a block.
 * Owns: both last calls release it. An unfinished file has another name (publish.h), and
 *      is taken away when it is abandoned.
 * Threads: those of the queue fill and pack; the library is called by the caller's
 *      thread, and is not safe for others.
 * Errors: cannot be created or written (a full disk); what is read back differs.
 */
#ifndef SELFPLAY_EXPORT_FILE_H
#define SELFPLAY_EXPORT_FILE_H

#include "core/base/error.h"
#include "selfplay/export/export_rows.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct export_layout export_layout_t; /* selfplay/export/export_layout.h */
typedef struct task_queue task_queue_t;       /* selfplay/run/task_queue.h */

typedef struct export_file export_file_t;

/* queue: borrowed. */
export_file_t *export_file_new(const char *path, const export_layout_t *layout,
                               const export_size_t sizes[GROUP_COUNT],
                               task_queue_t *queue, failure_t *error);
/* rows: of export_row_t. */
bool export_file_add(export_file_t *file, int group, const void **rows, size_t count,
                     failure_t *error);
/* The open file and one of its groups, to add attributes and datasets; borrowed. */
hid_t export_file_root(const export_file_t *file);
hid_t export_file_group(const export_file_t *file, int group);

/* Says why the library could not write: false. */
bool export_file_failed(const export_file_t *file, failure_t *error);

/* Closes the file, reads it back and gives it its name, one that another file has only if
 * may_replace; *bytes: how long it is. */
bool export_file_finish(export_file_t *file, bool may_replace, uint64_t *bytes,
                        failure_t *error);

/* Whether the file of a name is one of training data. */
bool export_file_is_one(const char *path);
void export_file_abandon(export_file_t *file);

#endif
