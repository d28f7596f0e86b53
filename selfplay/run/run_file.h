/* run_file.h - opens a file of games, which may belong to a run.
 * Use: if (run_file_open(&file, path, NULL, GAMES_FILE_WHOLE, &error)) ...
 * Owns: as games_file.h.   Threads: as games_file.h.
 * Errors: those of games_file_open; for a damaged file in the folder of a run, with the
 *      verify command that plays its games again.
 */
#ifndef SELFPLAY_RUN_FILE_H
#define SELFPLAY_RUN_FILE_H

#include "core/base/error.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/games_header.h"

bool run_file_open(games_file_t *file, const char *path, const games_header_t *expected,
                   games_file_use_t use, failure_t *error);

#endif
