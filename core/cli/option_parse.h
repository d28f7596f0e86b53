/* option_parse.h - parses a command line according to a command's table, in GNU style.
 * Use: call_t *call = memory_new(1, command->call_bytes);
 *      option_defaults(command, call);
 *      switch (option_parse(command, argc, argv, call, &given, &error)) ...
 * It accepts --name=value, --name value, unambiguous abbreviations of a name (--game, the
 * program's own option, is none), -n value, -nvalue, combined flags (-jq), words and
 * options in any order, and -- before words that begin with a dash. If an option is
 * repeated, the last one counts, except for options that collect values.
 * Owns: nothing; texts and words of the call point into argv. argv is permuted: other
 *      words than options come first, after argv[0], which is ignored.
 * Errors: an unknown option (the message has the nearest, or all); an ambiguous
 *      abbreviation; a missing, superfluous or invalid value; missing words or options;
 *      too many words; errors of the command's own check.
 */
#ifndef CORE_OPTION_PARSE_H
#define CORE_OPTION_PARSE_H

#include "core/base/error.h"
#include "core/cli/option_table.h"

#include <stdint.h>

typedef enum { CALL_RUN, CALL_HELP, CALL_VERSION, CALL_WRONG } call_kind_t;

/* Sets a call to the command's defaults, then to those of its options. */
void option_defaults(const command_t *command, void *call);

/* CALL_HELP, CALL_VERSION: that option was given, and nothing after it was read.
 * given: bit i is set if the option of index i (command_option) was. */
call_kind_t option_parse(const command_t *command, int argc, char **argv, void *call,
                         uint64_t *given, failure_t *error);

#endif
