/* call_words.h - the words of a call that are no options, shared out by a command's
 * table.
 * Use: if (!call_words_share(command, argv + 1, count, call, &error)) ...
 * Words whose key has a dot come last where the command has a list for them. The others
 * fill the arguments from first to last, each as far as those after it leave words.
 * Owns: nothing; lists point into the array, whose order may change.
 * Errors: words missing or too many; a word that is none of an argument's choices.
 */
#ifndef CORE_CALL_WORDS_H
#define CORE_CALL_WORDS_H

#include "core/base/error.h"
#include "core/cli/option_table.h"

bool call_words_share(const command_t *command, char **words, int count, void *call,
                      failure_t *error);

#endif
