#include "selfplay/run/shard_files.h"

#include "core/base/text.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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
