/* open_mode.h - the third argument of open(), which exists only when it may create a
 * file.
 * Use: int open(const char *name, int flags, ...) { OPEN_MODE(flags, mode) ... }
 * Defines `mode`, 0 if the caller gave none. For preloaded layers only.
 * Needs: _GNU_SOURCE, for O_TMPFILE. */
#ifndef TESTS_OPEN_MODE_H
#define TESTS_OPEN_MODE_H

#include <fcntl.h>
#include <stdarg.h>
#include <sys/types.h>

#define OPEN_MODE(flags, mode)                                                           \
    mode_t mode = 0;                                                                     \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                                               \
        va_list more;                                                                    \
        va_start(more, flags);                                                           \
        (mode) = va_arg(more, mode_t);                                                   \
        va_end(more);                                                                    \
    }

#endif
