#include "selfplay/run/run_trim.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/call_log.h"
#include "selfplay/run/journal.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"
#include "selfplay/store/shard.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- What there is ------------------------------------------------------------------ */

/* A process that plays would put back what is taken away. */
static bool check_idle(const char *folder, failure_t *error) {
    size_t count;
    call_entry_t *entries = call_log_read(folder, &count);
    bool is_idle = true;
    for (size_t i = 0; i < count && is_idle; i++)
        is_idle = entries[i].life != LIFE_PLAYING ||
                  error_set(error, "%s: is being played on %s (%s); stop that first",
                            folder, entries[i].host, entries[i].writer);
    free(entries);
    return is_idle;
}

static void count_beyond(run_trim_t *trim) {
    const run_folder_t *list = &trim->list;
    for (size_t i = 0; i < list->num_shards; i++) {
        char path[FILE_PATH];
        struct stat status;
        if (list->shards[i] < trim->num_shards)
            continue;
        run_shard_path(trim->run.folder, list->shards[i], path);
        trim->files++;
        trim->removed += run_shard_held(&trim->run, list->shards[i]);
        trim->bytes += stat(path, &status) == 0 ? (uint64_t)status.st_size : 0;
    }
    for (size_t i = 0; i < list->num_journals; i++)
        trim->journals += list->journals[i] >= trim->num_shards;
}

/* The games of the last shard that remain. */
static uint64_t last_count(const run_trim_t *trim) {
    return trim->games - run_shard_first(&trim->run, trim->shard);
}

bool run_trim_plan(run_trim_t *trim, const char *folder, uint64_t games,
                   failure_t *error) {
    *trim = (run_trim_t){0};
    REQUIRE(games > 0);
    if (!run_view_stored(&trim->run, folder, error) || !check_idle(folder, error) ||
        !run_folder_list(&trim->list, folder, error))
        return false;
    if (games % (uint64_t)trim->run.config->num_agents != 0)
        return error_set(
            error, "%s: is a match in pairs of games: games=%" PRIu64 " would divide one",
            folder, games);
    uint64_t size = trim->run.length.shard_games;
    trim->games = games;
    trim->num_shards = (games + size - 1) / size;
    count_beyond(trim);
    trim->shard = trim->num_shards - 1;
    if (!run_folder_has(&trim->list, trim->shard))
        return true;
    uint64_t held;
    if (!run_shard_read(&trim->run, trim->shard, &held))
        return error_set(error,
                         "%s: shard %" PRIu64 " cannot be read; see: fulcrum verify %s",
                         folder, trim->shard, folder);
    if (held > last_count(trim))
        trim->held = held;
    return true;
}

void run_trim_close(run_trim_t *trim) {
    run_folder_clear(&trim->list);
    run_close(&trim->run);
    *trim = (run_trim_t){0};
}

/* --- Taking away -------------------------------------------------------------------- */

/* Makes what replaces the last shard: its first games. */
static bool shorten(const run_trim_t *trim, const char *path, char unfinished[FILE_PATH],
                    failure_t *error) {
    const run_t *run = &trim->run;
    const games_header_t header = run_header(run);
    games_file_t file;
    record_t record;
    size_t bytes;
    if (!games_file_open(&file, path, &header, GAMES_FILE_WHOLE, error))
        return false;
    record_init(&record, file.header.game);
    bool ok = games_file_read(&file, 0, last_count(trim), UINT64_MAX, &record, error) &&
              shard_prepare(path, &record, run->config_text, &file.header.maker,
                            unfinished, &bytes, error);
    record_clear(&record);
    games_file_close(&file);
    return ok;
}

static bool remove_file(const char *path, failure_t *error) {
    return unlink(path) == 0 || errno == ENOENT ||
           error_set(error, "%s: cannot be removed: %s", path, strerror(errno));
}

/* The last one first: a run that lacks games at its end is valid. */
static bool remove_shards(const run_trim_t *trim, failure_t *error) {
    char path[FILE_PATH];
    for (size_t i = trim->list.num_shards; i-- > 0;)
        if (trim->list.shards[i] >= trim->num_shards) {
            run_shard_path(trim->run.folder, trim->list.shards[i], path);
            if (!remove_file(path, error))
                return false;
        }
    return publish_sync_name(path, error);
}

/* The largest first. */
static bool remove_lengths(const run_trim_t *trim, failure_t *error) {
    const run_length_t *length = &trim->run.length;
    char path[FILE_PATH];
    for (size_t i = length->num_requested; i-- > 0;)
        if (length->requested[i] > trim->games &&
            (!file_path(path, error, "%s/" RUN_FOLDER_GAMES "/%" PRIu64, trim->run.folder,
                        length->requested[i]) ||
             !remove_file(path, error)))
            return false;
    return file_path(path, error, "%s/" RUN_FOLDER_GAMES "/0", trim->run.folder) &&
           publish_sync_name(path, error);
}

static bool is_obsolete(void *context, uint64_t shard) {
    const run_trim_t *trim = context;
    return shard >= trim->num_shards || (shard == trim->shard && trim->held > 0);
}

/* The last shard is read first: if it is damaged, nothing is removed. */
bool run_trim_do(run_trim_t *trim, failure_t *error) {
    const char *folder = trim->run.folder;
    char path[FILE_PATH], unfinished[FILE_PATH];
    run_shard_path(folder, trim->shard, path);
    (void)publish_sweep(folder); /* of a call that was killed */
    if (trim->held > 0 && !shorten(trim, path, unfinished, error))
        return false;
    bool ok = run_length_store(&trim->run.length, folder, trim->games, error);
    if (ok)
        journal_sweep(folder, is_obsolete, trim);
    ok = ok && (trim->files == 0 || remove_shards(trim, error));
    if (trim->held > 0 && !ok)
        unlink(unfinished);
    return ok && (trim->held == 0 || publish_finish(unfinished, path, error)) &&
           remove_lengths(trim, error);
}
