#include "tests/nights/night_cluster.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "tests/nights/night_programs.h"
#include "tests/nights/night_truth.h"
#include "tests/nights/night_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 60, LOGIN = 0, ONE_IN = 20, KIND = 96, MINUTE = 60 };

#define ANSWER_S 0.01
#define NOTICES_NODE_S 200.0

/* The calls of one name on the files of one kind, or on one file. */
typedef struct tally {
    char name[KIND + OPEN_PATH];
    uint64_t calls, names; /* names: that listings returned */
    long last_process;
    uint64_t processes; /* changes of the process that calls */
} tally_t;

typedef struct tallies {
    tally_t *rows; /* a hash table of `size` rows, a power of two */
    size_t count, size;
} tallies_t;

typedef struct task {
    struct night_cluster *night;
    process_t *process;
    unsigned number;
    int node;
    bool is_done;
} task_t;

typedef struct night_cluster {
    const cluster_t *cluster;
    disk_t *disk;
    world_t *world;
    task_t *tasks;
    unsigned tasks_left;
    bool is_down[DISK_NODES];
    tallies_t kinds, files;
    double server_free, waited, worst_wait; /* seconds */
    uint64_t calls, minute_calls, most_in_a_minute;
    double minute;
    uint64_t starts;
} night_cluster_t;

/* --- Counting ----------------------------------------------------------------------- */

static tally_t *tally_of(tallies_t *tallies, const char *name) {
    if (2 * (tallies->count + 1) > tallies->size) {
        tallies_t larger = {.size = tallies->size ? 2 * tallies->size : 256};
        larger.rows = memory_new(larger.size, sizeof *larger.rows);
        for (size_t i = 0; i < tallies->size; i++)
            if (tallies->rows[i].name[0])
                *tally_of(&larger, tallies->rows[i].name) = tallies->rows[i];
        free(tallies->rows);
        *tallies = larger;
    }
    size_t at = text_hash(name) & (tallies->size - 1);
    while (tallies->rows[at].name[0] && strcmp(tallies->rows[at].name, name) != 0)
        at = (at + 1) & (tallies->size - 1);
    if (!tallies->rows[at].name[0]) {
        tallies->count++;
        snprintf(tallies->rows[at].name, sizeof tallies->rows[at].name, "%s", name);
    }
    return &tallies->rows[at];
}

/* The path without what differs between processes and shards: "run/shard-#.h5.NAME.tmp".
 */
static void write_kind(const char *call, const char *path, char kind[KIND]) {
    text_t text = text_into(kind, KIND);
    text_add(&text, "%s ", call);
    path += strncmp(path, "/site/", 6) == 0 ? 6 : 0;
    for (char before = ' '; *path; before = *path++) {
        const bool is_process = strncmp(path, "node", 4) == 0;
        const bool is_number = *path >= '0' && *path <= '9' && before != 'h'; /* .h5 */
        text_add(&text, "%s", is_process ? "NAME" : is_number ? "#" : "");
        if (!is_process && !is_number)
            text_add(&text, "%c", *path);
        else
            path += strspn(path, is_number ? "0123456789" : "node0123456789abcdef-") - 1;
    }
}

static uint64_t names_in(night_cluster_t *night, const char *path) {
    inode_t *folder;
    return disk_find(night->disk, LOGIN, path, true, world_now(night->world), &folder) ==
                   0
               ? folder->entries.count
               : 0;
}

static bool is_of_names(const char *call) {
    return strcmp(call, "read") != 0 && strcmp(call, "write") != 0 &&
           strcmp(call, "close") != 0 && strcmp(call, "cut") != 0 &&
           strcmp(call, "sync") != 0;
}

static double count_call(void *context, const char *call, const char *path) {
    night_cluster_t *night = context;
    char kind[KIND];
    if (!is_of_names(call))
        return 0;
    const uint64_t names = strcmp(call, "list") == 0 ? names_in(night, path) : 0;
    write_kind(call, path, kind);
    tally_t *rows[2] = {tally_of(&night->kinds, kind), NULL};
    rows[1] = tally_of(&night->files, path);
    const long process = process_number(process_now());
    for (int i = 0; i < 2; i++) {
        rows[i]->calls++;
        rows[i]->names += names;
        rows[i]->processes += rows[i]->last_process != process;
        rows[i]->last_process = process;
    }
    const double now = world_now(night->world);
    if (now >= night->minute + MINUTE) {
        night->minute = floor(now / MINUTE) * MINUTE;
        night->minute_calls = 0;
    }
    if (++night->minute_calls > night->most_in_a_minute)
        night->most_in_a_minute = night->minute_calls;
    night->calls++;
    night->server_free =
        fmax(night->server_free, now) + 1 / night->cluster->calls_a_second;
    const double wait = night->server_free - now;
    night->waited += wait;
    night->worst_wait = fmax(night->worst_wait, wait);
    return wait + ANSWER_S;
}

