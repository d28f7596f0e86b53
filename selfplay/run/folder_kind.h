/* folder_kind.h - recognizes folders by file names alone: a run, a sweep, a study, a
 * question for the fairest variant, a claim's bundle, a learning run, a folder of runs.
 * Use: if (!folder_kind_is("FOLDER", FOLDER_STUDY, &error)) ...         before reading it
 *      if (!folder_kind_may_hold("OUT", FOLDER_STUDY, &error)) ...      before filling it
 * Two kinds in one folder would hide each other, and the error for a path of the wrong
 * kind should name its kind, not a missing file.
 */
#ifndef SELFPLAY_FOLDER_KIND_H
#define SELFPLAY_FOLDER_KIND_H

#include "core/base/error.h"

#include <stdbool.h>

/* The file that marks each kind. */
#define FOLDER_STUDY_FILE "study.json"
#define FOLDER_FAIREST_FILE "fairest.json"
#define FOLDER_BUNDLE_FILE "claim.json"
#define FOLDER_LEARN_FILE "plan.json"
#define FOLDER_SWEEP_FILE "sweep.json"

typedef enum {
    FOLDER_MISSING, /* the path does not exist or, by errno, cannot be entered */
    FOLDER_FILE,    /* the path is not a folder */
    FOLDER_OTHER,   /* an empty folder, or one of another kind */
    FOLDER_MATCHES, /* folders in it are runs, as made by `fulcrum rate` */
    FOLDER_BEGUN,   /* a study or a question whose players still learn */
    FOLDER_RUN,
    FOLDER_SWEEP, /* of runs, as made by `fulcrum selfplay` */
    FOLDER_LEARN,
    FOLDER_BUNDLE, /* of a study or a question, whose file it also holds */
    FOLDER_FAIREST,
    FOLDER_STUDY
} folder_kind_t;

folder_kind_t folder_kind_of(const char *path);

/* Whether it has the folders of a study's learned players: networks/, and learn/ with the
 * learning of a first seed. */
bool folder_kind_has_players(const char *path);

/* Whether its runs are folders below it: of a study, a question, or matches. */
bool folder_kind_is_tree(folder_kind_t kind);

/* Whether it is of this kind, FOLDER_RUN or a later one; otherwise the message names its
 * kind, and the command for it. */
bool folder_kind_is(const char *path, folder_kind_t kind, failure_t *error);

/* What the path is if not a run, and where its runs are: "a study; its runs are in
 * folders below it, which fulcrum status lists: name one". NULL: nothing to suggest. */
const char *folder_kind_instead_of_run(const char *path);

/* Whether the folder may be filled with this kind: it must not be of another kind. Runs
 * below it are allowed for matches, or if it already is of this kind. */
bool folder_kind_may_hold(const char *out, folder_kind_t kind, failure_t *error);

#endif
