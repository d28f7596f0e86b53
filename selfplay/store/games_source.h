/* games_source.h - the list of the files that a virtual file of games refers to.
 * Use: games_sources_t sources = {0};
 *      if (games_sources_read(&sources, "all.h5", handle)) ... sources.of[i] ...
 *      uint64_t number = games_sources_find(&sources, row);
 *      games_sources_clear(&sources);
 * Owns: games_sources_clear releases the list.   Threads: as hdf5_values.h.
 * Errors: false: the list is missing or damaged.
 */
#ifndef SELFPLAY_GAMES_SOURCE_H
#define SELFPLAY_GAMES_SOURCE_H

#include "selfplay/store/schema.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>

/* Names in a virtual file, besides the columns. */
#define GAMES_SOURCES "sources"
#define GAMES_SOURCES_FILE "sources/file" /* relative to the virtual file's folder */
#define GAMES_SOURCES_ROWS "sources/rows" /* of games, positions, legal */

typedef struct games_source {
    char *path;
    uint64_t first[TABLE_COUNT], rows[TABLE_COUNT];
} games_source_t;

typedef struct games_sources {
    games_source_t *of; /* NULL: the file is not virtual */
    uint64_t count;
    uint64_t rows[TABLE_COUNT]; /* of all of them */
} games_sources_t;

/* path: of the virtual file, open as `file`. */
bool games_sources_read(games_sources_t *sources, const char *path, hid_t file);
void games_sources_clear(games_sources_t *sources);

/* The source that holds a row of games: the last nonempty one that begins at or before
 * it. */
uint64_t games_sources_find(const games_sources_t *sources, uint64_t row);

#endif
