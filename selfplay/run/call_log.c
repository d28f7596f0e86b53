#include "selfplay/run/call_log.h"

#include "core/base/build_info.h"
#include "core/base/files/process_name.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "core/base/plain_text.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const int64_t most = 1000000000000000000; /* of any number; others are 0 */

const char *const life_names[LIFE_COUNT] = {
    [LIFE_FAILED] = "failed",    [LIFE_DEAD] = "dead",    [LIFE_SILENT] = "silent",
    [LIFE_STOPPED] = "stopped",  [LIFE_NONE] = "no call", [LIFE_PLAYING] = "playing",
    [LIFE_FINISHED] = "finished"};

/* --- Writing ------------------------------------------------------------------------ */

/* "1234_5" if Slurm started the process. */
static void add_job(cJSON *json) {
    const char *array = getenv("SLURM_ARRAY_JOB_ID"), *job = getenv("SLURM_JOB_ID");
    const char *task = getenv("SLURM_ARRAY_TASK_ID");
    char text[32];
    if (array && task)
        snprintf(text, sizeof text, "%.14s_%.14s", array, task);
    else
        snprintf(text, sizeof text, "%.30s", job ? job : "");
    cJSON_AddStringToObject(json, "job", text);
}

void call_log_write(const call_log_t *log, const call_counts_t *counts, life_t life,
                    const char *why) {
    const call_counts_t *before = &log->before;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "host", process_host());
    json_add_number(json, "process", getpid());
    add_job(json);
    cJSON_AddStringToObject(json, "task", log->task);
    cJSON_AddStringToObject(json, "program", build_program);
    json_add_number(json, "threads", log->threads);
    json_add_number(json, "started", log->started);
    json_add_number(json, "updated", time(NULL));
    cJSON_AddStringToObject(json, "state", life_names[life]);
    cJSON_AddStringToObject(json, "why", why ? why : "");
    json_add_number(json, "seconds", before->seconds + counts->seconds);
    json_add_number(json, "games", before->games + counts->games);
    json_add_number(json, "decisions", before->num_actions + counts->num_actions);
    json_add_number(json, "simulations", before->simulations + counts->simulations);
    json_add_number(json, "in_flight", counts->active_games);
    json_add_number(json, "files", before->shards_made + counts->shards_made);
    char *text = json_lines(json);
    (void)publish_again(log->path, text, strlen(text), NULL);
    free(text);
}

/* --- Reading ------------------------------------------------------------------------ */

static void read_string(const cJSON *json, const char *key, char *text, size_t size) {
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
    plain_text_copy(text, size, value ? value : "", value ? strlen(value) : 0);
}

static int64_t read_number(const cJSON *json, const char *key) {
    int64_t number;
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    return json_integer(item, 0, most, &number) ? number : 0;
}

/* state: of the log. */
static life_t life_of(const call_entry_t *call, const char *state) {
    static const life_t told[] = {LIFE_FAILED, LIFE_STOPPED, LIFE_FINISHED};
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        if (strcmp(state, life_names[told[i]]) == 0)
            return told[i];
    if (process_is_gone(call->writer))
        return LIFE_DEAD;
    return difftime(time(NULL), (time_t)call->updated) > CALL_SILENT_S ? LIFE_SILENT
                                                                       : LIFE_PLAYING;
}

/* The writer is set. */
static bool read_entry(const char *path, call_entry_t *entry) {
    char state[16];
    cJSON *json = json_load(path, NULL);
    bool ok = json != NULL;
    if (ok) {
        read_string(json, "host", entry->host, sizeof entry->host);
        read_string(json, "task", entry->task, sizeof entry->task);
        read_string(json, "state", state, sizeof state);
        read_string(json, "job", entry->job, sizeof entry->job);
        read_string(json, "why", entry->why, sizeof entry->why);
        const cJSON *seconds = cJSON_GetObjectItemCaseSensitive(json, "seconds");
        int64_t threads = read_number(json, "threads");
        entry->started = read_number(json, "started");
        entry->updated = read_number(json, "updated");
        entry->threads = threads < INT_MAX ? (int)threads : INT_MAX;
        entry->counts = (call_counts_t){
            .games = (uint64_t)read_number(json, "games"),
            .num_actions = (uint64_t)read_number(json, "decisions"),
            .simulations = (uint64_t)read_number(json, "simulations"),
            .active_games = (uint64_t)read_number(json, "in_flight"),
            .shards_made = (uint64_t)read_number(json, "files"),
            .seconds = cJSON_IsNumber(seconds) && seconds->valuedouble >= 0 &&
                               seconds->valuedouble < (double)most
                           ? seconds->valuedouble
                           : 0};
        entry->life = life_of(entry, state);
    }
    cJSON_Delete(json);
    return ok;
}

static int by_start(const void *a, const void *b) {
    const call_entry_t *x = a, *y = b;
    return x->started != y->started ? (x->started < y->started ? -1 : 1)
                                    : strcmp(x->writer, y->writer);
}

call_entry_t *call_log_read(const char *run_folder, size_t *count) {
    char folder[FILE_PATH], path[FILE_PATH];
    file_names_t names = {0};
    *count = 0;
    if (file_path(folder, NULL, "%s/calls", run_folder))
        (void)file_names_list(&names, folder);
    call_entry_t *entries = memory_new(names.count + 1, sizeof *entries);
    for (size_t i = 0; i < names.count; i++) {
        int length;
        const char *stem = file_stem(names.of[i], &length);
        call_entry_t *entry = &entries[*count];
        if (!stem[length] || !file_path(path, NULL, "%s/%s", folder, names.of[i]))
            continue;                          /* no JSON */
        const char *last = strrchr(stem, '-'); /* a host's name may have dots */
        snprintf(entry->writer, sizeof entry->writer, "%.*s",
                 last ? (int)(last - stem) + (int)strcspn(last, ".") : length, stem);
        *count += read_entry(path, entry);
    }
    file_names_clear(&names);
    qsort(entries, *count, sizeof *entries, by_start);
    return entries;
}

call_counts_t call_log_total(const char *run_folder) {
    call_counts_t total = {0};
    size_t count;
    call_entry_t *calls = call_log_read(run_folder, &count);
    for (size_t i = 0; i < count; i++) {
        total.games += calls[i].counts.games;
        total.seconds += calls[i].counts.seconds;
    }
    free(calls);
    return total;
}

/* --- Beginning ---------------------------------------------------------------------- */

void call_log_init(call_log_t *log, const char *run_folder, const task_share_t *share,
                   int threads) {
    char folder[FILE_PATH], task[TASK_SHARE_TEXT + 8] = "";
    call_entry_t before = {0};
    *log = (call_log_t){.threads = threads, .started = time(NULL)};
    task_share_write(share, log->task);
    if (share->count > 1)
        snprintf(task, sizeof task, ".%" PRIu64 "of%" PRIu64, share->index, share->count);
    if (!file_path(folder, NULL, "%s/calls", run_folder) ||
        !file_path(log->path, NULL, "%s/%s%s.json", folder, process_name(), task))
        return;
    (void)publish_folder_below(run_folder, folder, NULL);
    (void)publish_sweep(folder);
    if (access(log->path, F_OK) == 0 && read_entry(log->path, &before)) {
        log->before = before.counts;
        log->started = before.started;
    }
}
