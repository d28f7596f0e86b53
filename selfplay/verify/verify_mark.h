/* verify_mark.h - files that remember which games of a run are intact.
 * Use: verify_marks_read(path, &of, &intact, &error)     of all tasks: a set of games
 *      verify_mark_write(path, &share, &of, first, end)  once these of a share are intact
 * A check of the whole run writes FILE, task I of N FILE.IofN; reading joins them all.
 * One line of text, which counts only for the same configuration and length of the run,
 * sample and program.
 * Errors: FILE is something else; its folder cannot be written.
 */
#ifndef SELFPLAY_VERIFY_MARK_H
#define SELFPLAY_VERIFY_MARK_H

#include "core/base/error.h"
#include "selfplay/run/task_share.h"
#include "selfplay/store/game_ranges.h"

#include <stdbool.h>
#include <stdint.h>

/* What is checked. */
typedef struct verify_mark {
    const char *config; /* the run's, as text */
    uint64_t games;     /* of the run */
    uint64_t sample;
} verify_mark_t;

/* Makes the folder, so that what cannot be remembered is known at the start. */
bool verify_marks_read(const char *path, const verify_mark_t *of, game_ranges_t *intact,
                       failure_t *error);
void verify_mark_write(const char *path, const task_share_t *share,
                       const verify_mark_t *of, uint64_t first, uint64_t end);

#endif
