/* publish_folder.h - folders of files that are whole as soon as they have their name.
 * Use: char unfinished[PUBLISH_PATH];
 *      if (publish_folder_begin("OUT", unfinished, &error)) {
 *          ... write files, and folders of files, into `unfinished` ...
 *          publish_folder_finish(unfinished, "OUT", &error)
 *          or publish_folder_abandon(unfinished);
 *      }
 * The folder is made under another name beside its own, its files are synced, and then it
 * is renamed. begin takes away what killed processes of this machine left unfinished.
 * Threads: calls on different paths run side by side.
 * Errors: something has the name already; as publish.h.
 */
#ifndef CORE_PUBLISH_FOLDER_H
#define CORE_PUBLISH_FOLDER_H

#include "core/base/error.h"
#include "core/base/files/publish.h"

bool publish_folder_begin(const char *path, char unfinished[PUBLISH_PATH],
                          failure_t *error);

/* On an error what is unfinished has been taken away. */
bool publish_folder_finish(const char *unfinished, const char *path, failure_t *error);
void publish_folder_abandon(const char *unfinished);

#endif
