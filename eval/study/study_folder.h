/* study_folder.h - the folder of a study before it is played: whether it may be used, and
 * OUT/study.json.
 * Use: if (!study_folder_check(&study, input, "OUT", &error)) ...   nothing is changed
 *      ... runs are opened ...
 *      if (!study_folder_write(&study, "OUT", &error)) ...
 * Another study may be there if this one has everything that it has (game, variants,
 * strength levels, networks of a list) and runs that play the same games: it is replaced.
 * A study with less is refused: answers hold together, and would not if some were left
 * out after looking at their games. study_folder_remove leaves out variants; their games
 * stay where they are, and they count in the levels of intervals (study_plan.h). If
 * several processes begin different studies at once, the first one wins. The folder's
 * study records its own past, which a replacement inherits: whether what ends its games
 * was changed (study_plan.h).
 * Errors: a folder of another kind; a study there that has something this one lacks; runs
 *      of another configuration; the input file would be replaced by different text.
 */
#ifndef EVAL_STUDY_FOLDER_H
#define EVAL_STUDY_FOLDER_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct study study_t;           /* eval/study/study.h */
typedef struct study_past study_past_t; /* eval/study/study.h */

/* The study of the folder, to be freed by study_free; NULL: an error. */
study_t *study_folder_load(const char *out, failure_t *error);

/* The past of the study in the folder, as that of one that would replace it; nothing if
 * there is none. */
study_past_t study_folder_past(const study_t *study, const char *out);

/* input: the file that the study was read from; NULL: none. */
bool study_folder_check(const study_t *study, const char *input, const char *out,
                        failure_t *error);

/* Removes a variant of the study in the folder. *games: that it had. */
bool study_folder_remove(const char *out, const char *name, uint64_t *games,
                         failure_t *error);

bool study_folder_write(const study_t *study, const char *out, failure_t *error);

/* Records that the study, which it holds, ended at its time limit with so many games. */
bool study_folder_end(study_t *study, const char *out, uint64_t games, failure_t *error);

#endif
