/* study_folder.h - the folder of a study before it is played: what may be there, and
 * OUT/study.json.
 * Use: if (!study_folder_check(&study, input, "OUT", &error)) ...   nothing is changed
 *      ... runs are opened ...
 *      if (!study_folder_write(&study, "OUT", &error)) ...
 * Another study may be there where this one has all that it has: its game, its variants,
 * its strengths, the networks of a list; and runs that play alike. More of them, and
 * other numbers (precision, games, skill), are fine: then it becomes this one. One with
 * fewer is refused: answers of all variants and strengths hold together, and would not,
 * were some left out after a look at their games.
 * Threads: several processes may begin a study at once; of those that differ the first
 *      one stays.
 * Errors: a folder of another kind (folder_kind.h); a study that has what this one has
 *      not; runs of another configuration; the file that the study was read from would be
 *      replaced by another text.
 */
#ifndef EVAL_STUDY_FOLDER_H
#define EVAL_STUDY_FOLDER_H

#include "core/base/error.h"

#include <stdbool.h>

typedef struct study study_t; /* eval/study/study.h */

/* input: the file that the study was read from; NULL: none that could be replaced. */
bool study_folder_check(const study_t *study, const char *input, const char *out,
                        failure_t *error);

bool study_folder_write(const study_t *study, const char *out, failure_t *error);

#endif
