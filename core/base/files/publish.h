/* publish.h - files that are whole as soon as they have their final name.
 * Use: publish_file("RUN/shard-000000.h5", bytes, size, &error);
 * Bytes go into a file of another name in the same folder, which is written, synced, read
 * back, closed and renamed; then the folder is synced. Two processes that publish the
 * same name do no harm: each writes a file of its own, and one rename comes last.
 * Threads: calls on different paths run side by side.
 * Errors: cannot create, write, sync or rename, with the system's reason (a full disk
 *      with the bytes that were needed); the unfinished file is taken away, and what had
 *      the final name before is as it was.
 */
#ifndef CORE_PUBLISH_H
#define CORE_PUBLISH_H

#include "core/base/error.h"

bool publish_file(const char *path, const void *bytes, size_t size, failure_t *error);

/* The same where nothing has the name, in one step: of several processes one is first.
 * *exists: something has it, which stays as it is. */
bool publish_file_new(const char *path, const void *bytes, size_t size, bool *exists,
                      failure_t *error);

/* The same for a file too large for memory, which the caller writes under the first name
 * (made empty, once what killed processes left in the folder is taken away), closes and
 * reads back; then it is synced and gets its own, or is taken away. _new: an error where
 * something has the name. */
enum { PUBLISH_PATH = 4096 };
bool publish_begin(const char *path, char unfinished[PUBLISH_PATH], failure_t *error);
bool publish_finish(const char *unfinished, const char *path, failure_t *error);
bool publish_finish_new(const char *unfinished, const char *path, failure_t *error);

/* For a file that may meet another one of its name: written under the first name; */
bool publish_write(const char *path, const void *bytes, size_t size,
                   char unfinished[PUBLISH_PATH], failure_t *error);
/* given its own where nothing has it (in one step, but on file systems that have neither
 * hard links nor renames that replace nothing); *exists: something has, and both stay as
 * they are; */
bool publish_new(const char *unfinished, const char *path, bool *exists,
                 failure_t *error);
/* or exchanged in one step with what has its own. False: here that cannot be done. */
bool publish_exchange(const char *unfinished, const char *path);

/* Says why the file that is being written cannot grow any more, when the system knows. */
bool publish_cannot_write(const char *unfinished, const char *path, failure_t *error);

/* Makes a folder and those above it, and syncs their names; one that is there is fine. */
bool publish_folder(const char *path, failure_t *error);
/* The same below a folder that has to be there: path begins with it. Nothing is synced.
 */
bool publish_folder_below(const char *folder, const char *path, failure_t *error);

/* Syncs the name of a file or folder, in the folder that it is in. */
bool publish_sync_name(const char *path, failure_t *error);

/* Syncs the names in a folder that is open, whoever gave them: who publishes a file may
 * be killed before. File systems that cannot are let be. path: for the message. */
bool publish_sync_names(int folder, const char *path, failure_t *error);

/* Takes away what processes of this machine that are gone left unfinished in a folder;
 * how many files. What another machine or a living process writes is let be. */
int publish_sweep(const char *folder);
void publish_sweep_beside(const char *path); /* in the folder that a file is in */

/* For files that grow (journal.h). Writes all bytes, going on after interruptions; false
 * with errno. And the message for it: false with path, what and the system's reason. */
bool publish_bytes(int file, const void *bytes, size_t size);
bool publish_failed(const char *path, const char *what, size_t size, failure_t *error);

#endif
