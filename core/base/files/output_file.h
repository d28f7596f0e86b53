/* output_file.h - whether a command may write a file of the name that it was given: the
 * one guard of all of them.
 * Use: const output_rule_t rule = {.kind = "page of fulcrum report",
 *                                  .begins = "<!doctype html>", .inputs = &file,
 *                                  .num_inputs = 1};
 *      if (output_check(path, &rule, &error)) ... publish_file(path, ...)
 * A name that nothing has is fine. What has it is replaced only where it is a plain file
 * of the kind that the command writes, none that it reads, and the call may replace: a
 * slip in a name costs nobody a study, a shard or a network.
 * Threads: any.   Errors: the path, and what is there instead.
 */
#ifndef CORE_OUTPUT_FILE_H
#define CORE_OUTPUT_FILE_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct output_rule {
    const char *kind;   /* "page of fulcrum report": what the command writes */
    const char *begins; /* how a file of this kind begins; NULL: is_own tells */
    bool (*is_own)(const char *path);
    char *const *inputs; /* that the call reads */
    size_t num_inputs;
    bool needs_force, is_forced; /* needs: the command has --force */
} output_rule_t;

bool output_check(const char *path, const output_rule_t *rule, failure_t *error);

/* Whether two paths name one file that is there. */
bool output_is_same_file(const char *a, const char *b);

#endif