/* --- Tasks -------------------------------------------------------------------------- */

static void start_task(void *context, int number);

static int run_task(void *context) {
    task_t *task = context;
    night_cluster_t *night = task->night;
    const int status =
        program_run(program_call("selfplay " NIGHT_RUN "/config.json --out " NIGHT_RUN
                                 " --task %u/%u --threads 1 --quiet",
                                 task->number, night->cluster->tasks));
    if (!process_is_killed(process_now())) {
        REQUIRE(status == 0);
        task->is_done = true;
        night->tasks_left--;
    }
    return status;
}

static void start_task(void *context, int number) {
    night_cluster_t *night = context;
    task_t *task = &night->tasks[number];
    do
        task->node = 1 + (int)world_chance(night->world, NODES);
    while (night->is_down[task->node]);
    night->starts++;
    task->process = world_start(night->world, task->node, run_task, task);
}

static void lose_node(void *context, int node) {
    night_cluster_t *night = context;
    const double now = world_now(night->world);
    night->is_down[node] = true;
    for (unsigned i = 0; i < night->cluster->tasks; i++) {
        task_t *task = &night->tasks[i];
        if (task->node != node || task->is_done)
            continue;
        world_at(night->world, now + NOTICES_NODE_S, start_task, night, (int)i);
    }
    world_kill_node(night->world, node);
    disk_node_dies(night->disk, node);
}

/* --- The night ---------------------------------------------------------------------- */

/* Runs a command to its end; prints what it took. */
static void run_alone(night_cluster_t *night, FILE *out, const char *name,
                      process_body_t body, program_call_t *call) {
    const double start = world_now(night->world);
    const uint64_t calls = night->calls;
    process_t *process = world_start(night->world, LOGIN, body, call);
    while (!process_is_done(process))
        world_run(night->world, world_now(night->world) + 1);
    if (out)
        fprintf(out, "%-10s %10.0f s %12llu calls\n", name,
                world_now(night->world) - start,
                (unsigned long long)(night->calls - calls));
    if (process_status(process) != 0)
        require_failed(process_message(process), __FILE__, __LINE__);
}

static program_call_t *playing(void) {
    return program_call("selfplay " NIGHT_CONFIG " --out " NIGHT_RUN
                        " --task 0/1 --threads 1 --quiet");
}

static void begin(night_cluster_t *night, uint64_t seed) {
    const disk_traits_t traits = {.closes_send = true,
                                  .sends_late = true,
                                  .keeps_order = true,
                                  .links = true,
                                  .stale_s = 30};
    char text[400];
    snprintf(text, sizeof text,
             "{\"game\": \"seesaw\", \"variant\": {\"size\": 2}, \"games\": %u, "
             "\"shard_games\": %u, \"search\": {\"simulations\": 2, \"memory_mb\": 1}}\n",
             night->cluster->games, night->cluster->shard_games);
    night->disk = disk_new(&traits, seed);
    night->world = world_new(night->disk, seed);
    world_traits(night->world)->call_s = 0;
    REQUIRE(disk_make_folder(night->disk, LOGIN, "/site", 0) == 0);
    truth_put_file(night->disk, NIGHT_CONFIG, text);
    run_alone(night, NULL, "settle", program_settle, program_call("a script"));
}

static void end(night_cluster_t *night) {
    world_free(night->world);
    disk_free(night->disk);
    free(night->tasks);
    free(night->kinds.rows);
    free(night->files.rows);
}

/* All tasks at once, until the last has ended. */
static void play_tasks(night_cluster_t *night) {
    world_traits_t *traits = world_traits(night->world);
    traits->on_call = count_call;
    traits->context = night;
    traits->search_s = 0.1;
    traits->slow_nodes = NODES / ONE_IN;
    for (unsigned i = 0; i < night->cluster->tasks; i++) {
        night->tasks[i] = (task_t){.night = night, .number = i};
        world_at(night->world, world_real(night->world, 0, 5 * MINUTE), start_task, night,
                 (int)i);
    }
    for (int i = 0; i < NODES / ONE_IN; i++)
        world_at(night->world, world_real(night->world, 2, 10) * MINUTE, lose_node, night,
                 NODES - i);
    while (night->tasks_left > 0)
        world_run(night->world, world_now(night->world) + MINUTE);
}

/* --- What it shows ------------------------------------------------------------------ */

typedef struct comparison {
    FILE *out;
    disk_t *other;
    unsigned files, wrong;
} comparison_t;

