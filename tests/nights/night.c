#include "tests/nights/night.h"

#include "tests/nights/night_programs.h"
#include "tests/nights/night_slurm.h"
#include "tests/nights/night_training.h"
#include "tests/nights/night_truth.h"
#include "tests/nights/night_world.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    HOUR = 3600,
    NODES = 5,
    READER = 7 /* no task */,
    MOST_TROUBLES = 32,
    CALLS = 2500,
    LEARN_CALLS = 5000,
    OWN_CALLS = 1500 /* of learning, on its own files */
};

/* An event before a call, counted from the beginning of a night. */
typedef struct planned {
    uint32_t call;
    int which;
} planned_t;

typedef struct night {
    night_result_t *result;
    disk_t *disk;
    world_t *world;
    slurm_t *slurm;
    pcg32_t rng;
    int config, nodes;
    bool has_other;   /* another user wants the folder for another configuration */
    bool is_extended; /* a user asks for more games */
    bool may_fail;    /* calls fail at random in this night */
    bool is_counted;  /* saved games are counted and must not decrease */
    bool is_over;
    process_t *watch;
    uint64_t most_kept;
    kept_t kept;
    uint32_t calls;
    bool counts_own; /* only calls on learning's own files, not on those of its runs */
    planned_t planned[MOST_TROUBLES];
    int num_planned;
} night_t;

static void wrong(night_t *night, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void wrong(night_t *night, const char *format, ...) {
    char *text = night->result->wrong;
    va_list arguments;
    if (text[0])
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof night->result->wrong, format, arguments);
    va_end(arguments);
    world_log(night->world, "WRONG: %s", text);
}

/* True in one of `nights` nights, on average. */
static bool one_in(night_t *night, uint32_t nights) {
    return pcg32_below(&night->rng, nights) == 0;
}

static double real(night_t *night, double low, double high) {
    return low + (high - low) * pcg32_real(&night->rng);
}

/* --- Files under their final names -------------------------------------------------- */

static bool is_shard(const char *name) {
    return strncmp(name, "shard-", 6) == 0 && strlen(name) == strlen("shard-000000.h5") &&
           strcmp(name + 12, ".h5") == 0;
}

static int other_of(const night_t *night) {
    return truth_learns(night->config) ? TRUTH_LEARN_OTHER : TRUTH_OTHER;
}

static bool is_of_learning(const night_t *night, const char *name, const inode_t *file) {
    return truth_knows(night->config, name, &file->now) ||
           (night->has_other && truth_knows(TRUTH_LEARN_OTHER, name, &file->now));
}

static bool holds_its_games(const night_t *night, const char *name, const inode_t *file) {
    unsigned games;
    return truth_has_shard(night->config, name, &file->now, &games) ||
           (night->has_other && truth_has_shard(TRUTH_OTHER, name, &file->now, &games));
}

static bool is_merged_right(const night_t *night, const inode_t *file) {
    unsigned games;
    return truth_has_merged(night->config, &file->now, &games) ||
           (night->has_other && truth_has_merged(TRUTH_OTHER, &file->now, &games));
}

static void look_at_file(void *context, const char *name, const inode_t *file) {
    night_t *night = context;
    bool ok = truth_learns(night->config)   ? is_of_learning(night, name, file)
              : is_shard(name)              ? holds_its_games(night, name, file)
              : strcmp(name, "run.h5") == 0 ? is_merged_right(night, file)
                                            : true;
    if (!ok)
        wrong(night, "%s is not complete under its final name: %zu bytes", name,
              file->now.size);
}

/* What the folder has of a run; of learning, how many generations are complete. */
typedef struct inventory {
    night_t *night;
    int config;
    unsigned games, shards;
    unsigned merged; /* games in the merged file; 0: there is none */
} inventory_t;

