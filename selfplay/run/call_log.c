#include "selfplay/run/call_log.h"

#include "core/base/build_info.h"
#include "core/base/files/file.h"
#include "core/base/files/process_name.h"
#include "core/base/files/publish.h"
#include "core/base/json.h"
#include "core/base/plain_text.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int64_t most = 1000000000000000000; /* of any number; others are 0 */

void call_log_init(call_log_t *log, const char *run_folder, const char *task,
                   int threads) {
    *log = (call_log_t){.threads = threads, .started = time(NULL)};
    snprintf(log->folder, sizeof log->folder, "%s/calls", run_folder);
    snprintf(log->task, sizeof log->task, "%s", task);
    failure_t ignored;
    (void)publish_folder_below(run_folder, log->folder, &ignored);
    (void)publish_sweep(log->folder);
}

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

void call_log_write(const call_log_t *log, const call_counts_t *counts, const char *state,
                    const char *why) {
    char path[CALL_PATH + 160];
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "host", process_host());
    json_add_number(json, "process", getpid());
    add_job(json);
    cJSON_AddStringToObject(json, "task", log->task);
    cJSON_AddStringToObject(json, "program", build_program);
    json_add_number(json, "threads", log->threads);
    json_add_number(json, "started", log->started);
    json_add_number(json, "updated", time(NULL));
    cJSON_AddStringToObject(json, "state", state);
    cJSON_AddStringToObject(json, "why", why ? why : "");
    json_add_number(json, "seconds", counts->seconds);
    json_add_number(json, "games", counts->games);
    json_add_number(json, "decisions", counts->num_actions);
    json_add_number(json, "simulations", counts->simulations);
    json_add_number(json, "in_flight", counts->active_games);
    json_add_number(json, "files", counts->shards_made);
    char *text = json_text(json);
    failure_t ignored;
    snprintf(path, sizeof path, "%s/%s.json", log->folder, process_name());
    (void)publish_again(path, text, strlen(text), &ignored);
    free(text);
    cJSON_Delete(json);
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

static bool read_entry(const char *path, call_entry_t *entry) {
    failure_t ignored;
    char *text = file_read_text(path, &ignored);
    cJSON *json = text ? json_parse(text, path, &ignored) : NULL;
    bool ok = cJSON_IsObject(json);
    if (ok) {
        read_string(json, "host", entry->host, sizeof entry->host);
        read_string(json, "task", entry->task, sizeof entry->task);
        read_string(json, "state", entry->state, sizeof entry->state);
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
    }
    cJSON_Delete(json);
    free(text);
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
            continue; /* no JSON */
        snprintf(entry->writer, sizeof entry->writer, "%.*s", length, stem);
        *count += read_entry(path, entry);
    }
    file_names_clear(&names);
    qsort(entries, *count, sizeof *entries, by_start);
    return entries;
}
