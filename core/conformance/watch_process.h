/* watch_process.h - runs checks of watched games in a child process, and tells which
 * function of the game was running when the process died or stood still.
 * Use: switch (watch_process(10, &status, &error)) {
 *      case WATCH_CHILD: the child process: make the checks, then watch_done()
 *      case WATCH_ENDED: the parent, afterwards: *status is the child's exit status
 *      case WATCH_BROKEN: the parent; the error names the game, the function and what
 *           it did: crashed, ended the process, ran for more than `seconds`
 *      case WATCH_FAILED: no process could be started }
 * Owns: the child process, which ends with its parent.
 * Threads: one, and no others when called: the child is a copy of the process.
 */
#ifndef CORE_WATCH_PROCESS_H
#define CORE_WATCH_PROCESS_H

#include "core/base/error.h"

typedef enum { WATCH_CHILD, WATCH_ENDED, WATCH_BROKEN, WATCH_FAILED } watch_process_t;

watch_process_t watch_process(int seconds, int *status, failure_t *error);

/* In the child: the checks have ended, and what follows is not the game's doing. */
void watch_done(void);

#endif
