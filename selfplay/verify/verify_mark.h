/* verify_mark.h - a file that remembers how far a check of a run has come.
 * Use: if (verify_mark_read(path, &of, &games, &error)) ... games 0 ... games-1 are done
 *      verify_mark_write(path, &of, games);             once all before are intact
 * One line of text, which counts only for the same configuration and length of the run,
 * sample and program. An error: the file is something else.
 */
#ifndef SELFPLAY_VERIFY_MARK_H
#define SELFPLAY_VERIFY_MARK_H

#include "core/base/error.h"

#include <stdint.h>

/* What is checked. */
typedef struct verify_mark {
    const char *config; /* the run's, as text */
    uint64_t games;     /* of the run */
    uint64_t sample;
} verify_mark_t;

/* *games: 0 without a file, or with one of another check. */
bool verify_mark_read(const char *path, const verify_mark_t *of, uint64_t *games,
                      failure_t *error);
void verify_mark_write(const char *path, const verify_mark_t *of, uint64_t games);

#endif
