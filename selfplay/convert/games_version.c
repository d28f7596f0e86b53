#include "selfplay/convert/games_version.h"

#include "core/base/files/foreign_hdf5.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool games_version_look(const char *path, uint64_t *version) {
    *version = 0;
    foreign_hdf5_t *file = foreign_hdf5_open(path, NULL);
    if (!file)
        return false;
    char *format = foreign_hdf5_text(file, "format");
    bool is_one = format && strcmp(format, SCHEMA_FORMAT) == 0 &&
                  foreign_hdf5_number(file, "schema_version", version);
    free(format);
    return foreign_hdf5_close(file, NULL) && is_one;
}

/* What to convert: the run, if the file is a shard of one, or the file. */
static void name_source(const char *path, char source[RUN_PATH]) {
    const char *slash = strrchr(path, '/');
    uint64_t shard;
    snprintf(source, RUN_PATH, "%s", path);
    if (!run_folder_shard_of(slash ? slash + 1 : path, ".h5", &shard))
        return;
    char folder[RUN_PATH], config[RUN_PATH + 16];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1,
             slash ? path : ".");
    snprintf(config, sizeof config, "%s/config.json", folder);
    if (access(config, F_OK) == 0)
        snprintf(source, RUN_PATH, "%s", folder);
}

static bool refuse(const char *path, const char *what, failure_t *error) {
    char source[RUN_PATH];
    name_source(path, source);
    return error_set(error,
                     "%s: is %s; this program reads version %d. Convert it with: fulcrum "
                     "convert %s --out NEW",
                     path, what, SCHEMA_VERSION, source);
}

bool games_version_refuse(const char *path, uint64_t version, failure_t *error) {
    if (version > SCHEMA_VERSION)
        return error_set(error,
                         "%s: is version %llu of recorded games, written by a later "
                         "program; this program reads version %d",
                         path, (unsigned long long)version, SCHEMA_VERSION);
    char what[64];
    snprintf(what, sizeof what, "version %llu of recorded games",
             (unsigned long long)version);
    return refuse(path, what, error);
}

bool games_version_refuse_early(const char *path, failure_t *error) {
    return refuse(path, "an early version 2, without legal/pruned", error);
}
