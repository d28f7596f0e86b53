/* folder_kind.h - what a folder is, by the names of its files alone: a run, a study, a
 * question for the fairest variant, a claim's bundle, matches side by side.
 * Use: if (!folder_kind_is("FOLDER", FOLDER_STUDY, &error)) ...         before reading it
 *      if (!folder_kind_may_hold("OUT", FOLDER_STUDY, &error)) ...      before filling it
 * Why: commands fill folders of several kinds. Two kinds in one folder would hide each
 * other, and a path of the wrong kind is refused by what it is, not by a file that is not
 * there.
 * Threads: pure but for reading the folder.   Errors: a folder of another kind.
 */
#ifndef SELFPLAY_FOLDER_KIND_H
#define SELFPLAY_FOLDER_KIND_H

#include "core/base/error.h"

#include <stdbool.h>

/* The file that makes a folder a study, a question for the fairest variant, a bundle. */
#define FOLDER_STUDY_FILE "study.json"
#define FOLDER_FAIREST_FILE "fairest.json"
#define FOLDER_BUNDLE_FILE "claim.json"

typedef enum {
    FOLDER_MISSING, /* nothing has the path */
    FOLDER_FILE,    /* what has it is no folder */
    FOLDER_OTHER,   /* an empty folder, or one of none of these kinds */
    FOLDER_MATCHES, /* runs one folder down, as `fulcrum rate` makes them */
    FOLDER_RUN,
    FOLDER_BUNDLE, /* of a study or of a question, whose file it holds, too */
    FOLDER_FAIREST,
    FOLDER_STUDY
} folder_kind_t;

folder_kind_t folder_kind_of(const char *path);

/* Whether it is of this kind, FOLDER_RUN or one below that; the message says what it is,
 * and what takes it. */
bool folder_kind_is(const char *path, folder_kind_t kind, failure_t *error);

/* "a study: its runs are in folders below; name them, as fulcrum info does"; NULL where
 * it is of no kind that has runs elsewhere. For readers of runs. */
const char *folder_kind_instead_of_run(const char *path);

/* Whether what makes folders of this kind may fill it: nothing of another kind is there.
 * Runs below are no hindrance to a run or to matches, nor where it is of the kind
 * already. */
bool folder_kind_may_hold(const char *out, folder_kind_t kind, failure_t *error);

#endif
