/* publish.h - writes files that are complete as soon as they have their final name.
 * Use: publish_file("RUN/shard-000000.h5", bytes, size, &error);
 * The bytes go into a temporary file in the same folder, which is written, synced, read
 * back, closed and renamed; then the folder is synced. Processes may publish the same
 * name at once: each writes its own temporary file, and the last rename wins. Temporary
 * files that killed processes left in the folder are removed first (publish_sweep),
 * except by publish_write and publish_again.
 * Threads: calls on different paths may run concurrently.
 * Errors: cannot create, write, sync or rename, with the system's reason (for a full disk
 *      the number of bytes needed); the temporary file is removed, and an existing file
 *      of the final name is unchanged.
 */
#ifndef CORE_PUBLISH_H
#define CORE_PUBLISH_H

#include "core/base/error.h"
#include "core/base/files/file.h"

bool publish_file(const char *path, const void *bytes, size_t size, failure_t *error);
/* The same without looking for temporary files and without syncing the name, for what a
 * process writes every few seconds beside a thousand others: after a loss of power the
 * name may have the file of before. */
bool publish_again(const char *path, const void *bytes, size_t size, failure_t *error);

/* Publishes a text that never changes under its name: of several processes the first
 * wins. *other: another text that the name already has, for the caller to free; NULL:
 * none. */
bool publish_once(const char *path, const char *text, char **other, failure_t *error);

/* As publish_file, for a file too large for memory. publish_begin creates an empty one,
 * which the caller writes, closes and reads back. publish_finish syncs and renames it, or
 * removes it on an error. _new: an error if the final name exists. */
bool publish_begin(const char *path, char unfinished[FILE_PATH], failure_t *error);
bool publish_finish(const char *unfinished, const char *path, failure_t *error);
bool publish_finish_new(const char *unfinished, const char *path, failure_t *error);

/* In steps, for a file whose final name may exist: writes it under a temporary name; */
bool publish_write(const char *path, const void *bytes, size_t size,
                   char unfinished[FILE_PATH], failure_t *error);
/* renames it if the final name does not exist (atomically, except on file systems with
 * neither hard links nor renames that do not replace); *exists: it does, and both files
 * are unchanged; */
bool publish_new(const char *unfinished, const char *path, bool *exists,
                 failure_t *error);
/* or swaps it atomically with the existing file. False: not possible here. */
bool publish_exchange(const char *unfinished, const char *path);

/* Sets the error to the reason why the unfinished file cannot grow, if the system knows
 * one. Returns false. */
bool publish_cannot_write(const char *unfinished, const char *path, failure_t *error);

/* Creates a folder and its parents, and syncs their names; it may already exist. (A
 * folder that appears whole: publish_folder.h.) */
bool publish_folder(const char *path, failure_t *error);
/* The same below an existing folder, with which path must begin. Nothing is synced. */
bool publish_folder_below(const char *folder, const char *path, failure_t *error);

/* Syncs the name of a file or folder in its parent folder. */
bool publish_sync_name(const char *path, failure_t *error);

/* Syncs the names in an open folder, also those given by other processes, which may have
 * been killed before syncing. Does nothing on file systems that cannot. path: for the
 * message. */
bool publish_sync_names(int folder, const char *path, failure_t *error);

/* Removes unfinished files in a folder whose processes, on this machine, no longer exist;
 * returns how many. Those of other machines and of running processes are left alone. */
int publish_sweep(const char *folder);

/* For files that grow (journal.h): sets the message for a failed write, with path, `what`
 * and the system's reason, and returns false. */
bool publish_failed(const char *path, const char *what, size_t size, failure_t *error);

#endif
