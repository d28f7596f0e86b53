/* fulcrum status: the progress of a run, during the run or afterwards. */
#include "core/base/clock.h"
#include "core/base/duration.h"
#include "core/base/json.h"
#include "core/base/memory_stream.h"
#include "core/base/text.h"
#include "core/base/text_layout.h"
#include "core/cli/cli.h"
#include "core/terminal/terminal.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/run/status.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct call {
    cli_words_t words;
    const char *task;
    bool watch, json, calls;
} call_t;

enum {
    MAX_ROWS = 40, /* of the table of tasks */
    MAX_FAILURES = 5
};
#define LINE_S 30.0 /* between two lines of --watch without a terminal */

static const option_t options[] = {
    OPTION_FLAG("watch", 'w', call_t, watch,
                "Refresh until the run is complete or a key is pressed; without a "
                "terminal, print a line every half minute"),
    CLI_OPTION_JSON(call_t, json, "Print one JSON object"),
    OPTION_FLAG("calls", 0, call_t, calls,
                "List every process, not only the latest of each task"),
    OPTION_TEXT("task", 0, "I/N", call_t, task,
                "Only the files of task I of N, counted from 0"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    return !(call->watch && call->json) ||
           error_set(error, "--watch and --json exclude each other");
}

/* --- For people --------------------------------------------------------------------- */

/* "1.23 GB" */
static const char *bytes_text(double bytes, char text[32]) {
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    int unit = 0;
    for (; bytes >= 1000 && unit < 4; unit++)
        bytes /= 1000;
    snprintf(text, 32, unit == 0 || bytes >= 100 ? "%.0f %s" : "%.1f %s", bytes,
             units[unit]);
    return text;
}

static const char *left_text(double seconds, char text[DURATION_TEXT]) {
    if (seconds < 0)
        snprintf(text, DURATION_TEXT, "-");
    else
        duration_write(seconds < 1e9 ? seconds : 1e9, text);
    return text;
}

static void print_totals(const status_t *status, const char *folder, FILE *out) {
    const status_count_t *count = &status->count;
    uint64_t done = count->in_files + count->in_journals;
    fprintf(out,
            "%s: %llu of %llu game%s done (%.1f %%), %llu in progress, %llu missing\n",
            folder, (unsigned long long)done, (unsigned long long)count->games,
            TEXT_PLURAL(count->games), 100.0 * (double)done / (double)count->games,
            (unsigned long long)status->active_games,
            (unsigned long long)status_missing(count));
    fprintf(out, "  %-8s %llu of %llu%s", "files", (unsigned long long)count->files_there,
            (unsigned long long)count->files,
            status_is_complete(count) ? ": complete" : "");
    if (count->in_journals + count->parts > 0)
        fprintf(out, "; in journals %llu complete game%s and parts of %llu",
                (unsigned long long)count->in_journals, TEXT_PLURAL(count->in_journals),
                (unsigned long long)count->parts);
    if (count->files_unread > 0)
        fprintf(out, "; %llu unreadable and not counted, see: fulcrum verify %s",
                (unsigned long long)count->files_unread, folder);
    fputc('\n', out);
}

static void print_rate(const status_t *status, FILE *out) {
    char left[DURATION_TEXT];
    if (status_is_complete(&status->count))
        return;
    fprintf(out, "  %-8s ", "rate");
    if (status->playing == 0)
        fprintf(out, "no process is playing\n");
    else if (status->rate <= 0)
        fprintf(out, "not known yet: %llu process%s, %llu thread%s\n",
                (unsigned long long)status->playing, status->playing == 1 ? "" : "es",
                (unsigned long long)status->threads, TEXT_PLURAL(status->threads));
    else
        fprintf(out,
                "%.2f games per second, %llu process%s, %llu thread%s; about %s left\n",
                status->rate, (unsigned long long)status->playing,
                status->playing == 1 ? "" : "es", (unsigned long long)status->threads,
                TEXT_PLURAL(status->threads),
                left_text(status_seconds_left(&status->count, status->rate), left));
}

static void print_disk(const status_t *status, FILE *out) {
    char used[32], journals[32], needed[32], available[32];
    double more = status_bytes_needed(status);
    fprintf(out, "  %-8s %s%s in files, %s in journals; ", "disk",
            status->sampled ? "about " : "", bytes_text((double)status->file_bytes, used),
            bytes_text((double)status->count.journal_bytes, journals));
    if (more < 0)
        fprintf(out, "space needed is not known before the first file");
    else
        fprintf(out, "about %s more needed", bytes_text(more, needed));
    fprintf(out, ", %s free%s\n", bytes_text((double)status->free_bytes, available),
            more > (double)status->free_bytes ? ": NOT ENOUGH" : "");
}

static void print_call_columns(const status_t *status, size_t i, life_t life, FILE *out) {
    const call_entry_t *call = &status->calls[i];
    char ago[DURATION_TEXT];
    int64_t age = status->now > call->updated ? status->now - call->updated : 0;
    duration_write((double)age, ago);
    fprintf(out, "%-8s %8s %-10s %-7s", life_names[life], ago, call->host,
            *call->job ? call->job : "-");
}

static void print_task(const status_t *status, const status_task_t *task, FILE *out) {
    char games[48], left[DURATION_TEXT];
    snprintf(games, sizeof games, "%llu/%llu",
             (unsigned long long)(task->count.in_files + task->count.in_journals),
             (unsigned long long)task->count.games);
    fprintf(out, "  %-7s %11s %5zu ", *task->name ? task->name : "all", games,
            task->calls);
    if (task->calls == 0) {
        fprintf(out, "%s\n", life_names[task->life]);
        return;
    }
    print_call_columns(status, task->latest, task->life, out);
    if (task->rate > 0)
        fprintf(out, " %7.2f %s", task->rate,
                left_text(status_seconds_left(&task->count, task->rate), left));
    fputc('\n', out);
}

/* Worst states first, up to MAX_ROWS. */
static void print_tasks(const status_t *status, FILE *out) {
    size_t shown = 0;
    if (status->num_tasks == 0)
        return;
    fprintf(out, "  %-7s %11s %5s %-8s %8s %-10s %-7s %7s %s\n", "task", "games", "calls",
            "state", "seen ago", "host", "job", "games/s", "left");
    for (life_t life = 0; life < LIFE_COUNT; life++)
        for (size_t i = 0; i < status->num_tasks; i++)
            if (status->tasks[i].life == life && shown++ < MAX_ROWS)
                print_task(status, &status->tasks[i], out);
    if (shown > MAX_ROWS)
        fprintf(out, "  ... and %zu more task%s, none of them in a worse state\n",
                shown - MAX_ROWS, TEXT_PLURAL(shown - MAX_ROWS));
}

/* Whether the task of a failed process has been resumed or finished by another. */
static bool is_mended(const status_t *status, size_t i) {
    for (size_t k = 0; k < status->num_tasks; k++)
        if (strcmp(status->tasks[k].name, status->calls[i].task) == 0)
            return status->tasks[k].latest > i || status->tasks[k].life == LIFE_FINISHED;
    return false;
}

static void print_failures(const status_t *status, FILE *out) {
    size_t shown = 0, mended = 0;
    for (size_t i = status->num_calls; i > 0; i--) {
        const call_entry_t *call = &status->calls[i - 1];
        if (status->lives[i - 1] != LIFE_FAILED)
            continue;
        if (is_mended(status, i - 1)) {
            mended++;
            continue;
        }
        if (shown++ < MAX_FAILURES)
            fprintf(out, "  failed: task %s on %s: %s\n",
                    *call->task ? call->task : "all", call->host, call->why);
    }
    if (shown > MAX_FAILURES)
        fprintf(out, "  ... and %zu more failure%s; see --calls\n", shown - MAX_FAILURES,
                TEXT_PLURAL(shown - MAX_FAILURES));
    if (mended > 0)
        fprintf(out, "  %zu earlier process%s failed; %s been resumed\n", mended,
                mended == 1 ? "" : "es",
                mended == 1 ? "its task has" : "their tasks have");
}

static void print_calls(const status_t *status, FILE *out) {
    fprintf(out, "  %-16s %-7s %7s %-8s %8s %-10s %-7s %7s\n", "begun", "task", "games",
            "state", "seen ago", "host", "job", "seconds");
    for (size_t i = 0; i < status->num_calls; i++) {
        const call_entry_t *call = &status->calls[i];
        time_t started = (time_t)call->started;
        struct tm local;
        char begun[32];
        localtime_r(&started, &local);
        strftime(begun, sizeof begun, "%Y-%m-%d %H:%M", &local);
        fprintf(out, "  %-16s %-7s %7llu ", begun, *call->task ? call->task : "all",
                (unsigned long long)call->counts.games);
        print_call_columns(status, i, status->lives[i], out);
        fprintf(out, " %7.0f\n", call->counts.seconds);
        if (*call->why)
            text_print_wrapped(out, call->why, 0, 4);
    }
}

static void print_text(const call_t *call, const status_t *status, FILE *out) {
    print_totals(status, call->words.words[0], out);
    print_rate(status, out);
    print_disk(status, out);
    if (call->calls)
        print_calls(status, out);
    else
        print_tasks(status, out);
    print_failures(status, out);
}

/* --- For programs ------------------------------------------------------------------- */

static void add_count(cJSON *json, const status_count_t *count) {
    json_add_number(json, "games", count->games);
    json_add_number(json, "games_in_files", count->in_files);
    json_add_number(json, "games_in_journals", count->in_journals);
    json_add_number(json, "games_in_parts", count->parts);
    json_add_number(json, "games_missing", status_missing(count));
    json_add_number(json, "files", count->files);
    json_add_number(json, "files_there", count->files_there);
    json_add_number(json, "files_unread", count->files_unread);
    json_add_number(json, "journal_bytes", count->journal_bytes);
}

/* Adds a value; unknown (negative) ones as null. */
static void add_known(cJSON *json, const char *key, double value) {
    if (value < 0)
        cJSON_AddNullToObject(json, key);
    else
        json_add_number(json, key, value);
}

static cJSON *call_as_json(const status_t *status, size_t i) {
    const call_entry_t *call = &status->calls[i];
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "task", call->task);
    cJSON_AddStringToObject(json, "state", life_names[status->lives[i]]);
    cJSON_AddStringToObject(json, "why", call->why);
    cJSON_AddStringToObject(json, "host", call->host);
    cJSON_AddStringToObject(json, "job", call->job);
    json_add_number(json, "threads", call->threads);
    json_add_number(json, "started", call->started);
    json_add_number(json, "updated", call->updated);
    json_add_number(json, "seconds", call->counts.seconds);
    json_add_number(json, "games", call->counts.games);
    json_add_number(json, "in_flight", call->counts.active_games);
    return json;
}

