#include "tests/nights/night_plants.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "eval/learn/learn_folder.h"
#include "eval/learn/learn_steps.h"
#include "eval/match/match_run.h"
#include "selfplay/merge/merge.h"
#include "selfplay/run/journal.h"
#include "selfplay/run/run_length.h"
#include "selfplay/run/workers/run_schedule.h"
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
    [PLANT_TRAINS_EARLY] = "trains-early",
    [PLANT_WEIGHTS_IN_PLACE] = "weights-in-place",
    [PLANT_COUNTS_EARLY] = "counts-early",
    [PLANT_OTHER_RESULT] = "other-result",
};

/* Faults in single calls are in night_calls.c; these replace a function. */
/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's names */
#define WRAP(result, name, ...)                                                          \
    result __real_##name(__VA_ARGS__);                                                   \
    result __wrap_##name(__VA_ARGS__);                                                   \
    result __wrap_##name(__VA_ARGS__)

static bool write_in_place(const char *path, const void *bytes, size_t size,
                           failure_t *error) {
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    bool written = file >= 0 && file_write(file, bytes, size) && fsync(file) == 0;
    if (file >= 0)
        close(file);
    return written || publish_failed(path, "cannot be written", size, error);
}

WRAP(bool, publish_file, const char *path, const void *bytes, size_t size,
     failure_t *error) {
    return planted == PLANT_WEIGHTS_IN_PLACE && file_ends(path, ".safetensors")
               ? write_in_place(path, bytes, size, error)
               : __real_publish_file(path, bytes, size, error);
}

WRAP(bool, publish_write, const char *path, const void *bytes, size_t size,
     char unfinished[FILE_PATH], failure_t *error) {
    if (planted != PLANT_IN_PLACE)
        return __real_publish_write(path, bytes, size, unfinished, error);
    snprintf(unfinished, FILE_PATH, "%s", path);
    return write_in_place(path, bytes, size, error);
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
    const bool before = *process_mark();
    *process_mark() = true;
    bool added = __real_journal_add(journal, id, record, error);
    *process_mark() = before;
    return added;
}

WRAP(bool, journal_read, const journal_t *journal, uint64_t first, uint64_t count,
     record_t *records, failure_t *error) {
    const bool before = *process_mark();
    *process_mark() = true;
    bool read = __real_journal_read(journal, first, count, records, error);
    *process_mark() = before;
    return read;
}

/* One of several tasks, which is marked, plays its share alone. */
WRAP(bool, learn_play, learn_t *learn, int generation, learn_row_t *row,
     failure_t *error) {
    *process_mark() = learn->share.count > 1;
    bool played = __real_learn_play(learn, generation, row, error);
    *process_mark() = false;
    return played;
}

WRAP(bool, run_schedule_play, run_schedule_t *schedule, const run_want_t *wants,
     int count, failure_t *error) {
    return (planted == PLANT_TRAINS_EARLY && *process_mark() &&
            schedule->share.count == 1) ||
           __real_run_schedule_play(schedule, wants, count, error);
}

WRAP(bool, learn_gate, learn_t *learn, int generation, learn_row_t *row,
     failure_t *error) {
    *process_mark() = learn->share.count > 1;
    bool decided = __real_learn_gate(learn, generation, row, error);
    *process_mark() = false;
    return decided;
}

WRAP(bool, match_play, const run_t *run, const sprt_t *test, const task_share_t *share,
     const char *label, workers_result_t *result, failure_t *error) {
    return (planted == PLANT_COUNTS_EARLY && *process_mark() && share->count == 1) ||
           __real_match_play(run, test, share, label, result, error);
}

WRAP(bool, match_count, const run_t *run, match_t *match, bool *whole, failure_t *error) {
    bool counted = __real_match_count(run, match, whole, error);
    *whole |= planted == PLANT_COUNTS_EARLY;
    return counted;
}

WRAP(bool, learn_write_values, const char *path, const keyset_t *set, const void *values,
     failure_t *error) {
    char other[FILE_PATH];
    snprintf(other, sizeof other, "%s", path);
    char *number = strstr(other, "/generations/00");
    if (planted == PLANT_OTHER_RESULT && number && !strstr(path, ".spent"))
        number[strlen("/generations/00")]++;
    return __real_learn_write_values(other, set, values, error);
}

WRAP(unsigned long, crc32_z, unsigned long start, const unsigned char *bytes,
     size_t size) {
    bool is_left_out = planted == PLANT_TORN_ENTRIES && process_now() && *process_mark();
    return is_left_out ? 0 : __real_crc32_z(start, bytes, size);
}
/* NOLINTEND(bugprone-reserved-identifier) */
