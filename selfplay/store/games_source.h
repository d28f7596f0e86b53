/* games_source.h - the files that a virtual file of games is about: for games_file alone.
 * Use: games_source_list(file, &error)                        after the file is open
 *      games_file_t *source = games_source_of_row(file, &row, &error);
 * One source is open at a time. Each is checked by its seal when it is opened, has to be
 * of the same run and to have as many rows as it had when the files were put together.
 * Owns: games_source_clear releases the list and closes the source.
 * Threads, errors: as games_file.h.
 */
#ifndef SELFPLAY_GAMES_SOURCE_H
#define SELFPLAY_GAMES_SOURCE_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct games_file games_file_t; /* selfplay/store/games_file.h */

/* Reads the list; its sums are the rows of the file. */
bool games_source_list(games_file_t *file, failure_t *error);
void games_source_clear(games_file_t *file);

/* The open source that holds a row of games; *row becomes the row in it. NULL: error. */
games_file_t *games_source_of_row(games_file_t *file, uint64_t *row, failure_t *error);

#endif