static cJSON *task_as_json(const status_t *status, const status_task_t *task) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "task", task->name);
    cJSON_AddStringToObject(json, "state", life_names[task->life]);
    add_count(json, &task->count);
    json_add_number(json, "in_flight", task->active_games);
    json_add_number(json, "calls", task->calls);
    json_add_number(json, "games_per_second", task->rate);
    if (task->calls > 0)
        cJSON_AddItemToObject(json, "latest", call_as_json(status, task->latest));
    return json;
}

static void print_json(const call_t *call, const status_t *status) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "path", call->words.words[0]);
    cJSON_AddBoolToObject(json, "complete", status_is_complete(&status->count));
    add_count(json, &status->count);
    json_add_number(json, "in_flight", status->active_games);
    json_add_number(json, "games_per_second", status->rate);
    add_known(json, "seconds_left", status_seconds_left(&status->count, status->rate));
    json_add_number(json, "file_bytes", status->file_bytes);
    cJSON_AddBoolToObject(json, "file_bytes_sampled", status->sampled);
    add_known(json, "bytes_needed", status_bytes_needed(status));
    json_add_number(json, "bytes_free", status->free_bytes);
    cJSON *tasks = cJSON_AddArrayToObject(json, "tasks");
    for (size_t i = 0; i < status->num_tasks; i++)
        cJSON_AddItemToArray(tasks, task_as_json(status, &status->tasks[i]));
    cJSON *calls = call->calls ? cJSON_AddArrayToObject(json, "calls") : NULL;
    for (size_t i = 0; calls && i < status->num_calls; i++)
        cJSON_AddItemToArray(calls, call_as_json(status, i));
    json_print_line(json, stdout);
}

