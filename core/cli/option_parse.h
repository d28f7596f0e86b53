/* option_parse.h - reads a call of a command by its table, as GNU's programs read theirs.
 * Use: call_t *call = memory_new(1, command->call_bytes);
 *      option_defaults(command, call);
 *      switch (option_parse(command, argc, argv, call, &error)) ...
 * --name=value, --name value, any beginning of a name that is no other's, -n value,
 * -nvalue, letters of flags together (-jq), words and options in any order, -- before
 * words that begin with a dash. Of an option that is given twice the last counts, but for
 * those that collect.
 * Owns: nothing; texts and words of the call point into argv. argv is permuted: words
 *      that are no options come first, after argv[0], which is not looked at.
 * Threads: independent calls may run together.
 * Errors: an unknown option (with the nearest, or all); an abbreviation of two options; a
 *      value that is missing, not wanted or not allowed; words or options that are
 *      needed; too many words; what the command's own check says.
 */
#ifndef CORE_OPTION_PARSE_H
#define CORE_OPTION_PARSE_H

#include "core/base/error.h"
#include "core/cli/option_table.h"

typedef enum { CALL_RUN, CALL_HELP, CALL_VERSION, CALL_WRONG } call_kind_t;

/* What a call is before anything is read: the command's defaults, then its options'. */
void option_defaults(const command_t *command, void *call);

/* CALL_HELP, CALL_VERSION: that was asked for, and nothing after it was read. */
call_kind_t option_parse(const command_t *command, int argc, char **argv, void *call,
                         failure_t *error);

#endif
