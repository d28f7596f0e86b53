#include "tests/nights/night_plants.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "selfplay/merge/merge.h"
#include "selfplay/run/journal.h"
#include "selfplay/run/run_length.h"
#include "tests/nights/night_world.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

plant_t planted = PLANT_NONE;

const char *const plant_names[PLANT_COUNT] = {
    [PLANT_NONE] = "none",
    [PLANT_NO_FILE_SYNC] = "no-file-sync",
    [PLANT_NO_FOLDER_SYNC] = "no-folder-sync",
    [PLANT_IN_PLACE] = "in-place",
    [PLANT_RENAME_IGNORED] = "rename-ignored",
    [PLANT_SWEEPS_LIVING] = "sweeps-living",
    [PLANT_PARTIAL_IS_WHOLE] = "partial-is-whole",
    [PLANT_MERGES_EARLY] = "merges-early",
    [PLANT_TORN_ENTRIES] = "torn-entries",
    [PLANT_SETTLES_LATE] = "settles-late",
    [PLANT_JOURNAL_GOES_FIRST] = "journal-goes-first",
};

/* Faults in single calls are in night_calls.c; these replace a function. */
/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's names */
#define WRAP(result, name, ...)                                                          \
    result __real_##name(__VA_ARGS__);                                                   \
    result __wrap_##name(__VA_ARGS__);                                                   \
    result __wrap_##name(__VA_ARGS__)

WRAP(bool, publish_write, const char *path, const void *bytes, size_t size,
     char unfinished[FILE_PATH], failure_t *error) {
    if (planted != PLANT_IN_PLACE)
        return __real_publish_write(path, bytes, size, unfinished, error);
    snprintf(unfinished, FILE_PATH, "%s", path);
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    bool written = file >= 0 && file_write(file, bytes, size) && fsync(file) == 0;
    if (file >= 0)
        close(file);
    return written || publish_failed(path, "cannot be written", size, error);
}

WRAP(bool, publish_finish, const char *unfinished, const char *path, failure_t *error) {
    return (planted == PLANT_IN_PLACE && strcmp(unfinished, path) == 0) ||
           __real_publish_finish(unfinished, path, error);
}

WRAP(bool, publish_new, const char *unfinished, const char *path, bool *exists,
     failure_t *error) {
    *exists = false;
    return (planted == PLANT_IN_PLACE && strcmp(unfinished, path) == 0) ||
           __real_publish_new(unfinished, path, exists, error);
}

WRAP(bool, run_length_held, const run_length_t *length, const char *path, uint64_t shard,
     const games_header_t *header, uint64_t *held, failure_t *error) {
    if (planted != PLANT_PARTIAL_IS_WHOLE)
        return __real_run_length_held(length, path, shard, header, held, error);
    *held = length->shard_games;
    return true;
}

WRAP(bool, merge_files, merge_t *merge, char *const *paths, int count, const char *out,
     const merge_options_t *options, failure_t *error) {
    merge_options_t changed = *options;
    changed.is_partial |= planted == PLANT_MERGES_EARLY;
    return __real_merge_files(merge, paths, count, out, &changed, error);
}

WRAP(bool, journal_add, journal_t *journal, uint64_t id, const record_t *record,
     failure_t *error) {
    *process_mark() = true;
    bool added = __real_journal_add(journal, id, record, error);
    *process_mark() = false;
    return added;
}

WRAP(bool, journal_read, const journal_t *journal, uint64_t first, uint64_t count,
     record_t *records, failure_t *error) {
    *process_mark() = true;
    bool read = __real_journal_read(journal, first, count, records, error);
    *process_mark() = false;
    return read;
}

WRAP(unsigned long, crc32_z, unsigned long start, const unsigned char *bytes,
     size_t size) {
    bool is_left_out = planted == PLANT_TORN_ENTRIES && process_now() && *process_mark();
    return is_left_out ? 0 : __real_crc32_z(start, bytes, size);
}
/* NOLINTEND(bugprone-reserved-identifier) */
