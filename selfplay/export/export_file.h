/* export_file.h - the HDF5 file of an export, written row by row.
 * Use: export_file_t *file = export_file_new("OUT.h5", &layout, sizes, &error);
 *      export_file_add(file, GROUP_TRAIN, row, &error)           ... as many as announced
 *      export_file_root(file), export_file_group(file, group)     for other attributes
 *      export_file_finish(file, &bytes, &error);
 *      export_file_abandon(file);                                 instead, after an error
 * Attributes say of what game, variant and options it is. Each dataset gathers a chunk
 * and writes it as a whole, so that the bytes of the file depend on rows and options
 * alone.
 * Owns: both last calls release it. An unfinished file has another name (publish.h), and
 *      is taken away when it is abandoned.
 * Threads: the library is not safe for threads.
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

typedef struct export_file export_file_t;

export_file_t *export_file_new(const char *path, const export_layout_t *layout,
                               const export_size_t sizes[GROUP_COUNT], failure_t *error);
bool export_file_add(export_file_t *file, int group, const export_row_t *row,
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