static void count_file(void *context, const char *path, const inode_t *file) {
    inventory_t *inventory = context;
    const char *name = strrchr(path, '/') + 1;
    unsigned games;
    if (truth_learns(inventory->config)) {
        inventory->games += strncmp(path, NIGHT_RUN "/generations/0",
                                    strlen(NIGHT_RUN "/generations/0")) == 0 &&
                            strlen(name) == strlen("000.json");
        return;
    }
    if (strncmp(path, NIGHT_RUN "/shard-", strlen(NIGHT_RUN "/shard-")) == 0 &&
        is_shard(name)) {
        if (!truth_has_shard(inventory->config, name, &file->now, &games))
            wrong(inventory->night, "%s does not belong to the run", path);
        else
            inventory->games += games;
        inventory->shards++;
    }
    if (strcmp(path, NIGHT_MERGED) == 0 &&
        truth_has_merged(inventory->config, &file->now, &games))
        inventory->merged = games;
}

static inventory_t take_inventory(night_t *night) {
    inventory_t inventory = {.night = night, .config = night->config};
    disk_for_each(night->disk, count_file, &inventory);
    return inventory;
}

/* --- Status, now and then ----------------------------------------------------------- */

static void look_at_status(void *context, int which);

static void read_status(void *context, int which) {
    night_t *night = context;
    (void)which;
    if (night->is_over)
        return;
    bool is_read = night->watch && process_is_done(night->watch) &&
                   process_status(night->watch) != PROCESS_KILLED && night->kept.ok;
    if (is_read) {
        inventory_t there = take_inventory(night);
        uint64_t kept = night->kept.in_files + night->kept.in_journals;
        if (night->kept.in_files > there.games)
            wrong(night, "status reports %llu games in files, but there are %u",
                  (unsigned long long)night->kept.in_files, there.games);
        if (night->is_counted && kept < night->most_kept && night->kept.files_unread == 0)
            wrong(night, "%llu games were kept, and now %llu are",
                  (unsigned long long)night->most_kept, (unsigned long long)kept);
        night->most_kept = kept > night->most_kept ? kept : night->most_kept;
    }
    if (!night->watch || process_is_done(night->watch)) {
        night->kept = (kept_t){0};
        night->watch = world_start(
            night->world, 0, truth_learns(night->config) ? program_learned : program_kept,
            &night->kept);
    }
    look_at_status(night, 0);
}

static void look_at_status(void *context, int which) {
    night_t *night = context;
    (void)which;
    const double seconds = truth_learns(night->config) ? 2000 : 400;
    world_at(night->world, world_now(night->world) + seconds, read_status, night, 0);
}

/* --- Failures ----------------------------------------------------------------------- */

typedef enum {
    NODE_FAILS,
    NODE_CUT_OFF,
    NODE_HANGS,
    PREEMPTION,
    CANCEL,
    KILL,
    SITE_FAILS,
    DISK_FULL,
    DISK_FREE,
    MORE_GAMES,
    SOMEBODY_PLAYS
} trouble_t;

/* As when its jobs are suspended, or its file system hangs. */
static void hang(night_t *night, int node) {
    const double now = world_now(night->world);
    world_log(night->world, "node %d hangs", node);
    world_traits(night->world)->hangs_until[node] =
        now + world_real(night->world, 60, HOUR);
}

/* which: the kind of event, and a number. */
static void happen(void *context, int which) {
    night_t *night = context;
    int number = which / 16;
    if (night->is_over)
        return;
    night->kept.ok = false; /* games seen before may be lost */
    switch ((trouble_t)(which % 16)) {
    case NODE_FAILS:
        night->most_kept = 0;
        slurm_node_fails(night->slurm, 1 + number % night->nodes);
        break;
    case NODE_CUT_OFF:
        slurm_node_is_cut_off(night->slurm, 1 + number % night->nodes);
        break;
    case NODE_HANGS:
        hang(night, 1 + number % night->nodes);
        break;
    case PREEMPTION:
        slurm_preempts(night->slurm, number);
        break;
    case CANCEL:
        slurm_cancels(night->slurm, number);
        break;
    case KILL:
        slurm_kills_program(night->slurm, number);
        break;
    case SITE_FAILS:
        night->most_kept = 0;
        slurm_site_fails(night->slurm);
        break;
    case DISK_FULL:
    case DISK_FREE:
        world_traits(night->world)->disk_is_full = which % 16 == DISK_FULL;
        world_log(night->world, "the disk %s",
                  which % 16 == DISK_FULL ? "is full" : "has room");
        break;
    case MORE_GAMES:
        world_start(night->world, 0, program_run,
                    truth_call(night->config, true, 0, 1, 600));
        break;
    case SOMEBODY_PLAYS:
        world_start(
            night->world, 1 + number % night->nodes, program_run,
            truth_learns(night->config)
                ? truth_call(night->config, false, 0, 1, HOUR)
                : program_call("selfplay " NIGHT_RUN "/config.json --out " NIGHT_RUN
                               " --task 0/1 --threads 1 --time-limit 3600s --quiet"));
        break;
    }
}

