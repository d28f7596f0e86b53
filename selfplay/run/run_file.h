/* run_file.h - a file of games to be read, which may be a run's.
 * Use: if (run_file_open(&file, path, NULL, GAMES_FILE_WHOLE, &error)) ... as
 * games_file.h
 * Owns: as games_file.h.   Threads: as games_file.h.
 * Errors: those of games_file_open; of a damaged file in the folder of a run with the
 * call
 *      of verify that makes its games again.
 */
#ifndef SELFPLAY_RUN_FILE_H
#define SELFPLAY_RUN_FILE_H

#include "core/base/error.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/games_header.h"

bool run_file_open(games_file_t *file, const char *path, const games_header_t *expected,
                   games_file_use_t use, failure_t *error);

#endif
