#include "selfplay/run/status.h"

#include "core/base/files/file.h"
#include "core/base/number.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/journal.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>

/* What exists of a shard. */
typedef struct holding {
    uint64_t shard, held;  /* the first member: see number_compare; those in its file */
    uint32_t whole, parts; /* in journals */
    uint64_t journal_bytes;
    bool is_unread; /* its file could not be read */
} holding_t;

typedef struct looking {
    status_t *status;
    const char *folder;
    run_t run;
    holding_t *shards; /* with any data, ascending once all are known */
    size_t num_shards, capacity;
} looking_t;

/* --- What is there ------------------------------------------------------------------ */

static holding_t *add_shard(looking_t *looking, uint64_t shard) {
    looking->shards = memory_grow(looking->shards, &looking->capacity,
                                  looking->num_shards + 1, sizeof *looking->shards);
    holding_t *holding = &looking->shards[looking->num_shards++];
    *holding = (holding_t){.shard = shard};
    return holding;
}

static bool note_shards(looking_t *looking, failure_t *error) {
    run_folder_t list;
    if (!run_folder_list(&list, looking->folder, error))
        return false;
    for (size_t i = 0; i < list.num_shards; i++)
        if (list.shards[i] < looking->run.num_shards) {
            holding_t *holding = add_shard(looking, list.shards[i]);
            holding->is_unread =
                !run_shard_read(&looking->run, list.shards[i], &holding->held);
            if (holding->is_unread)
                holding->held = 0;
        }
    run_folder_clear(&list);
    return true;
}

static void note_journal(void *context, uint64_t shard, const journal_count_t *count) {
    looking_t *looking = context;
    if (shard >= looking->run.num_shards)
        return;
    holding_t *holding = add_shard(looking, shard);
    holding->whole = (uint32_t)count->whole;
    holding->parts = (uint32_t)count->parts;
    holding->journal_bytes = count->bytes;
}

/* Combines the entries of a shard's file and of its journals. */
static void join_shards(looking_t *looking) {
    holding_t *shards = looking->shards;
    size_t kept = 0;
    if (looking->num_shards > 0)
        qsort(shards, looking->num_shards, sizeof *shards, number_compare);
    for (size_t i = 0; i < looking->num_shards; i++) {
        if (kept == 0 || shards[kept - 1].shard != shards[i].shard) {
            shards[kept++] = shards[i];
            continue;
        }
        holding_t *into = &shards[kept - 1];
        into->held += shards[i].held; /* the other has none */
        into->is_unread |= shards[i].is_unread;
        into->whole += shards[i].whole;
        into->parts += shards[i].parts;
        into->journal_bytes += shards[i].journal_bytes;
    }
    looking->num_shards = kept;
}

/* The count of a share before any of its shards is added. */
static status_count_t empty_count(const run_t *run, task_share_t share) {
    uint64_t files = run->num_shards, index = share.index;
    uint64_t games = run_games_of(run, index, files, share.count);
    return (status_count_t){.files =
                                index < files ? (files - 1 - index) / share.count + 1 : 0,
                            .games = games,
                            .missing = games};
}

static void add_holding(status_count_t *count, const run_t *run,
                        const holding_t *holding) {
    uint64_t games = run_shard_count(run, holding->shard);
    uint64_t held = holding->held < games ? holding->held : games;
    count->files_there += held == games;
    count->in_files += held;
    count->missing -= held;
    count->files_unread += holding->is_unread;
    if (held == games)
        return;
    /* Journals may still have games that a short file holds. */
    uint64_t whole = holding->whole < games - held ? holding->whole : games - held;
    count->in_journals += whole;
    count->missing -= whole;
    count->parts += holding->parts;
    count->journal_bytes += holding->journal_bytes;
}

static status_count_t count_share(const looking_t *looking, task_share_t share) {
    status_count_t count = empty_count(&looking->run, share);
    for (size_t i = 0; i < looking->num_shards; i++)
        if (task_share_has(&share, looking->shards[i].shard))
            add_holding(&count, &looking->run, &looking->shards[i]);
    return count;
}

/* The total size of all files, or an extrapolation from a sample. */
static void measure_files(const looking_t *looking) {
    status_t *status = looking->status;
    uint64_t there = 0, seen = 0, measured = 0, bytes = 0;
    char path[FILE_PATH];
    struct stat file;
    for (size_t i = 0; i < looking->num_shards; i++)
        there += looking->shards[i].held > 0 &&
                 task_share_has(&status->share, looking->shards[i].shard);
    if (there == 0)
        return;
    uint64_t wanted = there < STATUS_SAMPLE ? there : STATUS_SAMPLE;
    for (size_t i = 0; i < looking->num_shards; i++) {
        uint64_t shard = looking->shards[i].shard;
        if (looking->shards[i].held == 0 || !task_share_has(&status->share, shard))
            continue;
        bool due = seen * wanted / there != (seen + 1) * wanted / there;
        seen++;
        run_shard_path(looking->folder, shard, path);
        if (due && stat(path, &file) == 0) {
            bytes += (uint64_t)file.st_size;
            measured++;
        }
    }
    status->sampled = wanted < there;
    status->file_bytes =
        measured ? (uint64_t)((double)bytes / (double)measured * (double)there) : 0;
}

static void measure_disk(const looking_t *looking) {
    struct statvfs disk;
    if (statvfs(looking->folder, &disk) == 0)
        looking->status->free_bytes = (uint64_t)disk.f_bavail * disk.f_frsize;
}

/* --- Who plays ---------------------------------------------------------------------- */

/* The share in a process's log. */
static task_share_t share_of(const call_entry_t *call) {
    task_share_t share;
    return task_share_read(call->task, &share) ? share : TASK_SHARE_ALL;
}

