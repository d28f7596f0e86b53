#include "selfplay/run/run_folder.h"

#include "core/base/files/file.h"
#include "selfplay/run/folder_kind.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- Lists that grow ---------------------------------------------------------------- */

/* Makes room for one more in an array that doubles whenever its length is a power of two.
 */
static void *grow(void *array, size_t count, size_t size) {
    bool full = (count & (count - 1)) == 0;
    return full ? memory_resize(array, count ? 2 * count : 1, size) : array;
}

static void add_number(uint64_t **numbers, size_t *count, uint64_t number) {
    *numbers = grow(*numbers, *count, sizeof **numbers);
    (*numbers)[(*count)++] = number;
}

static void add_name(char ***names, size_t *count, const char *name) {
    *names = grow(*names, *count, sizeof **names);
    char *copy = memory_new(strlen(name) + 1, 1);
    memcpy(copy, name, strlen(name));
    (*names)[(*count)++] = copy;
}

static int compare_numbers(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* --- Names -------------------------------------------------------------------------- */

static bool ends_in(const char *name, const char *suffix) {
    size_t length = strlen(name), tail = strlen(suffix);
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

void run_shard_path(const char *folder, uint64_t shard, char path[RUN_PATH]) {
    int length =
        snprintf(path, RUN_PATH, "%s/shard-%06llu.h5", folder, (unsigned long long)shard);
    REQUIRE(length < RUN_PATH);
}

void run_config_path(const char *folder, char path[RUN_PATH]) {
    REQUIRE(snprintf(path, RUN_PATH, "%s/config.json", folder) < RUN_PATH);
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
    static const char *const names[] = {
        ".",       "..",       "config.json",     "calls", RUN_FOLDER_GAMES,
        "journal", "sprt.txt", RUN_FOLDER_DAMAGED};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void add_entry(run_folder_t *list, const char *name) {
    uint64_t shard;
    if (run_folder_shard_of(name, ".h5", &shard))
        add_number(&list->shards, &list->num_shards, shard);
    else if (ends_in(name, ".tmp"))
        add_name(&list->unfinished, &list->num_unfinished, name);
    else if (!is_of_a_run(name))
        add_name(&list->foreign, &list->num_foreign, name);
}

/* RUN/journal need not exist. */
static void list_journals(run_folder_t *list, const char *folder) {
    char path[PATH_MAX];
    uint64_t shard;
    if (snprintf(path, sizeof path, "%s/journal", folder) >= (int)sizeof path)
        return;
    DIR *open = opendir(path);
    for (struct dirent *entry; open && (entry = readdir(open)) != NULL;)
        if (run_folder_shard_of(entry->d_name, "", &shard))
            add_number(&list->journals, &list->num_journals, shard);
    if (open)
        closedir(open);
}

static void sort_numbers(uint64_t *numbers, size_t count) {
    if (count > 0)
        qsort(numbers, count, sizeof *numbers, compare_numbers);
}

static void sort_names(char **names, size_t count) {
    if (count > 0)
        qsort(names, count, sizeof *names, compare_names);
}

bool run_folder_list(run_folder_t *list, const char *folder, failure_t *error) {
    *list = (run_folder_t){0};
    DIR *open = opendir(folder);
    if (!open)
        return error_set(error, "%s: cannot be read: %s", folder, strerror(errno));
    struct dirent *entry;
    for (errno = 0; (entry = readdir(open)) != NULL; errno = 0)
        add_entry(list, entry->d_name);
    int reason = errno;
    closedir(open);
    if (reason != 0) {
        run_folder_clear(list);
        return error_set(error, "%s: cannot be read: %s", folder, strerror(reason));
    }
    list_journals(list, folder);
    sort_numbers(list->shards, list->num_shards);
    sort_numbers(list->journals, list->num_journals);
    sort_names(list->unfinished, list->num_unfinished);
    sort_names(list->foreign, list->num_foreign);
    return true;
}

static void free_names(char **names, size_t count) {
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

void run_folder_clear(run_folder_t *list) {
    free(list->shards);
    free(list->journals);
    free_names(list->unfinished, list->num_unfinished);
    free_names(list->foreign, list->num_foreign);
    *list = (run_folder_t){0};
}

bool run_folder_hold(const char *folder, int *held, failure_t *error) {
    *held = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return *held >= 0 ||
           error_set(error, "%s: cannot be opened: %s", folder, strerror(errno));
}

bool run_folder_is_held(const char *folder, int held, failure_t *error) {
    struct stat there, ours;
    char path[RUN_PATH];
    run_config_path(folder, path);
    return (fstat(held, &ours) == 0 && stat(folder, &there) == 0 &&
            there.st_ino == ours.st_ino && there.st_dev == ours.st_dev &&
            access(path, F_OK) == 0) ||
           error_set(error,
                     "%s: was removed or replaced while the run was being played; its "
                     "contents are "
                     "no longer there",
                     folder);
}

void run_folder_release(int held) {
    if (held >= 0)
        close(held);
}

bool run_folder_has(const run_folder_t *list, uint64_t shard) {
    return list->num_shards > 0 && bsearch(&shard, list->shards, list->num_shards,
                                           sizeof *list->shards, compare_numbers);
}

char *run_folder_read_config(const char *folder, char path[RUN_FOLDER_PATH],
                             failure_t *error) {
    enum { ROOM = 64 }; /* for the names of shards, which are not checked again */
    int length = snprintf(path, RUN_FOLDER_PATH, "%s/config.json", folder);
    if (length >= RUN_FOLDER_PATH - ROOM) {
        error_set(error, "%.100s...: the path is too long", folder);
        return NULL;
    }
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        const char *instead = folder_kind_instead_of_run(folder);
        error_set(error, "%s: is not a run%s%s", folder, instead ? " but " : "",
                  instead ? instead : ": it has no config.json");
        return NULL;
    }
    return file_read_text(path, error);
}
