/* contained.h - runs code that may crash, loop or allocate without bound in a child
 * process with limits: for libraries that trust their input, on untrusted files.
 * Use: static bool work(void *context, failure_t *error) { ... }
 *      const contained_limits_t limits = {.seconds = 600, .memory = 1 << 30};
 *      if (!contained_call(path, &limits, work, &context, &error)) ...
 * The child has a copy of its parent's memory, so its changes are lost: it must write its
 * results to files. It must not start OpenMP threads.
 * Threads: as fork: not while other threads are inside the library that is called.
 * Errors: the child's own; that it crashed, ran out of memory or took too long, with the
 *      path; no process could be started.
 */
#ifndef CORE_CONTAINED_H
#define CORE_CONTAINED_H

#include "core/base/error.h"

#include <stdint.h>

typedef struct contained_limits {
    unsigned seconds; /* of processor time */
    uint64_t memory;  /* bytes in addition to the parent's */
} contained_limits_t;

typedef bool (*contained_work_t)(void *context, failure_t *error);

bool contained_call(const char *path, const contained_limits_t *limits,
                    contained_work_t work, void *context, failure_t *error);

/* For callers that fork a child of their own, to be called first in it: sets the limits
 * and default signal handling, and discards what is printed. */
void contained_begin(const contained_limits_t *limits);

/* Explains, from waitpid's status, why a child ended early; returns false. */
bool contained_explain(const char *path, const contained_limits_t *limits, int status,
                       failure_t *error);

#endif
