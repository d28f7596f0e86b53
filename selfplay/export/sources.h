/* sources.h - the runs that games come from; rejects duplicate games.
 * Use: sources_t sources = {0};
 *      int source = sources_add_file(&sources, path, &header, &error);     each file
 *      sources_add_games(&sources, source, &record);                  each batch of it
 *      sources_check(&sources, &error);                               after the last one
 *      sources_write(&sources, hdf5_file);
 *      sources_clear(&sources);
 * Files with the same configuration belong to one run, wherever they are.
 * Errors: another game, variant or version of the rules than the first file's; a game of
 *      a run that occurs twice.
 */
#ifndef SELFPLAY_SOURCES_H
#define SELFPLAY_SOURCES_H

#include "core/base/error.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct games_header games_header_t; /* selfplay/store/games_header.h */
typedef struct record record_t;             /* selfplay/store/record.h */

typedef struct source {
    char *config;  /* the run's, effective */
    char *path;    /* of its first file */
    char *program; /* that made its first file */
    uint64_t files, games;
} source_t;

typedef struct sources {
    source_t *sources;
    int count;
    struct source_game *games; /* of all files */
    size_t num_games, capacity;
    char *game, *variant; /* of the first file */
} sources_t;

/* The number of the file's run, or -1. */
int sources_add_file(sources_t *sources, const char *path, const games_header_t *header,
                     failure_t *error);
void sources_add_games(sources_t *sources, int source, const record_t *record);
bool sources_check(sources_t *sources, failure_t *error);
/* Writes the group /sources, one row per run: EXPORT.md. */
bool sources_write(const sources_t *sources, hid_t file);
void sources_clear(sources_t *sources);

#endif