/* --- The call ----------------------------------------------------------------------- */

static void draw(const call_t *call, const status_t *status) {
    char *text;
    size_t size;
    FILE *out = memory_stream_open(&text, &size);
    print_text(call, status, out);
    memory_stream_close(out);
    terminal_draw(text);
    free(text);
}

/* Waits between two refreshes; false: a key or a signal ends the watch. If reading a
 * large folder on a busy file system is slow, the pause is longer. */
static bool rest(const terminal_t *terminal, double looked_s) {
    double seconds = !terminal->open ? LINE_S : 20 * looked_s > 2 ? 20 * looked_s : 2;
    double end = clock_seconds() + seconds;
    while (clock_seconds() < end) {
        if (terminal_interrupted() || terminal_key(terminal))
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    return true;
}

/* Leaves the last state in *status; false on an error. */
static bool watch(const call_t *call, task_share_t share, status_t *status,
                  failure_t *error) {
    terminal_t terminal;
    terminal_catch_signals();
    terminal_open(&terminal);
    for (;;) {
        double start = clock_seconds();
        if (!status_read(status, call->words.words[0], share, error)) {
            terminal_close(&terminal);
            return false;
        }
        if (terminal.open) {
            draw(call, status);
        } else {
            print_totals(status, call->words.words[0], stdout);
            fflush(stdout);
        }
        if (status_is_complete(&status->count) ||
            !rest(&terminal, clock_seconds() - start))
            break;
        status_clear(status);
    }
    terminal_close(&terminal);
    return true;
}

static int run(void *data) {
    const call_t *call = data;
    task_share_t share = TASK_SHARE_ALL;
    status_t status;
    failure_t error;
    if (call->task && !task_share_read(call->task, &share, &error))
        return cli_fail(&error);
    if (!(call->watch ? watch(call, share, &status, &error)
                      : status_read(&status, call->words.words[0], share, &error)))
        return cli_fail(&error);
    if (call->json)
        print_json(call, &status);
    else
        print_text(call, &status, stdout);
    bool complete = status_is_complete(&status.count);
    status_clear(&status);
    int written = cli_finish_output();
    return written != EXIT_DONE ? written : complete ? EXIT_DONE : EXIT_ANSWER_NO;
}

const command_t status_command = {
    .name = "status",
    .summary = "show the progress of a run",
    .description = "Show the progress of a run: games done, in progress and missing, per "
                   "task; rate, time left, disk used and needed; when each task was last "
                   "seen; what failed, and why. Works from any machine that sees the "
                   "folder, also while the run is being played, and changes nothing.",
    .notes = "A task is silent if it has given no sign of life for a minute and a half, "
             "and dead if its process ran on this machine and no longer exists.",
    .statuses = {[0] = "the run is complete", [1] = "the run is incomplete"},
    .arguments = {ARGUMENT("RUN", WORD_FOLDER, 1, 1, call_t, words,
                           "no run given: use its folder")},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .check = check,
    .run = run,
};
