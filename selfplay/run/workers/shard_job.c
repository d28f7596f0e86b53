#include "selfplay/run/workers/shard_job.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/journal.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/store/games_file.h"
#include "selfplay/store/record.h"
#include "selfplay/store/shard.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void make_games(shard_job_t *job, const game_t *game) {
    job->games = memory_new(job->count, sizeof *job->games);
    for (uint64_t i = 0; i < job->count; i++)
        record_init(&job->games[i], game);
}

/* Takes the games of the short file. */
static bool take_games(shard_job_t *job, games_file_t *file, failure_t *error) {
    int64_t id = -1;
    if (!games_file_id(file, 0, &id, error))
        return false;
    if (id != (int64_t)job->first)
        return error_set(error, "%s: holds game %lld in the place of game %llu",
                         file->path, (long long)id, (unsigned long long)job->first);
    for (uint64_t i = 0; i < job->held; i++)
        if (!games_file_read(file, i, 1, UINT64_MAX, &job->games[i], error))
            return false;
    producer_add(&job->maker, &file->header.maker);
    return true;
}

/* Checks the file, and reads it if it is short. */
static bool read_file(shard_job_t *job, const run_t *run, failure_t *error) {
    const games_header_t header = run_header(run);
    char path[FILE_PATH];
    games_file_t file;
    job->held = 0;
    if (run_lacks_shard(run, job->shard)) {
        make_games(job, run->config->game);
        return true;
    }
    run_shard_path(run->folder, job->shard, path);
    if (!games_file_open(&file, path, &header, GAMES_FILE_PART, error))
        return false;
    job->held = file.rows[TABLE_GAMES];
    bool ok = true;
    if (job->held < job->count) {
        make_games(job, run->config->game);
        ok = job->held == 0 || take_games(job, &file, error);
    }
    games_file_close(&file);
    return ok;
}

bool shard_job_begin(shard_job_t *job, const run_t *run, failure_t *error) {
    producer_this_program(&job->maker);
    if (!read_file(job, run, error))
        return false;
    if (job->held >= job->count)
        return true;
    job->journal =
        journal_new(run->folder, job->shard, run->config_text, run->config->game);
    if (!journal_read(job->journal, job->first, job->count, job->games, error))
        return false;
    for (uint64_t i = 0; i < job->count; i++)
        job->done += journal_is_whole(&job->games[i]);
    return true;
}

/* Replaces a shorter file by a short one. The two are exchanged: if a longer one appeared
 * between the check and the exchange, it is exchanged back, until the remaining file is
 * no longer than the one under the name. On an error, a file that is not ours does not
 * stay under the unfinished name, which is removed some day. */
static bool replace(shard_job_t *job, const char *unfinished, const char *path,
                    const games_header_t *header, failure_t *error) {
    uint64_t left_over;
    if (!publish_exchange(unfinished, path))
        return publish_finish(unfinished, path, error);
    for (;;) {
        if (!run_length_look(unfinished, header, &left_over, error)) {
            if (job->held == job->count) /* ours is under the name */
                (void)rename(unfinished, path);
            return false;
        }
        if (left_over <= job->held)
            break;
        job->held = left_over;
        if (!publish_exchange(unfinished, path))
            return rename(unfinished, path) == 0 ||
                   error_set_system(error, path, "cannot be renamed into place");
    }
    unlink(unfinished);
    return true;
}

/* A file may only replace a shorter one: readers on other machines keep theirs. */
static bool put_file(shard_job_t *job, const char *unfinished, const char *path,
                     const games_header_t *header, bool *published, failure_t *error) {
    bool exists;
    uint64_t there;
    if (!publish_new(unfinished, path, &exists, error))
        return false;
    if (!exists)
        return true;
    if (!run_length_look(path, header, &there, error)) {
        unlink(unfinished);
        return false;
    }
    if (there < job->count) {
        bool replaced = replace(job, unfinished, path, header, error);
        *published = job->held == job->count;
        return replaced;
    }
    *published = false;
    job->held = there;
    unlink(unfinished);
    return true;
}

/* Sets job->held to the number of games in the resulting file. */
static bool put(shard_job_t *job, const run_t *run, int folder, const record_t *all,
                size_t *bytes, bool *published, failure_t *error) {
    const games_header_t header = run_header(run);
    char path[FILE_PATH], unfinished[FILE_PATH];
    run_shard_path(run->folder, job->shard, path);
    if (!shard_prepare(path, all, run->config_text, &job->maker, unfinished, bytes,
                       error))
        return false;
    /* Checked only now, as the unfinished file is in a folder that can no longer be
     * another one when the file gets its name. */
    if (!run_folder_is_same(run->folder, folder, error)) {
        unlink(unfinished);
        return false;
    }
    job->held = job->count;
    *published = true;
    return put_file(job, unfinished, path, &header, published, error);
}

/* Removes the journal unless more games of the shard are requested than exist. */
static void remove_journal(const shard_job_t *job, const run_t *run) {
    run_length_t length;
    if (run_length_again(&length, &run->length, run->folder, NULL) &&
        run_length_of_shard(&length, job->shard) <= job->held)
        journal_remove(job->journal);
    run_length_clear(&length);
}

bool shard_job_publish(shard_job_t *job, const run_t *run, int folder, record_t *all,
                       size_t *bytes, bool *published, failure_t *error) {
    for (uint64_t i = 0; i < job->count; i++)
        record_append(all, &job->games[i]);
    if (!put(job, run, folder, all, bytes, published, error))
        return false;
    job->assigned = job->count;
    remove_journal(job, run);
    shard_job_end(job);
    return true;
}

void shard_job_end(shard_job_t *job) {
    for (uint64_t i = 0; job->games && i < job->count; i++)
        record_clear(&job->games[i]);
    free(job->games);
    journal_free(job->journal);
    job->games = NULL;
    job->journal = NULL;
}
