/* library_error.h - how the calls of fulcrum.h fail: a status, and a message that stays
 * for the thread.
 * Use: static void body(void *context) { ... }
 *      int fulcrum_thing(...) {
 *          if (wrong) return library_fail(FULCRUM_WRONG_CALL, "...", ...);
 *          return library_run(body, &context);
 *      }
 * Whatever allocates, or calls what may, is the body of a library_run, so that nothing
 * ends the process (error_catch). Files are read under library_lock_files: HDF5 is for
 * one thread at a time.
 * Owns: the message of each thread.   Threads: any.
 */
#ifndef SELFPLAY_LIBRARY_ERROR_H
#define SELFPLAY_LIBRARY_ERROR_H

#include "core/base/error.h"
#include "selfplay/library/fulcrum.h"

#include <stddef.h>

/* Keeps the message and returns the status. */
int library_fail(fulcrum_status_t status, const char *format, ...) PRINTF_LIKE(2, 3);

/* The same for a call that returns a pointer: NULL. */
void *library_fail_null(fulcrum_status_t status, const char *message);

/* Calls body(context); FULCRUM_OK, or what came of it. */
int library_run(void (*body)(void *context), void *context);

/* For a body: ends the library_run with this status. */
_Noreturn void library_throw(fulcrum_status_t status, const char *message);

/* Within a library_run alone, which unlocks whatever happens. */
void library_lock_files(void);

/* Whether a struct that begins with its size has a field. */
#define LIBRARY_HAS(thing, type, field)                                                  \
    ((thing)->size >= offsetof(type, field) + sizeof((thing)->field))

#endif
