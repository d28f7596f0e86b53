/* publish.h - files that are whole as soon as they have their final name.
 * Use: publish_file("RUN/shard-000000.h5", bytes, size, &error);
 * Bytes go into a file of another name in the same folder, which is written, synced,
 * closed and renamed; then the folder is synced. Two processes that publish the same name
 * do no harm: each writes a file of its own, and one rename comes last.
 * Threads: calls on different paths run side by side.
 * Errors: cannot create, write, sync or rename, with the system's reason (a full disk with
 *      the bytes that were needed); the unfinished file is taken away, and what had the
 *      final name before is as it was.
 */
#ifndef CORE_PUBLISH_H
#define CORE_PUBLISH_H

#include "core/error.h"

bool publish_file(const char *path, const void *bytes, size_t size, failure_t *error);

/* For a file that another library writes: the name it has until it is finished, in the
 * same folder. Takes away what processes of this machine left that ended before they had
 * finished theirs of the same path. */
enum { PUBLISH_PATH = 4096 };
bool publish_begin(const char *path, char unfinished[PUBLISH_PATH], failure_t *error);

/* Gives the file, which is closed, its final name, as publish_file does; where that fails
 * the unfinished file is taken away. */
bool publish_finish(const char *path, const char *unfinished, failure_t *error);

/* Makes a folder and those above it; one that is there is fine. */
bool publish_folder(const char *path, failure_t *error);

/* Appends a line to a file in one write: for logs, which are nobody's input. */
bool publish_line(const char *path, const char *line, failure_t *error);

#endif
