/* library_error.h - errors of fulcrum.h: a status, and a message per thread.
 * Use: static void body(void *context) { ... }
 *      int fulcrum_thing(...) {
 *          if (wrong) return library_fail(FULCRUM_WRONG_CALL, "...", ...);
 *          return library_run(body, &context);
 *      }
 * Code that allocates, directly or indirectly, runs as the body of a library_run, so that
 * nothing ends the process (error_catch). Files are read under library_lock_files: HDF5
 * may be used by one thread at a time.
 * Owns: the message of each thread.   Threads: any.
 */
#ifndef SELFPLAY_LIBRARY_ERROR_H
#define SELFPLAY_LIBRARY_ERROR_H

#include "core/base/error.h"
#include "selfplay/library/fulcrum.h"

#include <stddef.h>

/* Stores the message and returns the status. */
int library_fail(fulcrum_status_t status, const char *format, ...) PRINTF_LIKE(2, 3);

/* The same for functions that return a pointer: returns NULL. */
void *library_fail_null(fulcrum_status_t status, const char *message);

/* Calls body(context); returns FULCRUM_OK or its error. */
int library_run(void (*body)(void *context), void *context);

/* For a body: ends the library_run with this status. */
_Noreturn void library_throw(fulcrum_status_t status, const char *message);

/* Only within a library_run, which unlocks in any case. */
void library_lock_files(void);

/* Whether a struct that begins with its size has a field. */
#define LIBRARY_HAS(thing, type, field)                                                  \
    ((thing)->size >= offsetof(type, field) + sizeof((thing)->field))

#endif
