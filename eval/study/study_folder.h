/* study_folder.h - the folder of a study before it is played: whether it may be used, and
 * OUT/study.json.
 * Use: if (!study_folder_check(&study, input, "OUT", &error)) ...   nothing is changed
 *      ... runs are opened ...
 *      if (!study_folder_write(&study, "OUT", &error)) ...
 * Another study may be there if this one has everything that it has (game, variants,
 * strength levels, networks of a list) and runs that play the same games: it is replaced.
 * A study with less is refused: answers hold together, and would not if some were left
 * out after looking at their games. If several processes begin different studies at once,
 * the first one wins.
 * Errors: a folder of another kind; a study there that has something this one lacks; runs
 *      of another configuration; the input file would be replaced by different text.
 */
#ifndef EVAL_STUDY_FOLDER_H
#define EVAL_STUDY_FOLDER_H

#include "core/base/error.h"

#include <stdbool.h>

typedef struct study study_t; /* eval/study/study.h */

/* input: the file that the study was read from; NULL: none. */
bool study_folder_check(const study_t *study, const char *input, const char *out,
                        failure_t *error);

bool study_folder_write(const study_t *study, const char *out, failure_t *error);

#endif
