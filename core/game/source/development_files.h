/* development_files.h - where the files are that games are compiled against: our headers
 * and libfulcrum_game.a, as installed or in the build tree.
 * Use: development_files_t files;
 *      if (development_files_find(&files, &error)) ... files.library ...
 * They are found from the place of the program, or of libfulcrum.so, that this code is
 * part of, so that an installed tree can be moved.
 * Errors: not found, with the paths that were tried.
 */
#ifndef CORE_DEVELOPMENT_FILES_H
#define CORE_DEVELOPMENT_FILES_H

#include "core/base/error.h"
#include "core/base/files/file.h"
#include "core/base/files/sha256.h"

enum { DEVELOPMENT_HEADERS = 2 }; /* folders to search */

typedef struct development_files {
    /* Folders of #include "core/game/game.h" and of #include "fulcrum/...". */
    char headers[DEVELOPMENT_HEADERS][FILE_PATH];
    /* Where the headers of core/ are that the build tree links to. */
    char core[FILE_PATH];
    char library[FILE_PATH];
    char page[FILE_PATH]; /* the engine of play pages, which may be missing */
} development_files_t;

bool development_files_find(development_files_t *files, failure_t *error);

/* Adds the contents of all our headers, and what identifies the library and the engine.
 */
void development_files_hash(const development_files_t *files, sha256_t *sum);

#endif