/* The row of a process: the array's tasks in order, others by name. */
static status_task_t *task_of(looking_t *looking, const call_entry_t *call,
                              uint64_t array) {
    status_t *status = looking->status;
    task_share_t share = share_of(call);
    if (array > 1 && share.count == array)
        return &status->tasks[share.index];
    for (size_t i = array > 1 ? array : 0; i < status->num_tasks; i++)
        if (strcmp(status->tasks[i].name, call->task) == 0)
            return &status->tasks[i];
    status->tasks =
        memory_resize(status->tasks, status->num_tasks + 1, sizeof *status->tasks);
    status_task_t *task = &status->tasks[status->num_tasks++];
    *task = (status_task_t){.count = count_share(looking, share), .life = LIFE_NONE};
    memcpy(task->name, call->task, sizeof task->name);
    return task;
}

static void add_call(looking_t *looking, size_t i, uint64_t array) {
    status_t *status = looking->status;
    const call_entry_t *call = &status->calls[i];
    status_task_t *task = task_of(looking, call, array);
    task->calls++;
    task->latest = i;
    task->life = call->life;
    if (task->life != LIFE_PLAYING)
        return;
    double rate =
        call->counts.seconds > 0 ? (double)call->counts.games / call->counts.seconds : 0;
    task->rate += rate;
    task->active_games += call->counts.active_games;
    status->rate += rate;
    status->active_games += call->counts.active_games;
    status->threads += (uint64_t)call->threads;
    status->playing++;
}

/* A row for each task of the latest array, started or not. */
static uint64_t make_array(looking_t *looking) {
    status_t *status = looking->status;
    uint64_t array = 1;
    for (size_t i = status->num_calls; i > 0 && array == 1; i--)
        array = share_of(&status->calls[i - 1]).count;
    if (array < 2 || array > looking->run.num_shards)
        return 1;
    status->num_tasks = array;
    status->tasks = memory_new(array, sizeof *status->tasks);
    for (uint64_t i = 0; i < array; i++) {
        task_share_t share = {i, array};
        task_share_write(&share, status->tasks[i].name);
        status->tasks[i].count = empty_count(&looking->run, share);
        status->tasks[i].life = LIFE_NONE;
    }
    for (size_t i = 0; i < looking->num_shards; i++)
        add_holding(&status->tasks[looking->shards[i].shard % array].count, &looking->run,
                    &looking->shards[i]);
    return array;
}

static void read_calls(looking_t *looking) {
    status_t *status = looking->status;
    status->calls = call_log_read(looking->folder, &status->num_calls);
    uint64_t array = make_array(looking);
    for (size_t i = 0; i < status->num_calls; i++)
        add_call(looking, i, array);
    for (size_t i = 0; i < status->num_tasks; i++)
        if (status->tasks[i].count.files_there == status->tasks[i].count.files)
            status->tasks[i].life = LIFE_FINISHED;
}

/* --- All of it ---------------------------------------------------------------------- */

/* What follows from the rest. */
static void conclude(status_t *status) {
    const status_count_t *count = &status->count;
    status->complete = count->files_there == count->files;
    status->seconds_left =
        status->work_rate > 0 ? status->work_left / status->work_rate : nan("");
    status->bytes_needed = count->in_files > 0
                               ? (double)status->file_bytes / (double)count->in_files *
                                     (double)(count->games - count->in_files)
                               : nan("");
}

bool status_read(status_t *status, const char *folder, task_share_t share,
                 failure_t *error) {
    looking_t looking = {.status = status, .folder = folder};
    *status = (status_t){.share = share, .now = (int64_t)time(NULL)};
    if (!run_view_stored(&looking.run, folder, error))
        return false;
    uint64_t files = looking.run.num_shards;
    bool ok = share.index < files ||
              error_set(error,
                        "%s: none of the run's %llu file%s is in the share of "
                        "this --task",
                        folder, (unsigned long long)files, TEXT_PLURAL(files));
    /* Journals first: games that move from there to a file meanwhile are seen in both. */
    const run_t *run = &looking.run;
    ok = ok &&
         journal_survey(folder, run->config_text, run->config->game, note_journal,
                        &looking, error) &&
         note_shards(&looking, error);
    if (ok) {
        join_shards(&looking);
        status->count = count_share(&looking, share);
        measure_files(&looking);
        measure_disk(&looking);
        read_calls(&looking);
        double weight = (double)run_config_game_weight(looking.run.config);
        status->work_left = weight * (double)status->count.missing;
        status->work_rate = weight * status->rate;
        conclude(status);
    }
    free(looking.shards);
    run_close(&looking.run);
    return ok;
}

void status_clear(status_t *status) {
    free(status->calls);
    free(status->tasks);
    *status = (status_t){0};
}

void status_add(status_t *total, const status_t *status) {
    const status_count_t *count = &status->count;
    total->count.games += count->games;
    total->count.missing += count->missing;
    total->count.in_files += count->in_files;
    total->count.in_journals += count->in_journals;
    total->count.parts += count->parts;
    total->count.files += count->files;
    total->count.files_there += count->files_there;
    total->count.files_unread += count->files_unread;
    total->count.journal_bytes += count->journal_bytes;
    total->active_games += status->active_games;
    total->threads += status->threads;
    total->playing += status->playing;
    total->rate += status->rate;
    total->work_left += status->work_left;
    total->work_rate += status->work_rate;
    total->file_bytes += status->file_bytes;
    if (status->free_bytes > 0) /* of a run that is there */
        total->free_bytes = status->free_bytes;
    total->sampled |= status->sampled;
    conclude(total);
}
