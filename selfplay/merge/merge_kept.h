/* merge_kept.h - the unfinished file of a merge, and the record with which the same
 * command resumes it after a stop or a kill, on any machine.
 * Use: merge_kept_t kept;
 *      if (merge_kept_take(&kept, out, &error))
 *          ... kept.state: where to resume, or NULL; kept.data: the unfinished file ...
 *      merge_kept_save(&kept, state, size, false, &error)      from time to time
 *      merge_kept_remove(&kept)      after publishing kept.data, or to begin anew
 *      merge_kept_clear(&kept)
 * OUT.merging is the record: published whole, of this program's version only. It names
 * the process that has the data, OUT.WRITER.part (process_name.h). A process takes over
 * by renaming that file, which only one can, if the other process released it (a stop),
 * no longer exists on this machine, or has not been heard of for MERGE_SILENT_S.
 * Errors: another process is merging into this file (kept->is_busy); the files cannot be
 *      created or written.
 */
#ifndef SELFPLAY_MERGE_KEPT_H
#define SELFPLAY_MERGE_KEPT_H

#include "core/base/error.h"
#include "core/base/files/file.h"

#include <stdbool.h>
#include <stddef.h>

#define MERGE_SILENT_S 120.0

typedef struct merge_kept {
    char out[FILE_PATH], record[FILE_PATH], data[FILE_PATH];
    unsigned char *bytes; /* of the record */
    unsigned char *state;
    size_t state_size;
    bool is_busy;
} merge_kept_t;

bool merge_kept_take(merge_kept_t *kept, const char *out, failure_t *error);

/* Empties the data, and releases the state: it does not fit. */
bool merge_kept_begin(merge_kept_t *kept, failure_t *error);

/* Syncs the data and publishes the record. releases: this process is about to end. */
bool merge_kept_save(const merge_kept_t *kept, const void *state, size_t size,
                     bool releases, failure_t *error);

void merge_kept_remove(const merge_kept_t *kept);
void merge_kept_clear(merge_kept_t *kept);

#endif
