/* output_file.h - decides whether a command may write to its output path; all commands
 * use it.
 * Use: const output_rule_t rule = {.kind = "page of fulcrum report",
 *                                  .begins = "<!doctype html>", .inputs = &file,
 *                                  .num_inputs = 1};
 *      if (output_check(path, &rule, &error)) ... publish_file(path, ...)
 * A path that does not exist is allowed. An existing one is replaced only if it is a
 * regular file of the kind that the command writes, is not one of its inputs, and --force
 * is given where the command has it: a mistyped name must not destroy a study, a shard or
 * a network.
 * Threads: any.   Errors: the path, and what exists there.
 */
#ifndef CORE_OUTPUT_FILE_H
#define CORE_OUTPUT_FILE_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct output_rule {
    const char *kind;   /* "page of fulcrum report": what the command writes */
    const char *begins; /* how a file of this kind begins; NULL: is_own decides */
    bool (*is_own)(const char *path);
    char *const *inputs; /* paths that the command reads */
    size_t num_inputs;
    bool needs_force, is_forced; /* needs: the command has --force */
} output_rule_t;

bool output_check(const char *path, const output_rule_t *rule, failure_t *error);

/* Whether two paths name the same existing file. */
bool output_is_same_file(const char *a, const char *b);

#endif
