#include "selfplay/run/run_folder.h"

#include "core/base/files/file.h"
#include "core/base/number.h"
#include "core/game/source/game_source.h"
#include "selfplay/run/folder_kind.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- Names -------------------------------------------------------------------------- */

bool run_folder_fits(const char *folder, failure_t *error) {
    enum { ROOM = 256 };
    return strlen(folder) + ROOM <= FILE_PATH ||
           error_set(error, "%.100s...: the path is too long", folder);
}

void run_shard_path(const char *folder, uint64_t shard, char path[FILE_PATH]) {
    REQUIRE(
        file_path(path, NULL, "%s/shard-%06llu.h5", folder, (unsigned long long)shard));
}

void run_config_path(const char *folder, char path[FILE_PATH]) {
    REQUIRE(file_path(path, NULL, "%s/config.json", folder));
}

bool run_folder_is_run(const char *folder) {
    char path[FILE_PATH];
    return file_path(path, NULL, "%s/config.json", folder) && access(path, F_OK) == 0;
}

bool run_folder_shard_of(const char *name, const char *suffix, uint64_t *shard) {
    static const char start[] = "shard-";
    char again[64];
    if (strncmp(name, start, strlen(start)) != 0)
        return false;
    unsigned long long number = strtoull(name + strlen(start), NULL, 10);
    snprintf(again, sizeof again, "shard-%06llu%s", number, suffix);
    *shard = number;
    return strcmp(name, again) == 0;
}

static bool is_of_a_run(const char *name) {
    static const char *const names[] = {"config.json",      GAME_SOURCE_FILE, "calls",
                                        RUN_FOLDER_GAMES,   "journal",        "sprt.txt",
                                        RUN_FOLDER_DAMAGED, RUN_FOLDER_SLURM};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool is_unfinished(const char *name) {
    size_t length = strlen(name);
    return length > strlen(".tmp") && strcmp(name + length - strlen(".tmp"), ".tmp") == 0;
}

/* --- Listing ------------------------------------------------------------------------ */

/* The shards among names, ascending. */
static uint64_t *numbers_of(const file_names_t *names, const char *suffix,
                            size_t *count) {
    uint64_t *numbers = memory_new(names->count + 1, sizeof *numbers);
    *count = 0;
    for (size_t i = 0; i < names->count; i++)
        *count += run_folder_shard_of(names->of[i], suffix, &numbers[*count]);
    qsort(numbers, *count, sizeof *numbers, number_compare);
    return numbers;
}

/* RUN/journal need not exist. */
static void list_journals(run_folder_t *list, const char *folder) {
    char path[FILE_PATH];
    file_names_t names = {0};
    if (file_path(path, NULL, "%s/journal", folder))
        (void)file_names_list(&names, path);
    list->journals = numbers_of(&names, "", &list->num_journals);
    file_names_clear(&names);
}

bool run_folder_list(run_folder_t *list, const char *folder, failure_t *error) {
    uint64_t shard;
    *list = (run_folder_t){0};
    if (!file_names_list(&list->names, folder))
        return error_set(error, "%s: cannot be read: %s", folder, strerror(errno));
    size_t most = list->names.count + 1;
    list->shards = numbers_of(&list->names, ".h5", &list->num_shards);
    list->unfinished = memory_new(most, sizeof(char *));
    list->foreign = memory_new(most, sizeof(char *));
    for (size_t i = 0; i < list->names.count; i++) {
        const char *name = list->names.of[i];
        if (run_folder_shard_of(name, ".h5", &shard))
            continue;
        if (is_unfinished(name))
            list->unfinished[list->num_unfinished++] = name;
        else if (!is_of_a_run(name))
            list->foreign[list->num_foreign++] = name;
    }
    list_journals(list, folder);
    return true;
}

void run_folder_clear(run_folder_t *list) {
    file_names_clear(&list->names);
    free(list->shards);
    free(list->journals);
    free(list->unfinished);
    free(list->foreign);
    *list = (run_folder_t){0};
}

bool run_folder_has(const run_folder_t *list, uint64_t shard) {
    return list->num_shards > 0 && bsearch(&shard, list->shards, list->num_shards,
                                           sizeof *list->shards, number_compare);
}

bool run_folder_has_games(const char *folder) {
    run_folder_t list;
    if (!run_folder_list(&list, folder, NULL))
        return access(folder, F_OK) == 0 || errno != ENOENT;
    bool some = list.num_shards > 0;
    run_folder_clear(&list);
    return some;
}

/* --- The folder itself -------------------------------------------------------------- */

char *run_folder_read_config(const char *folder, char path[FILE_PATH], failure_t *error) {
    if (!run_folder_fits(folder, error))
        return NULL;
    run_config_path(folder, path);
    if (access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)) {
        const char *instead = folder_kind_instead_of_run(folder);
        const folder_kind_t kind = folder_kind_of(folder);
        error_set(error, "%s: %s%s", folder,
                  kind == FOLDER_MISSING ? "there is no such run"
                  : kind == FOLDER_FILE  ? "is a file, not the folder of a run"
                  : instead              ? "is not a run but "
                                         : "is not a run: it has no config.json",
                  instead ? instead : "");
        return NULL;
    }
    return file_read_text(path, error);
}

bool run_folder_open(const char *folder, int *handle, failure_t *error) {
    char path[FILE_PATH];
    run_config_path(folder, path);
    *handle = open(path, O_RDONLY | O_CLOEXEC);
    return *handle >= 0 ||
           error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
}

bool run_folder_is_same(const char *folder, int handle, failure_t *error) {
    struct stat now, ours;
    char path[FILE_PATH];
    run_config_path(folder, path);
    return (fstat(handle, &ours) == 0 && stat(path, &now) == 0 &&
            now.st_ino == ours.st_ino && now.st_dev == ours.st_dev) ||
           error_set(error,
                     "%s: was removed or replaced while the run was being played; its "
                     "contents are no longer there",
                     folder);
}

void run_folder_close(int handle) {
    if (handle >= 0)
        close(handle);
}