static void plan(night_t *night, trouble_t trouble, uint32_t most) {
    uint32_t count = pcg32_below(&night->rng, most + 1);
    for (uint32_t i = 0; i < count; i++) {
        int number = (int)pcg32_below(&night->rng, 1000);
        int which = number * 16 + (int)trouble;
        if (one_in(night, 2) && night->num_planned < MOST_TROUBLES)
            night->planned[night->num_planned++] = (planned_t){
                pcg32_below(&night->rng, night->counts_own             ? OWN_CALLS
                                         : truth_learns(night->config) ? LEARN_CALLS
                                                                       : CALLS),
                which};
        else
            world_at(night->world, real(night, 60, 3 * HOUR), happen, night, which);
        night->result->events++;
    }
}

/* Half of all events are timed, and half occur before some call: so short operations meet
 * as many of them as long ones. */
static double count_call(void *context, const char *call, const char *path) {
    night_t *night = context;
    (void)call;
    if (night->counts_own && (strstr(path, "/games/") || strstr(path, "/gates/")))
        return 0;
    night->calls++;
    for (int i = 0; i < night->num_planned; i++)
        if (night->planned[i].call == night->calls)
            world_at(night->world, world_now(night->world), happen, night,
                     night->planned[i].which);
    return 0;
}

static void plan_troubles(night_t *night) {
    if (one_in(night, 2))
        plan(night, NODE_FAILS, 3);
    if (one_in(night, 4))
        plan(night, NODE_CUT_OFF, 2);
    if (one_in(night, 4))
        plan(night, NODE_HANGS, 2);
    plan(night, PREEMPTION, 2);
    plan(night, KILL, 3);
    if (one_in(night, 8))
        plan(night, CANCEL, 2);
    if (one_in(night, 4))
        plan(night, SITE_FAILS, 2);
    if (one_in(night, 3))
        plan(night, SOMEBODY_PLAYS, 2);
    if (one_in(night, 3) && !night->has_other) {
        night->is_extended = true;
        plan(night, MORE_GAMES, 2);
    }
    if (one_in(night, 6)) {
        double from = real(night, 60, 2 * HOUR);
        night->may_fail = true;
        world_at(night->world, from, happen, night, DISK_FULL);
        world_at(night->world, from + real(night, 10, HOUR), happen, night, DISK_FREE);
        night->result->events++;
    }
}

/* --- The night ---------------------------------------------------------------------- */

static const double speeds[] = {0.01, 0.2, 3};
static const double stale_times[] = {0, 3, 30, 60};

