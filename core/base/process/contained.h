/* contained.h - limits for a forked child that runs code which may crash, loop or
 * allocate without bound: a library that trusts its input, on an untrusted file.
 * Use: const contained_limits_t limits = {.seconds = 600, .memory = 1 << 30};
 *      if ((child = fork()) == 0) { contained_begin(&limits); ... _exit(0); }
 *      waitpid(child, &status, 0) ...  contained_explain(path, &limits, status, &error);
 * The child must not start OpenMP threads.
 * Threads: as fork: not while other threads are inside the library that is called.
 */
#ifndef CORE_CONTAINED_H
#define CORE_CONTAINED_H

#include "core/base/error.h"

#include <stdint.h>

typedef struct contained_limits {
    unsigned seconds; /* of processor time */
    uint64_t memory;  /* bytes in addition to the parent's */
} contained_limits_t;

/* To be called first in the child: sets the limits and default signal handling, and
 * discards what is printed. */
void contained_begin(const contained_limits_t *limits);

/* Explains, from waitpid's status, why a child ended early; returns false. */
bool contained_explain(const char *path, const contained_limits_t *limits, int status,
                       failure_t *error);

#endif
