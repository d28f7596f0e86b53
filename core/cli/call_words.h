/* call_words.h - assigns the non-option words of a command line to a command's arguments.
 * Use: if (!call_words_share(command, argv + 1, count, call, &error)) ...
 * Words whose key has a dot are moved to the end if the command has a list for them. The
 * others fill the arguments from first to last, leaving enough words for later arguments.
 * Lists point into the array, whose order may change.
 * Errors: missing or superfluous words; an empty path; a word that is not one of an
 *      argument's choices.
 */
#ifndef CORE_CALL_WORDS_H
#define CORE_CALL_WORDS_H

#include "core/base/error.h"
#include "core/cli/option_table.h"

bool call_words_share(const command_t *command, char **words, int count, void *call,
                      failure_t *error);

#endif
