#include "selfplay/run/shard_files.h"

#include "core/base/text.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void add_path(shard_files_t *files, const char *path) {
    files->paths = memory_resize(files->paths, files->count + 1, sizeof *files->paths);
    files->words = memory_resize(files->words, files->count + 1, sizeof *files->words);
    files->words[files->count] = files->num_words;
    files->paths[files->count++] = text_copy(path);
}

static bool add_folder(shard_files_t *files, const char *folder, failure_t *error) {
    run_folder_t list;
    if (strlen(folder) + 64 > RUN_PATH)
        return error_set(error, "%.100s...: the path is too long", folder);
    if (!run_folder_list(&list, folder, error))
        return false;
    for (size_t i = 0; i < list.num_shards; i++) {
        char path[RUN_PATH];
        run_shard_path(folder, list.shards[i], path);
        add_path(files, path);
    }
    bool some = list.num_shards > 0;
    run_folder_clear(&list);
    const char *instead = some ? NULL : folder_kind_instead_of_run(folder);
    return some || error_set(error, "%s: holds no files of games%s%s", folder,
                             instead ? ": it is " : "", instead ? instead : "");
}

bool shard_files_add(shard_files_t *files, const char *path, failure_t *error) {
    struct stat status;
    if (stat(path, &status) != 0)
        return error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
    bool added = true;
    if (S_ISDIR(status.st_mode))
        added = add_folder(files, path, error);
    else
        add_path(files, path);
    files->num_words++;
    return added;
}

void shard_files_clear(shard_files_t *files) {
    for (size_t i = 0; i < files->count; i++)
        free(files->paths[i]);
    free(files->paths);
    free(files->words);
    *files = (shard_files_t){0};
}

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
