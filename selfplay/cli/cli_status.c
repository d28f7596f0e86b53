/* fulcrum status: the progress of a run or a sweep, meanwhile or afterwards. */
#include "core/base/clock.h"
#include "core/base/files/file.h"
#include "core/base/files/process_name.h"
#include "core/base/memory_stream.h"
#include "core/base/table/result.h"
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "core/terminal/terminal.h"
#include "selfplay/cli/play_options.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/status.h"
#include "selfplay/run/sweep.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef struct call {
    cli_words_t words;
    task_share_t share;
    const char *on_complete;
    bool watch, calls;
    cli_form_t form;
} call_t;

enum {
    MAX_ROWS = 40, /* of the table of tasks */
    FEW_TASKS = 8, /* so many are all in the table, from the start to the end */
    MAX_FAILURES = 5
};
#define LINE_S 30.0 /* between two lines of --watch without a terminal */

static const option_t options[] = {
    OPTION_FLAG("watch", 'w', call_t, watch,
                "Refresh until the run is complete or a key is pressed; without a "
                "terminal or with --json, print a line every half minute"),
    OPTION_TEXT("on-complete", 0, "COMMAND", call_t, on_complete,
                "With --watch: run COMMAND by sh once the run is complete, as in "
                "--on-complete=\"mail -s done me </dev/null\""),
    OPTION_FLAG("calls", 0, call_t, calls,
                "List every process, not only the latest of each task"),
    OPTION_TASK(call_t, share, "Only the files of task I of N, counted from 0"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    return (!(call->watch && call->form.csv) ||
            error_set(error, "--watch excludes --csv")) &&
           (!call->on_complete || call->watch ||
            error_set(error, "--on-complete needs --watch"));
}

/* What is there at some time. */
typedef struct reading {
    result_t *result; /* its first part is a sentence with the totals */
    bool complete;
} reading_t;

/* --- What it answers ---------------------------------------------------------------- */

#define STATUS(field) FIGURE_FIELD(status_t, field)
static const figure_column_t run_columns[] = {
    {FIGURE_YES_NO, "complete", "Complete", NULL, STATUS(complete),
     .flags = FIGURE_DETAIL},
    {FIGURE_COUNT, "games", "Games", NULL, STATUS(count.games), .flags = FIGURE_DATA},
    {FIGURE_COUNT, "games_missing", "Missing", NULL, STATUS(count.missing),
     .flags = FIGURE_DATA},
    {FIGURE_COUNT, "in_flight", "In progress", NULL, STATUS(active_games),
     .flags = FIGURE_DATA},
    {FIGURE_COUNT, "files_there", "Complete files", NULL, STATUS(count.files_there),
     .flags = FIGURE_DETAIL},
    {FIGURE_COUNT, "files", "of", NULL, STATUS(count.files), .flags = FIGURE_DETAIL},
    {FIGURE_COUNT, "files_unread", "Unreadable files", "See fulcrum verify.",
     STATUS(count.files_unread), FIGURE_IF(status_t, count.files_unread)},
    {FIGURE_COUNT, "games_in_files", "Games in files", NULL, STATUS(count.in_files),
     .flags = FIGURE_DATA},
    {FIGURE_COUNT, "games_in_journals", "Games in journals", NULL,
     STATUS(count.in_journals), .flags = FIGURE_DETAIL},
    {FIGURE_COUNT, "games_in_parts", "Parts of games there", NULL, STATUS(count.parts),
     .flags = FIGURE_DETAIL},
    {FIGURE_COUNT, "processes", "Processes playing", NULL, STATUS(playing)},
    {FIGURE_COUNT, "threads", "Threads", NULL, STATUS(threads), .flags = FIGURE_DETAIL},
    {FIGURE_NUMBER, "games_per_second", "Games/s", NULL, STATUS(rate),
     FIGURE_IF(status_t, playing)},
    {FIGURE_SECONDS, "seconds_left", "Time left", NULL, STATUS(seconds_left)},
    {FIGURE_BYTES, "file_bytes", "Disk used", NULL, STATUS(file_bytes)},
    {FIGURE_YES_NO, "file_bytes_sampled", "From a sample", NULL, STATUS(sampled),
     .flags = FIGURE_DETAIL},
    {FIGURE_BYTES, "journal_bytes", "In journals", NULL, STATUS(count.journal_bytes),
     .flags = FIGURE_DETAIL},
    {FIGURE_BYTES, "bytes_needed", "Disk needed", NULL, STATUS(bytes_needed)},
    {FIGURE_BYTES, "bytes_free", "Disk free", NULL, STATUS(free_bytes)},
};

/* A task, with its latest process, or a process. */
typedef struct line {
    const char *task, *state, *why, *host, *job;
    char begun[32];
    uint64_t games, wanted, calls, threads, active_games;
    double age, rate, left, seconds;
} line_t;

#define LINE(field) FIGURE_FIELD(line_t, field)
static const figure_column_t line_columns[] = {
    {FIGURE_WORD, "begun", "Begun", NULL, LINE(begun)},
    {FIGURE_WORD, "task", "Task", NULL, LINE(task)},
    {FIGURE_COUNT, "games", "Games", NULL, LINE(games)},
    {FIGURE_COUNT, "games_wanted", "of", NULL, LINE(wanted), FIGURE_IF(line_t, wanted)},
    {FIGURE_COUNT, "calls", "Calls", NULL, LINE(calls), FIGURE_IF(line_t, wanted)},
    {FIGURE_WORD, "state", "State", NULL, LINE(state)},
    {FIGURE_SECONDS, "seen_ago", "Seen ago", NULL, LINE(age)},
    {FIGURE_WORD, "host", "Host", NULL, LINE(host)},
    {FIGURE_WORD, "job", "Job", "Of the batch system.", LINE(job)},
    {FIGURE_COUNT, "threads", "Threads", NULL, LINE(threads), .flags = FIGURE_DATA},
    {FIGURE_COUNT, "in_flight", "In progress", NULL, LINE(active_games),
     .flags = FIGURE_DATA},
    {FIGURE_NUMBER, "seconds", "Seconds", NULL, LINE(seconds)},
    {FIGURE_NUMBER, "games_per_second", "Games/s", NULL, LINE(rate)},
    {FIGURE_SECONDS, "seconds_left", "Left", NULL, LINE(left)},
    {FIGURE_WORD, "why", "Failure", NULL, LINE(why)},
};

static const char *word(const char *text) {
    return *text ? text : NULL;
}

static line_t line_of_call(const status_t *status, size_t i) {
    const call_entry_t *call = &status->calls[i];
    time_t started = (time_t)call->started;
    struct tm local;
    line_t line = {.task = *call->task ? call->task : "all",
                   .state = life_names[call->life],
                   .why = word(call->why),
                   .host = word(call->host),
                   .job = word(call->job),
                   .games = call->counts.games,
                   .threads = (uint64_t)call->threads,
                   .active_games = call->counts.active_games,
                   .age = fmax(0, (double)(status->now - call->updated)),
                   .seconds = call->counts.seconds,
                   .rate = nan(""),
                   .left = nan("")};
    localtime_r(&started, &local);
    strftime(line.begun, sizeof line.begun, "%Y-%m-%d %H:%M", &local);
    return line;
}

static line_t line_of_task(const status_t *status, const status_task_t *task) {
    line_t line = {.age = nan("")};
    if (task->calls > 0)
        line = line_of_call(status, task->latest);
    line.begun[0] = 0;
    line.why = NULL;
    line.seconds = nan("");
    line.task = *task->name ? task->name : "all";
    line.state = life_names[task->life];
    line.games = task->count.in_files + task->count.in_journals;
    line.wanted = task->count.games;
    line.calls = task->calls;
    line.active_games = task->active_games;
    line.rate = task->rate > 0 ? task->rate : nan("");
    line.left = task->rate > 0 ? (double)task->count.missing / task->rate : nan("");
    return line;
}

/* Worst states first; text has up to MAX_ROWS, and of many tasks only those that play or
 * have failed. */
static void add_tasks(figures_t *table, const status_t *status) {
    for (life_t life = 0; life < LIFE_COUNT; life++)
        for (size_t i = 0; i < status->num_tasks; i++) {
            if (status->tasks[i].life != life)
                continue;
            line_t line = line_of_task(status, &status->tasks[i]);
            figures_row(table, &line);
            bool idle = life == LIFE_NONE || life == LIFE_FINISHED;
            if (figures_rows(table) > MAX_ROWS || (idle && status->num_tasks > FEW_TASKS))
                figures_row_is_detail(table);
        }
}

/* "Tasks: 2 failed, 30 playing, 11 finished" */
static void add_states(result_t *result, const status_t *status) {
    char text[160] = "";
    text_t out = text_into(text, sizeof text);
    for (life_t life = 0; life < LIFE_COUNT; life++) {
        size_t count = 0;
        for (size_t i = 0; i < status->num_tasks; i++)
            count += status->tasks[i].life == life;
        if (count > 0)
            text_add(&out, "%s%zu %s", *text ? ", " : "", count,
                     life == LIFE_NONE ? "waiting" : life_names[life]);
    }
    if (*text)
        result_sentence(result, NULL, "Tasks: %s", text);
}

/* Whether the task of a failed process has been resumed or finished by another. */
static bool is_mended(const status_t *status, size_t i) {
    for (size_t k = 0; k < status->num_tasks; k++)
        if (strcmp(status->tasks[k].name, status->calls[i].task) == 0)
            return status->tasks[k].latest > i || status->tasks[k].life == LIFE_FINISHED;
    return false;
}

/* A process that was killed, or whose disk is full, has not said why. */
static void add_dead(result_t *result, const status_t *status, const char *name) {
    size_t shown = 0;
    for (size_t i = 0; i < status->num_tasks && shown < MAX_FAILURES; i++) {
        const status_task_t *task = &status->tasks[i];
        if (task->life != LIFE_DEAD)
            continue;
        shown++;
        result_item(result, true,
                    "%stask %s on %s ended without a word: killed, perhaps out of "
                    "memory (fulcrum estimate says what a thread may need), or it could "
                    "not write here; the same command resumes it",
                    name, *task->name ? task->name : "all",
                    status->calls[task->latest].host);
    }
}

/* name: what messages begin with, "" or "RUN, ". */
static void add_failures(result_t *result, const status_t *status, const char *name) {
    size_t shown = 0, mended = 0;
    add_dead(result, status, name);
    for (size_t i = status->num_calls; i > 0; i--) {
        const call_entry_t *call = &status->calls[i - 1];
        if (call->life != LIFE_FAILED)
            continue;
        if (is_mended(status, i - 1))
            mended++;
        else if (shown++ < MAX_FAILURES)
            result_item(result, true, "%stask %s on %s: %s", name,
                        *call->task ? call->task : "all", call->host, call->why);
    }
    if (shown > MAX_FAILURES)
        result_item(result, true, "%sand %zu more failure%s; see --calls", name,
                    shown - MAX_FAILURES, TEXT_PLURAL(shown - MAX_FAILURES));
    if (mended > 0)
        result_item(result, false, "%s%zu earlier process%s failed; %s been resumed",
                    name, mended, mended == 1 ? "" : "es",
                    mended == 1 ? "its task has" : "their tasks have");
}

static void add_totals(result_t *result, const status_t *status, const char *folder) {
    const status_count_t *count = &status->count;
    uint64_t done = count->in_files + count->in_journals;
    result_sentence(
        result, NULL,
        "%s: %llu of %llu game%s done (%.1f %%), %llu in progress, %llu missing", folder,
        (unsigned long long)done, (unsigned long long)count->games,
        TEXT_PLURAL(count->games),
        count->games > 0 ? 100.0 * (double)done / (double)count->games : 0.0,
        (unsigned long long)status->active_games, (unsigned long long)count->missing);
}

static result_t *make_result(const call_t *call, const status_t *status) {
    result_t *result = result_new();
    const char *folder = call->words.words[0];
    add_totals(result, status, folder);
    if (!call->calls)
        add_states(result, status);
    result_json(result, "path", cJSON_CreateString(folder));
    figures_row(result_record(result, NULL, NULL, run_columns, OPTION_COUNT(run_columns)),
                status);
    if (status->bytes_needed > (double)status->free_bytes)
        result_sentence(result, NULL, "NOT ENOUGH disk space is free.");
    figures_t *table = result_table(result, call->calls ? "calls" : "tasks", NULL,
                                    line_columns, OPTION_COUNT(line_columns));
    if (!call->calls)
        add_tasks(table, status);
    for (size_t i = 0; call->calls && i < status->num_calls; i++) {
        line_t line = line_of_call(status, i);
        figures_row(table, &line);
    }
    result_list(result, "failures", "Failures");
    add_failures(result, status, "");
    return result;
}

/* --- Several runs ------------------------------------------------------------------- */

/* A run, or the total. */
typedef struct run_row {
    const char *state;
    uint64_t done;
    status_t of;
} run_row_t;

#define ROW(field) FIGURE_FIELD(run_row_t, field)
static const figure_column_t row_name = {FIGURE_WORD, "run", "Run", NULL, FIGURE_BY_HAND};
static const figure_column_t row_columns[] = {
    {FIGURE_COUNT, "games", "Games", NULL, ROW(done)},
    {FIGURE_COUNT, "games_wanted", "of", NULL, ROW(of.count.games)},
    {FIGURE_WORD, "state", "State", NULL, ROW(state)},
    {FIGURE_COUNT, "in_flight", "In progress", NULL, ROW(of.active_games)},
    {FIGURE_COUNT, "processes", "Processes", NULL, ROW(of.playing)},
    {FIGURE_NUMBER, "games_per_second", "Games/s", NULL, ROW(of.rate),
     FIGURE_IF(run_row_t, of.playing)},
    {FIGURE_SECONDS, "seconds_left", "Left", NULL, ROW(of.seconds_left)},
    {FIGURE_BYTES, "file_bytes", "Disk used", NULL, ROW(of.file_bytes)},
};

/* Of a run: that of its processes, the worst first, unless others play. */
static const char *state_of(const status_t *status) {
    life_t worst = LIFE_NONE;
    if (status->complete)
        return "complete";
    if (status->playing > 0)
        return life_names[LIFE_PLAYING];
    for (size_t i = 0; i < status->num_tasks; i++)
        if (status->tasks[i].calls > 0 && status->tasks[i].life < worst)
            worst = status->tasks[i].life;
    return worst == LIFE_NONE ? "waiting" : life_names[worst];
}

/* Processes by name: each plays several runs. */
typedef struct players {
    char (*names)[WRITER_NAME];
    size_t count, capacity;
} players_t;

static void count_players(players_t *players, const status_t *status, status_t *total) {
    for (size_t i = 0; i < status->num_calls; i++) {
        const call_entry_t *call = &status->calls[i];
        size_t k = 0;
        if (call->life != LIFE_PLAYING)
            continue;
        while (k < players->count && strcmp(players->names[k], call->writer) != 0)
            k++;
        if (k < players->count) {
            total->playing--;
            total->threads -= (uint64_t)call->threads;
            continue;
        }
        players->names = memory_grow(players->names, &players->capacity,
                                     players->count + 1, sizeof *players->names);
        memcpy(players->names[players->count++], call->writer, WRITER_NAME);
    }
}

/* A row a run. */
typedef struct rows {
    result_t *result;
    figures_t *table;
    const sweep_t *sweep; /* of all; NULL: several runs or sweeps */
    const char *folder;   /* of the sweep */
    uint64_t games;       /* that a run not there yet should have; 0: not asked for yet */
    size_t count;
    players_t players;
    status_t total;
} rows_t;

/* which: of the sweep. */
static bool add_run(rows_t *rows, size_t which, const char *name, const char *path,
                    failure_t *error) {
    char config[FILE_PATH], prefix[FILE_PATH + 2];
    run_row_t row = {.state = "waiting", .of.seconds_left = nan("")};
    run_config_path(path, config);
    /* A process that was killed at the start may not have made all runs of a sweep. */
    if (rows->sweep && access(config, F_OK) != 0) {
        if (rows->games == 0)
            rows->games = sweep_most_games(rows->sweep, rows->folder);
        row.of.count.games = row.of.count.missing = rows->games;
        rows->total.count.files++;
    } else if (!status_read(&row.of, path, TASK_SHARE_ALL, error))
        return false;
    else
        row.state = state_of(&row.of);
    row.done = row.of.count.in_files + row.of.count.in_journals;
    status_add(&rows->total, &row.of);
    count_players(&rows->players, &row.of, &rows->total);
    figures_add_word(rows->table, name);
    if (rows->sweep)
        sweep_cells(rows->sweep, which, rows->table);
    figures_row(rows->table, &row);
    if (rows->count++ >= MAX_ROWS)
        figures_row_is_detail(rows->table);
    snprintf(prefix, sizeof prefix, "%s, ", name);
    add_failures(rows->result, &row.of, prefix);
    status_clear(&row.of);
    return true;
}

static bool add_sweep(rows_t *rows, const char *folder, failure_t *error) {
    char path[FILE_PATH];
    bool ok = true;
    rows->folder = folder;
    for (size_t i = 0; ok && i < rows->sweep->count; i++)
        ok = sweep_path(rows->sweep, folder, i, path, error) &&
             add_run(rows, i, rows->sweep->runs[i].name, path, error);
    return ok;
}

/* Runs, and the runs of sweeps. */
static bool add_paths(rows_t *rows, const cli_words_t *words, failure_t *error) {
    run_tree_t runs = {.all = true};
    bool ok = true;
    for (int i = 0; ok && i < words->count; i++)
        ok = run_tree_add(&runs, words->words[i], error);
    for (size_t i = 0; ok && i < runs.count; i++)
        ok = add_run(rows, i, runs.paths[i], runs.paths[i], error);
    run_tree_clear(&runs);
    return ok;
}

/* sweep: NULL: several runs or sweeps, or the runs below a folder. */
static bool read_rows(const call_t *call, const sweep_t *sweep, reading_t *reading,
                      failure_t *error) {
    const char *folder = call->words.words[0];
    const bool is_one = call->words.count == 1;
    rows_t rows = {.result = result_new(), .sweep = sweep};
    char several[64];
    rows.table = result_table(rows.result, "runs", NULL, &row_name, 1);
    if (sweep)
        sweep_columns(sweep, rows.table);
    for (size_t i = 0; i < OPTION_COUNT(row_columns); i++)
        figures_column(rows.table, row_columns[i]);
    result_list(rows.result, "failures", "Failures");
    const bool ok =
        sweep ? add_sweep(&rows, folder, error) : add_paths(&rows, &call->words, error);
    if (ok) {
        reading->complete = rows.total.complete;
        reading->result = result_new();
        snprintf(several, sizeof several, "%zu runs", rows.count);
        add_totals(reading->result, &rows.total, is_one ? folder : several);
        if (is_one)
            result_json(reading->result, "path", cJSON_CreateString(folder));
        figures_row(result_record(reading->result, NULL, NULL, run_columns,
                                  OPTION_COUNT(run_columns)),
                    &rows.total);
        result_join(reading->result, rows.result);
    }
    result_free(rows.result);
    free(rows.players.names);
    return ok;
}

static bool read_sweep(const call_t *call, reading_t *reading, failure_t *error) {
    sweep_t sweep;
    const bool ok = sweep_read(&sweep, call->words.words[0], error) &&
                    read_rows(call, &sweep, reading, error);
    sweep_clear(&sweep);
    return ok;
}

static bool read_run(const call_t *call, const char *folder, reading_t *reading,
                     failure_t *error) {
    status_t status;
    if (!status_read(&status, folder, call->share, error))
        return false;
    reading->complete = status.complete;
    reading->result = make_result(call, &status);
    status_clear(&status);
    return true;
}

static bool read_paths(const call_t *call, reading_t *reading, failure_t *error) {
    const char *folder = call->words.words[0];
    const folder_kind_t kind = folder_kind_of(folder);
    const bool is_sweep = kind == FOLDER_SWEEP, is_one = call->words.count == 1;
    if (is_one && !is_sweep && !folder_kind_is_tree(kind))
        return read_run(call, folder, reading, error);
    if (call->share.count > 1 || call->calls)
        return error_set(error, "%s: --task and --calls are for one run%s", folder,
                         is_one ? ", such as those that fulcrum status lists" : "");
    return is_one && is_sweep ? read_sweep(call, reading, error)
                              : read_rows(call, NULL, reading, error);
}

/* --- The call ----------------------------------------------------------------------- */

static void draw(const result_t *result) {
    char *text;
    size_t size;
    FILE *out = memory_stream_open(&text, &size);
    result_print(result, RESULT_TEXT, out);
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

/* Leaves the last reading; false on an error. */
static bool watch(const call_t *call, reading_t *reading, failure_t *error) {
    terminal_t terminal = {0};
    terminal_catch_signals();
    if (!call->form.json)
        terminal_open(&terminal);
    for (;;) {
        double start = clock_seconds();
        if (!read_paths(call, reading, error)) {
            terminal_close(&terminal);
            return false;
        }
        if (call->form.json) {
            result_print(reading->result, RESULT_JSON, stdout);
            fflush(stdout);
        } else if (terminal.open) {
            draw(reading->result);
        } else {
            puts(result_part_at(reading->result, 0)->title);
            fflush(stdout);
        }
        if (reading->complete || !rest(&terminal, clock_seconds() - start))
            break;
        result_free(reading->result);
    }
    terminal_close(&terminal);
    return true;
}

static int run(void *data) {
    const call_t *call = data;
    reading_t reading = {0};
    failure_t error;
    if (!(call->watch ? watch(call, &reading, &error)
                      : read_paths(call, &reading, &error)))
        return cli_fail(&error);
    bool printed = call->watch && call->form.json;
    int written = printed ? cli_finish_output() : cli_print(&call->form, reading.result);
    if (written == EXIT_DONE && reading.complete && call->on_complete) {
        execl("/bin/sh", "sh", "-c", call->on_complete, (char *)NULL);
        error_set_system(&error, "/bin/sh", "cannot be run");
        return cli_fail(&error);
    }
    return written != EXIT_DONE ? written : reading.complete ? EXIT_DONE : EXIT_ANSWER_NO;
}

const command_t status_command = {
    .name = "status",
    .summary = "show the progress of a run or a sweep",
    .description = "Show the progress of a run: games done, in progress and missing, per "
                   "task; rate, time left, disk used and needed; when each task was last "
                   "seen; what failed, and why. Works from any machine that sees the "
                   "folder, also while the run is being played, and changes nothing. Of "
                   "a sweep, a study or several: one row a run, and the totals. A study "
                   "asks for games round by round. Files are counted, not read: fulcrum "
                   "verify finds damaged ones.",
    .notes = "A task is silent if it has given no sign of life for a minute and a half, "
             "and dead if its process ran on this machine and no longer exists.",
    .statuses = {[0] = "everything is complete", [1] = "something is incomplete"},
    .arguments = {ARGUMENT("RUN|SWEEP|STUDY", WORD_FOLDER, 1, 0, call_t, words,
                           "no run given: use its folder")},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               CLI_FORM_OPTIONS(call_t, form)},
    .without_rules = true,
    .call_bytes = sizeof(call_t),
    .check = check,
    .run = run,
};
