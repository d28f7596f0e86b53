/* publish_folder.h - writes folders that are complete as soon as they have their final
 * name.
 * Use: char unfinished[FILE_PATH];
 *      if (publish_folder_begin("OUT", unfinished, &error)) {
 *          ... write files, and folders of files, into `unfinished` ...
 *          publish_folder_finish(unfinished, "OUT", &error)
 *          or publish_folder_abandon(unfinished);
 *      }
 * The folder is created under a temporary name next to its final one, its files are
 * synced, and then it is renamed. begin removes what killed processes of this machine
 * left unfinished.
 * Threads: calls on different paths may run concurrently.
 * Errors: the name already exists; otherwise as publish.h.
 */
#ifndef CORE_PUBLISH_FOLDER_H
#define CORE_PUBLISH_FOLDER_H

#include "core/base/error.h"
#include "core/base/files/file.h"

bool publish_folder_begin(const char *path, char unfinished[FILE_PATH], failure_t *error);

/* On an error, the unfinished folder is removed. */
bool publish_folder_finish(const char *unfinished, const char *path, failure_t *error);
void publish_folder_abandon(const char *unfinished);

#endif
