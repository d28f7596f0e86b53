#include "selfplay/run/folder_kind.h"

#include "core/base/files/file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Of kinds that messages name: the file that marks it, its name, and what to do. */
static const struct {
    const char *file, *noun, *advice;
} kinds[] = {
    [FOLDER_FILE] = {NULL, "file", "give a folder"},
    [FOLDER_MATCHES] = {NULL, "folder of runs", "see fulcrum info"},
    [FOLDER_BEGUN] =
        {NULL, "study whose players still learn",
         "the command that began it goes on, and fulcrum info of the folders "
         "in its learn/ says how far it is"},
    [FOLDER_RUN] = {"config.json", "run", "see fulcrum info"},
    [FOLDER_SWEEP] = {FOLDER_SWEEP_FILE, "sweep", "see fulcrum status"},
    [FOLDER_LEARN] = {FOLDER_LEARN_FILE, "folder of learning", "see fulcrum info"},
    [FOLDER_BUNDLE] = {FOLDER_BUNDLE_FILE, "bundle", "see fulcrum claim check"},
    [FOLDER_FAIREST] = {FOLDER_FAIREST_FILE, "question for the fairest variant",
                        "see fulcrum report"},
    [FOLDER_STUDY] = {FOLDER_STUDY_FILE, "study", "see fulcrum report"},
};

static bool holds(const char *folder, const char *name) {
    char path[FILE_PATH];
    return name && file_path(path, NULL, "%s/%s", folder, name) &&
           access(path, F_OK) == 0;
}

bool folder_kind_has_players(const char *path) {
    char learn[FILE_PATH];
    file_names_t names = {0};
    bool found = false;
    if (!holds(path, "networks") || !file_path(learn, NULL, "%s/learn", path) ||
        !file_names_list(&names, learn))
        return false;
    for (size_t i = 0; i < names.count && !found; i++)
        found = strcmp(names.of[i], "seed-1") == 0 || file_ends(names.of[i], "-seed-1");
    file_names_clear(&names);
    return found;
}

bool folder_kind_is_tree(folder_kind_t kind) {
    return kind == FOLDER_MATCHES || kind == FOLDER_FAIREST || kind == FOLDER_STUDY;
}

static bool has_runs_below(const char *folder) {
    file_names_t names;
    char path[FILE_PATH];
    bool found = false;
    (void)file_names_list(&names, folder);
    for (size_t i = 0; i < names.count && !found; i++)
        found = file_path(path, NULL, "%s/%s", folder, names.of[i]) &&
                holds(path, kinds[FOLDER_RUN].file);
    file_names_clear(&names);
    return found;
}

folder_kind_t folder_kind_of(const char *path) {
    if (access(path, F_OK) != 0)
        return FOLDER_MISSING;
    if (!file_is_folder(path))
        return FOLDER_FILE;
    if (access(path, X_OK) != 0)
        return FOLDER_MISSING;
    for (folder_kind_t kind = FOLDER_RUN; kind <= FOLDER_STUDY; kind++)
        if (holds(path, kinds[kind].file))
            return kind;
    return folder_kind_has_players(path) ? FOLDER_BEGUN
           : has_runs_below(path)        ? FOLDER_MATCHES
                                         : FOLDER_OTHER;
}

bool folder_kind_is(const char *path, folder_kind_t kind, failure_t *error) {
    char file[FILE_PATH]; /* whose path may be too long */
    if (!file_path(file, error, "%s/%s", path, kinds[kind].file))
        return false;
    folder_kind_t found = folder_kind_of(path);
    if (found == kind)
        return true;
    if (found == FOLDER_MISSING)
        return errno == ENOENT || errno == ENOTDIR
                   ? error_set(error, "%s: there is no such folder", path)
                   : error_set_system(error, path, "cannot be opened");
    if (found == FOLDER_OTHER)
        return error_set(error, "%s: is not a %s: it has no %s", path, kinds[kind].noun,
                         kinds[kind].file);
    return error_set(error, "%s: is not a %s but a %s; %s", path, kinds[kind].noun,
                     kinds[found].noun, kinds[found].advice);
}

const char *folder_kind_instead_of_run(const char *path) {
    switch (folder_kind_of(path)) {
    case FOLDER_STUDY:
        return "a study; its runs are in folders below it, which fulcrum status lists: "
               "name one";
    case FOLDER_FAIREST:
        return "a question for the fairest variant; its runs are in folders below it, "
               "which fulcrum status lists: name one";
    case FOLDER_BUNDLE:
        return "a bundle, whose games fulcrum claim check reads";
    case FOLDER_LEARN:
        return "a folder of learning, with runs in games/ and gates/: name them";
    case FOLDER_SWEEP:
        return "a sweep of runs, in folders that fulcrum status lists: name one";
    case FOLDER_MATCHES:
        return "a folder of runs: name them";
    case FOLDER_BEGUN:
        return "a study whose players still learn; see the folders in its learn/";
    case FOLDER_MISSING:
    case FOLDER_FILE:
    case FOLDER_OTHER:
    case FOLDER_RUN:
        break;
    }
    return NULL;
}

bool folder_kind_may_hold(const char *out, folder_kind_t kind, failure_t *error) {
    for (folder_kind_t other = FOLDER_RUN; other <= FOLDER_STUDY; other++)
        if (other != kind && holds(out, kinds[other].file))
            return error_set(error, "%s: is a %s; choose another --out", out,
                             kinds[other].noun);
    if (kind != FOLDER_STUDY && kind != FOLDER_FAIREST && folder_kind_has_players(out))
        return error_set(error, "%s: is a %s; choose another --out", out,
                         kinds[FOLDER_BEGUN].noun);
    return kind < FOLDER_RUN || holds(out, kinds[kind].file) || !has_runs_below(out) ||
           error_set(error,
                     "%s: is a folder of runs; choose another --out, as in --out %s/NAME",
                     out, out);
}