static void begin(night_t *night, uint64_t seed, FILE *trace) {
    bool is_nfs = one_in(night, 2), quiet;
    disk_traits_t traits = {.closes_send = is_nfs || one_in(night, 2),
                            .keeps_order = one_in(night, 2),
                            .exchanges = !is_nfs,
                            .links = is_nfs || !one_in(night, 4),
                            .replies_lost = is_nfs && one_in(night, 4),
                            .stale_s = stale_times[pcg32_below(&night->rng, 4)]};
    traits.sync_is_whole = traits.keeps_order && one_in(night, 2);
    night->disk = disk_new(&traits, seed);
    night->world = world_new(night->disk, seed);
    world_trace(night->world, trace);
    world_traits_t *how = world_traits(night->world);
    how->call_s = speeds[pcg32_below(&night->rng, 3)];
    how->search_s =
        truth_learns(night->config) ? real(night, 0.2, 3) : real(night, 5, 60);
    quiet = one_in(night, 2);
    for (int node = 0; node <= READER; node++)
        how->clock_error_s[node] = quiet ? 0 : real(night, -900, 900);
    if (one_in(night, 6))
        how->one_fails_in = one_in(night, 2) ? 2000 : 300;
    night->may_fail = how->one_fails_in > 0 || traits.replies_lost;
    night->is_counted = traits.stale_s <= 0 && !night->may_fail;
    disk_watch(night->disk, look_at_file, night);
    (void)disk_make_folder(night->disk, 0, "/site", 0);
    truth_put_file(night->disk, NIGHT_CONFIG, truth_configs[night->config].text);
    truth_put_file(night->disk, NIGHT_OTHER, truth_configs[TRUTH_OTHER].text);
    disk_settle(night->disk);
}

/* Settles the run's folder; false if another user has it, or it cannot be created. */
static bool settle(night_t *night) {
    if (night->has_other)
        world_start(night->world, 1, program_run,
                    truth_call(other_of(night), false, 0, 1, 0));
    for (int attempt = 0; attempt < 5; attempt++) {
        process_t *settler = world_start(
            night->world, 0,
            truth_learns(night->config) ? program_settle_learning : program_settle,
            truth_call(night->config, false, 0, 1, 2));
        double until = world_now(night->world) + 10 * HOUR;
        while (!process_is_done(settler) && world_now(night->world) < until)
            world_run(night->world, world_now(night->world) + 1);
        if (process_is_done(settler) && process_status(settler) == 0)
            return true;
        if (!night->has_other && !night->may_fail)
            wrong(night, "the run could not be settled: %s", process_message(settler));
    }
    return false;
}

/* All that learning makes must be there. */
static void check_learned(night_t *night, bool more, const char *when) {
    const char *lacks = truth_lacks(night->config, more, night->is_extended, night->disk);
    if (lacks)
        wrong(night, "%s, but %s is missing or wrong", when, lacks);
}

/* When a program reports that a share is played, all its files must be there; of learning
 * all there are. */
static void look_at_share(void *context, unsigned share, unsigned count) {
    night_t *night = context;
    const truth_config_t *config = &truth_configs[night->config];
    char path[64];
    inode_t *file;
    if (truth_learns(night->config)) {
        check_learned(night, false, "a task reported success");
        return;
    }
    for (unsigned shard = share; shard * config->shard_games < config->games;
         shard += count) {
        snprintf(path, sizeof path, NIGHT_RUN "/shard-%06u.h5", shard);
        if (disk_find(night->disk, READER, path, true, world_now(night->world), &file) !=
            0)
            wrong(night, "share %u/%u is played, but %s is missing", share, count, path);
    }
}

static void let_jobs_play(night_t *night) {
    enum { NIGHT_HOURS = 200 };
    slurm_watch(night->slurm, look_at_share, night);
    world_traits(night->world)->on_call = count_call;
    world_traits(night->world)->context = night;
    slurm_submit(night->slurm);
    plan_troubles(night);
    look_at_status(night, 0);
    while (!slurm_is_over(night->slurm) && world_now(night->world) < NIGHT_HOURS * HOUR)
        world_run(night->world, world_now(night->world) + HOUR);
    if (!slurm_is_over(night->slurm))
        wrong(night, "the jobs have not ended after %d hours", NIGHT_HOURS);
    const char *failure = slurm_failure(night->slurm);
    bool is_reason =
        failure &&
        ((night->is_extended && strstr(failure, "of the run's")) ||
         (!truth_learns(night->config) && strstr(failure, "created by another process")));
    if (failure && !night->may_fail && !is_reason)
        wrong(night, "a program failed without a reason: %s", failure);
    night->result->completed = slurm_finish_status(night->slurm) == 0;
}

