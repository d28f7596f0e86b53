/* contained.h - work that may crash, loop or ask for any amount of memory, in a child
 * process with limits: what a library that trusts its files does with those of others.
 * Use: static bool work(void *context, failure_t *error) { ... }
 *      const contained_limits_t limits = {.seconds = 600, .memory = 1 << 30};
 *      if (!contained_call(path, &limits, work, &context, &error)) ...
 * The child has all memory of its parent as it was, and what it changes there is lost:
 * what it is to leave behind, it writes to files. It starts no threads of OpenMP.
 * Threads: as fork: not while other threads are within the library that is called.
 * Errors: the child's own; that it crashed, ran out of memory or took too long, with the
 *      path; no process to be had.
 */
#ifndef CORE_CONTAINED_H
#define CORE_CONTAINED_H

#include "core/base/error.h"

#include <stdint.h>

typedef struct contained_limits {
    unsigned seconds; /* of processor time */
    uint64_t memory;  /* bytes besides what the parent has */
} contained_limits_t;

typedef bool (*contained_work_t)(void *context, failure_t *error);

bool contained_call(const char *path, const contained_limits_t *limits,
                    contained_work_t work, void *context, failure_t *error);

/* For who talks with a child of its own. In the child, first of all: limits, signals as
 * by default, nowhere to print. */
void contained_begin(const contained_limits_t *limits);

/* Why a child that did not come to its end has ended, from waitpid's status; false. */
bool contained_explain(const char *path, const contained_limits_t *limits, int status,
                       failure_t *error);

#endif
