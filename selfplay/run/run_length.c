#include "selfplay/run/run_length.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/number.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/games_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/* --- What was asked for ------------------------------------------------------------- */

static bool is_known(const run_length_t *length, uint64_t games) {
    for (size_t i = 0; i < length->num_requested; i++)
        if (length->requested[i] == games)
            return true;
    return false;
}

static void add(run_length_t *length, uint64_t games) {
    if (is_known(length, games))
        return;
    length->requested = memory_resize(length->requested, length->num_requested + 1,
                                      sizeof *length->requested);
    length->requested[length->num_requested++] = games;
    qsort(length->requested, length->num_requested, sizeof *length->requested,
          number_compare);
    length->games = length->requested[length->num_requested - 1];
}

static bool read_names(run_length_t *length, const char *folder, failure_t *error) {
    char path[FILE_PATH];
    file_names_t names;
    if (!file_path(path, error, "%s/" RUN_FOLDER_GAMES, folder))
        return false;
    if (!file_names_list(&names, path))
        return errno == ENOENT || errno == ENOTDIR ||
               error_set(error, "%s: cannot be read: %s", path, strerror(errno));
    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.of[i];
        long games;
        if (text_read_number(&name, RUN_MAX_GAMES, &games) && !*name && games > 0)
            add(length, (uint64_t)games);
    }
    file_names_clear(&names);
    return true;
}

/* Up to the end of the last shard. */
static void add_existing(run_length_t *length, const char *folder) {
    run_folder_t list;
    if (!run_folder_list(&list, folder, NULL))
        return;
    uint64_t last = list.num_shards > 0 ? list.shards[list.num_shards - 1] : 0;
    if (list.num_shards > 0 && last < RUN_MAX_GAMES / length->shard_games) {
        char path[FILE_PATH];
        uint64_t held;
        run_shard_path(folder, last, path);
        if (!run_length_look(path, NULL, &held, NULL) || held > length->shard_games)
            held = length->shard_games;
        if (last * length->shard_games + held > 0)
            add(length, last * length->shard_games + held);
        length->guessed = length->num_requested > 0;
    }
    run_folder_clear(&list);
}

bool run_length_read(run_length_t *length, const char *folder, uint64_t shard_games,
                     uint64_t also, failure_t *error) {
    REQUIRE(shard_games > 0);
    *length = (run_length_t){.shard_games = shard_games};
    if (!read_names(length, folder, error))
        return false;
    if (also > 0)
        add(length, also);
    if (length->num_requested == 0)
        add_existing(length, folder);
    return true;
}

bool run_length_again(run_length_t *now, const run_length_t *before, const char *folder,
                      failure_t *error) {
    *now = (run_length_t){.shard_games = before->shard_games, .guessed = before->guessed};
    for (size_t i = 0; i < before->num_requested; i++)
        add(now, before->requested[i]);
    return read_names(now, folder, error);
}

void run_length_clear(run_length_t *length) {
    free(length->requested);
    *length = (run_length_t){0};
}

static bool path_of(const char *folder, uint64_t games, char path[FILE_PATH],
                    failure_t *error) {
    return file_path(path, error, "%s/" RUN_FOLDER_GAMES "/%" PRIu64, folder, games);
}

static bool write_name(const char *folder, uint64_t games, failure_t *error) {
    char below[FILE_PATH], path[FILE_PATH];
    return path_of(folder, games, path, error) &&
           file_path(below, error, "%s/" RUN_FOLDER_GAMES, folder) &&
           publish_folder_below(folder, below, error) &&
           publish_sync_name(below, error) && publish_file(path, "", 0, error);
}

/* A name that exists may be lost with the power: whoever wrote it may have been killed,
 * or have failed, before it was synced. */
static bool sync_name(const char *folder, uint64_t games, failure_t *error) {
    char path[FILE_PATH];
    return path_of(folder, games, path, error) && publish_sync_name(path, error);
}

/* Stores a guess. */
static bool settle(run_length_t *length, const char *folder, failure_t *error) {
    if (length->guessed && !write_name(folder, length->games, error))
        return false;
    length->guessed = false;
    return true;
}

/* Smaller numbers with which no short shard can end need not be stored. */
bool run_length_request(run_length_t *length, const char *folder, uint64_t games,
                        failure_t *error) {
    const bool is_needed = games >= length->games || games % length->shard_games != 0;
    return settle(length, folder, error) &&
           ((!is_needed && !is_known(length, games)) ||
            run_length_store(length, folder, games, error));
}

bool run_length_store(run_length_t *length, const char *folder, uint64_t games,
                      failure_t *error) {
    if (!settle(length, folder, error))
        return false;
    if (is_known(length, games))
        return sync_name(folder, games, error);
    if (!write_name(folder, games, error))
        return false;
    add(length, games);
    return true;
}

/* --- Shards ------------------------------------------------------------------------- */

uint64_t run_length_of_shard(const run_length_t *length, uint64_t shard) {
    uint64_t size = length->shard_games, end = length->games;
    if (shard >= (end + size - 1) / size)
        return 0;
    return end - shard * size < size ? end - shard * size : size;
}

static bool ends_within(const run_length_t *length, uint64_t games, uint64_t shard) {
    return games % length->shard_games != 0 && games / length->shard_games == shard;
}

bool run_length_allows(const run_length_t *length, uint64_t shard, uint64_t games) {
    if (games == length->shard_games)
        return true;
    for (size_t i = 0; i < length->num_requested; i++)
        if (ends_within(length, length->requested[i], shard) &&
            length->requested[i] % length->shard_games == games)
            return true;
    return false;
}

bool run_length_held(const run_length_t *length, const char *path, uint64_t shard,
                     const games_header_t *header, uint64_t *held, failure_t *error) {
    size_t ends = 0;
    for (size_t i = 0; i < length->num_requested; i++)
        ends += ends_within(length, length->requested[i], shard);
    bool is_last = ends_within(length, length->games, shard);
    *held = is_last ? length->games % length->shard_games : length->shard_games;
    return ends == 0 || (ends == 1 && is_last) ||
           run_length_look(path, header, held, error);
}

bool run_length_look(const char *path, const games_header_t *header, uint64_t *held,
                     failure_t *error) {
    games_file_t file;
    if (!games_file_open(&file, path, header, GAMES_FILE_PART, error))
        return false;
    *held = file.rows[TABLE_GAMES];
    games_file_close(&file);
    return true;
}