/* What the last job reported stays true, whatever happens next. */
static void hold_to_word(night_t *night) {
    unsigned games = truth_configs[night->config].games;
    if (one_in(night, 2)) {
        world_log(night->world, "the site loses power");
        for (int node = 0; node < NODES; node++)
            world_kill_node(night->world, node);
        disk_loses_power(night->disk);
    }
    if (truth_learns(night->config)) {
        if (night->result->completed)
            check_learned(night, false, "the last job reported success");
        return;
    }
    inventory_t there = take_inventory(night);
    if (night->result->completed && (there.games < games || there.merged < games))
        wrong(night, "the last job reported success: %u games are there, %u merged",
              there.games, there.merged);
}

static void call_in_the_morning(night_t *night, program_call_t *call) {
    process_t *process = world_start(night->world, 0, program_run, call);
    world_run(night->world, HUGE_VAL);
    if (!process_is_done(process) || process_status(process) != 0)
        wrong(night, "in the morning: status %d: %s", process_status(process),
              process_message(process));
}

static void begin_morning(night_t *night) {
    world_traits_t *how = world_traits(night->world);
    how->disk_is_full = false;
    how->one_fails_in = 0;
    how->on_call = NULL;
    disk_calm(night->disk);
}

/* Nothing fails any more; a user runs the commands for whatever is missing. */
static void complete(night_t *night) {
    const truth_config_t *config = &truth_configs[night->config];
    if (night->is_extended)
        call_in_the_morning(night, truth_call(night->config, true, 0, 1, 0));
    call_in_the_morning(night, truth_call(night->config, false, 0, 1, 0));
    if (truth_learns(night->config)) {
        call_in_the_morning(night, program_call("info " NIGHT_RUN));
        check_learned(night, night->is_extended, "in the morning all is made");
        return;
    }
    call_in_the_morning(night, program_call("verify " NIGHT_RUN " --threads 1 --quiet"));
    call_in_the_morning(night, program_call("merge " NIGHT_RUN " -o " NIGHT_MERGED
                                            " --force --threads 1 --quiet"));
    unsigned games = night->is_extended ? config->more : config->games;
    inventory_t there = take_inventory(night);
    if (there.games != games || there.merged != games)
        wrong(night, "in the morning %u games are there and %u merged, instead of %u",
              there.games, there.merged, games);
}

/* Which configuration the folder has; the other one only if another user wanted it. */
static void see_who_won(night_t *night, bool is_settled) {
    if (!night->has_other || is_settled)
        return;
    night->config = other_of(night);
    night->is_extended = false;
}

void night_play(uint64_t seed, FILE *trace, night_result_t *result) {
    night_t night = {.result = result, .rng = pcg32_seed(seed, 3)};
    *result = (night_result_t){0};
    night.config =
        one_in(&night, 3)
            ? TRUTH_LEARN + (int)pcg32_below(&night.rng, TRUTH_LEARN_OTHER - TRUTH_LEARN)
            : (int)pcg32_below(&night.rng, TRUTH_OTHER);
    night.counts_own = truth_learns(night.config) && one_in(&night, 2);
    night.has_other = one_in(&night, 10);
    truth_make(night.config);
    if (night.has_other)
        truth_make(other_of(&night));
    night.nodes = one_in(&night, 3) ? 1 : 1 + (int)pcg32_below(&night.rng, NODES - 1);
    begin(&night, seed, trace);
    double limit_s = real(&night, 600, 3 * HOUR);
    night.slurm = slurm_new(night.world, night.config,
                            1 + (int)pcg32_below(&night.rng, 3), night.nodes, limit_s);
    bool is_settled = settle(&night);
    if (is_settled)
        let_jobs_play(&night);
    night.is_over = true;
    world_run(night.world, HUGE_VAL);
    result->hours = world_now(night.world) / HOUR;
    see_who_won(&night, is_settled);
    hold_to_word(&night);
    begin_morning(&night);
    if (!result->wrong[0])
        complete(&night);
    world_free(night.world);
    slurm_free(night.slurm);
    disk_free(night.disk);
}

void night_end(void) {
    truth_clear();
    training_clear();
    world_end();
}
