/* object_cache.h - the folder of compiled games, $XDG_CACHE_HOME/fulcrum or
 * ~/.cache/fulcrum.
 * Use: if (object_cache_path(name, path)) ...     where the object of a name is kept
 *      if (object_cache_has(path)) ...
 *      object_cache_add(path, bytes, size);
 * What is kept is loaded into programs: the folder and its files must belong to the user,
 * and nobody else may write to the folder.
 * Threads: any; objects appear complete (publish.h).
 */
#ifndef CORE_OBJECT_CACHE_H
#define CORE_OBJECT_CACHE_H

#include "core/base/files/file.h"

#include <stdbool.h>
#include <stddef.h>

/* False: there is no folder to use. */
bool object_cache_path(const char *name, char path[FILE_PATH]);

bool object_cache_has(const char *path);

/* Keeps an object; the oldest are removed if there are more than some hundred. False: it
 * could not be written. */
bool object_cache_add(const char *path, const void *bytes, size_t size);

#endif
