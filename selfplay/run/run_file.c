#include "selfplay/run/run_file.h"

#include "selfplay/run/run_folder.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* For "RUN/shard-000007.h5", if RUN is a run. */
static bool find_run(const char *path, char folder[RUN_PATH]) {
    char config[RUN_PATH];
    uint64_t shard;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    int length = slash ? (int)(slash - path) : 1;
    if (length >= RUN_PATH - 16 || !run_folder_shard_of(name, ".h5", &shard))
        return false;
    snprintf(folder, RUN_PATH, "%.*s", length, slash ? path : ".");
    run_config_path(folder, config);
    return access(config, F_OK) == 0;
}

bool run_file_open(games_file_t *file, const char *path, const games_header_t *expected,
                   games_file_use_t use, failure_t *error) {
    char folder[RUN_PATH];
    if (games_file_open(file, path, expected, use, error))
        return true;
    if (error && file->damaged && find_run(path, folder)) {
        failure_t said = *error;
        error_set(error, "%.1000s; fulcrum verify %.900s --repair plays its games again",
                  said.message, folder);
    }
    return false;
}
