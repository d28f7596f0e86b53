/* library_error.h - errors of fulcrum.h: a status, and a message per thread.
 * Use: static void body(void *context) { ... }
 *      int fulcrum_thing(...) {
 *          if (!LIBRARY_GIVEN(game, state)) return FULCRUM_WRONG_CALL;
 *          if (wrong) return library_fail(FULCRUM_WRONG_CALL, "...", ...);
 *          return library_run(body, &context);
 *      }
 * Code that allocates, directly or indirectly, runs as the body of a library_run, so that
 * nothing ends the process (error_catch). Files are read under library_lock_files: HDF5
 * may be used by one thread at a time.
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

/* Whether none of the caller's pointers is NULL, no count is negative, and a struct that
 * begins with its size has one; if not, the error names the function. */
#define LIBRARY_GIVEN(...)                                                               \
    library_given(__func__, (const void *const[]){__VA_ARGS__},                          \
                  sizeof((const void *const[]){__VA_ARGS__}) / sizeof(const void *))
#define LIBRARY_COUNTED(count)                                                           \
    ((count) >= 0 || library_refuse(__func__, "the count is negative"))
#define LIBRARY_SIZED(thing)                                                             \
    ((thing)->size >= 2 * sizeof(size_t) ||                                              \
     library_refuse(__func__, "`size` must be the struct's size"))

/* Stores "FUNCTION: WHAT" as an error of the call; false. */
bool library_refuse(const char *function, const char *what);

static inline bool library_given(const char *function, const void *const *pointers,
                                 size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!pointers[i])
            return library_refuse(function, "a pointer is NULL");
    return true;
}

#endif