/* Final names alone: what a lost node has left unfinished stays until it plays again. */
static void compare_file(void *context, const char *path, const inode_t *file) {
    comparison_t *comparison = context;
    inode_t *other;
    if (file->is_folder || strcmp(path + strlen(path) - 3, ".h5") != 0)
        return;
    comparison->files++;
    const bool is_wrong =
        disk_find(comparison->other, LOGIN, path, true, 0, &other) != 0 ||
        other->now.size != file->now.size ||
        memcmp(other->now.bytes, file->now.bytes, file->now.size) != 0;
    comparison->wrong += is_wrong;
    if (is_wrong)
        fprintf(comparison->out, "WRONG: %s\n", path);
}

/* The files that differ from those of one machine, or are missing. */
static unsigned count_wrong(const night_cluster_t *night, uint64_t seed, FILE *out) {
    night_cluster_t alone = {.cluster = night->cluster};
    begin(&alone, seed);
    world_traits(alone.world)->search_s = 0;
    run_alone(&alone, NULL, "", program_run, playing());
    run_alone(
        &alone, NULL, "", program_run,
        program_call("merge " NIGHT_RUN " -o " NIGHT_MERGED " --threads 1 --quiet"));
    comparison_t there = {out, alone.disk, 0, 0}, all = {out, night->disk, 0, 0};
    disk_for_each(night->disk, compare_file, &there);
    disk_for_each(alone.disk, compare_file, &all);
    end(&alone);
    return there.wrong + all.wrong + (there.files != all.files);
}

static int by_calls(const void *a, const void *b) {
    const uint64_t first = ((const tally_t *)a)->calls,
                   second = ((const tally_t *)b)->calls;
    return (first < second) - (first > second);
}

static int by_processes(const void *a, const void *b) {
    const uint64_t first = ((const tally_t *)a)->processes,
                   second = ((const tally_t *)b)->processes;
    return (first < second) - (first > second);
}

static void print_rows(tallies_t *tallies, int (*order)(const void *, const void *),
                       size_t most, double tasks, double shards, FILE *out) {
    qsort(tallies->rows, tallies->size, sizeof *tallies->rows, order);
    for (size_t i = 0; i < tallies->count && i < most; i++) {
        const tally_t *row = &tallies->rows[i];
        fprintf(out, "%-48s %9llu %9.2f %9.2f %9llu %11llu\n", row->name,
                (unsigned long long)row->calls, (double)row->calls / tasks,
                (double)row->calls / shards, (unsigned long long)row->processes,
                (unsigned long long)row->names);
    }
}

static void print_load(night_cluster_t *night, FILE *out) {
    const cluster_t *cluster = night->cluster;
    const double tasks = (double)night->starts;
    const double shards = ceil((double)cluster->games / cluster->shard_games);
    fprintf(out, "%-48s %9s %9s %9s %9s %11s\n", "call", "calls", "a start", "a shard",
            "turns", "names");
    print_rows(&night->kinds, by_calls, SIZE_MAX, tasks, shards, out);
    fprintf(out, "the files that processes called most, in turns:\n");
    print_rows(&night->files, by_processes, 5, tasks, shards, out);
    fprintf(
        out,
        "%u tasks (%llu starts), %u games, %.0f shards: %.1f hours, %llu calls on names "
        "(%.0f a start or %.1f a shard), at most %.0f a second over a minute; a call "
        "waits %.3f s on average, %.1f s at most\n",
        cluster->tasks, (unsigned long long)night->starts, cluster->games, shards,
        world_now(night->world) / 3600, (unsigned long long)night->calls,
        (double)night->calls / tasks, (double)night->calls / shards,
        (double)night->most_in_a_minute / MINUTE, night->waited / (double)night->calls,
        night->worst_wait);
}

bool cluster_play(const cluster_t *cluster, uint64_t seed, FILE *out) {
    night_cluster_t night = {.cluster = cluster,
                             .tasks = memory_new(cluster->tasks, sizeof *night.tasks),
                             .tasks_left = cluster->tasks};
    begin(&night, seed);
    play_tasks(&night);
    print_load(&night, out);
    run_alone(&night, out, "selfplay", program_run, playing());
    run_alone(&night, out, "status", program_run, program_call("status " NIGHT_RUN));
    run_alone(&night, out, "verify", program_run,
              program_call("verify " NIGHT_RUN " --threads 1 --quiet"));
    run_alone(
        &night, out, "merge", program_run,
        program_call("merge " NIGHT_RUN " -o " NIGHT_MERGED " --threads 1 --quiet"));
    const unsigned wrong = count_wrong(&night, seed, out);
    fprintf(out, "%u file%s wrong\n", wrong, TEXT_PLURAL(wrong));
    end(&night);
    return wrong == 0;
}
