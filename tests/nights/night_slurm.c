#include "tests/nights/night_slurm.h"

#include "core/base/text.h"
#include "tests/nights/night_plants.h"
#include "tests/nights/night_programs.h"
#include "tests/nights/night_truth.h"
#include "tests/nights/night_world.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_JOBS = 8, NODES = 6, JOBS_OF_NODE = 3, STARTS = 1 << 16 };

/* Slurm's times, in seconds. */
#define KILL_WAIT_S 30.0
#define NOTICES_NODE_S 200.0
#define CREDENTIALS_S 120.0

typedef enum { JOB_WAITS, JOB_PENDING, JOB_RUNNING, JOB_ENDED } job_state_t;

typedef struct job job_t;

/* A job from one start to its end; one that Slurm has lost may run on beside the next. */
typedef struct attempt {
    job_t *job;
    int number, node;
    process_t *script, *child, *told;
    bool asked, listens, taken_away, begins_again;
    struct attempt *next; /* list of all attempts */
} attempt_t;

struct job {
    slurm_t *slurm;
    int index;
    job_state_t state;
    double eligible; /* the earliest start */
    int starts, status;
    attempt_t *attempt; /* the last */
};

struct slurm {
    world_t *world;
    job_t jobs[MOST_JOBS]; /* the tasks, then the last job */
    int config, tasks, nodes;
    double limit_s;
    bool is_down[NODES];
    attempt_t *attempts;
    void (*watcher)(void *, unsigned, unsigned);
    void *context;
    char failure[400];
};

/* --- The script's reactions --------------------------------------------------------- */

step_end_t script_step_end(int status) {
    return status == 0                   ? STEP_GOES_ON
           : status == 3 || status > 128 ? STEP_BEGINS_AGAIN
                                         : STEP_FAILS;
}

int script_may_begin_again(const char *state, const char *kept) {
    const char *lines[2] = {"", ""};
    size_t count = 0;
    if (strcmp(state, "RUNNING") != 0)
        return 3;
    for (const char *line = kept; *line; line = strchr(line, '\n') + 1)
        lines[count++ % 2] = line;
    return count >= 4 && strncmp(lines[0], lines[1], strcspn(lines[0], "\n") + 1) == 0
               ? 2
               : 0;
}

/* As in slurm_script.c. */
static double lead_s(const slurm_t *slurm) {
    double lead = slurm->limit_s / 10;
    return lead < 15 ? 15 : lead > 120 ? 120 : lead;
}

/* --- The script --------------------------------------------------------------------- */

static void tell(attempt_t *attempt) {
    if (!attempt->asked || !attempt->child || attempt->told == attempt->child)
        return;
    attempt->told = attempt->child;
    process_signal(attempt->child, SIGUSR1);
}

/* Runs a step to its end; returns its status. */
static int run_step(attempt_t *attempt, process_body_t body, void *argument) {
    slurm_t *slurm = attempt->job->slurm;
    if (process_is_killed(process_now())) {
        free(argument);
        return PROCESS_KILLED;
    }
    attempt->child = world_start(slurm->world, attempt->node, body, argument);
    tell(attempt);
    int status = process_wait(attempt->child);
    if (process_is_killed(process_now()))
        return PROCESS_KILLED;
    if (status == 2 && !slurm->failure[0])
        snprintf(slurm->failure, sizeof slurm->failure, "%s",
                 process_message(attempt->child));
    attempt->child = NULL;
    return status;
}

static void read_start(const char *path, char *text, size_t size) {
    int file = open(path, O_RDONLY);
    ssize_t got = file >= 0 ? read(file, text, size - 1) : 0;
    if (file >= 0)
        close(file);
    text[got > 0 ? got : 0] = 0;
}

/* A number that changes with the names and sizes of the files in a folder. */
static uint64_t sum_of_folder(const char *folder) {
    uint64_t sum = 0;
    struct stat status;
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open)) != NULL;) {
        char path[400], line[500];
        const char *name = entry->d_name;
        size_t length = strlen(name);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (name[0] == '.' || strcmp(name, "calls") == 0 || strcmp(name, "logs") == 0 ||
            (length > 4 && strcmp(name + length - 4, ".tmp") == 0) ||
            stat(path, &status) != 0)
            continue;
        snprintf(line, sizeof line, "%s %lld", path, (long long)status.st_size);
        sum += S_ISDIR(status.st_mode) ? sum_of_folder(path) : text_hash(line);
    }
    if (open)
        closedir(open);
    return sum;
}

enum { KEPT_TEXT = 400 };

/* Adds what is kept now to the lines of the job, which are forgotten if it is new. */
static void add_kept(int job, char text[KEPT_TEXT]) {
    char path[100], verified[300], line[32];
    read_start(NIGHT_VERIFIED, verified, sizeof verified);
    snprintf(line, sizeof line, "%llu\n",
             (unsigned long long)(sum_of_folder(NIGHT_RUN) + text_hash(verified)));
    snprintf(path, sizeof path, NIGHT_LOGS "/%d.kept", job);
    read_start(path, text, KEPT_TEXT);
    size_t length = strlen(text);
    bool is_new =
        length < strlen(line) || strcmp(text + length - strlen(line), line) != 0;
    if (is_new)
        length = 0;
    snprintf(text + length, KEPT_TEXT - length, "%s", line);
    int file = open(path, O_WRONLY | O_CREAT | (is_new ? O_TRUNC : O_APPEND), 0666);
    if (file >= 0) {
        (void)!write(file, line, strlen(line));
        close(file);
    }
}

/* The script's exit status; 0: Slurm will requeue it. */
static int begin_again(attempt_t *attempt) {
    char text[KEPT_TEXT];
    attempt->listens = false;
    process_sleep(1);
    if (process_is_killed(process_now()))
        return PROCESS_KILLED;
    int status =
        script_may_begin_again(attempt->taken_away ? "COMPLETING" : "RUNNING", "");
    if (status != 0)
        return status;
    add_kept(attempt->job->index, text);
    if (process_is_killed(process_now()))
        return PROCESS_KILLED;
    status = script_may_begin_again("RUNNING", text);
    if (status != 0) {
        process_say("nothing new was saved in four starts in a row: giving up.");
        return status;
    }
    attempt->begins_again = true;
    return 0;
}

/* Runs one step; false: the script ends with *status. */
static bool work(attempt_t *attempt, int *status, program_call_t *call) {
    *status = run_step(attempt, program_run, call);
    if (process_is_killed(process_now()))
        return false;
    if (planted == PLANT_MERGES_EARLY &&
        attempt->job->index == attempt->job->slurm->tasks)
        return true;
    switch (script_step_end(*status)) {
    case STEP_GOES_ON:
        return true;
    case STEP_BEGINS_AGAIN:
        *status = begin_again(attempt);
        return false;
    case STEP_FAILS:
        break;
    }
    return false;
}

static bool play(attempt_t *attempt, int *status, unsigned share, unsigned count) {
    const slurm_t *slurm = attempt->job->slurm;
    const double limit_s = slurm->limit_s - lead_s(slurm) / 2;
    bool goes_on =
        work(attempt, status,
             truth_learns(slurm->config)
                 ? truth_call(slurm->config, false, share, count, limit_s)
                 : program_call("selfplay " NIGHT_RUN "/config.json --out " NIGHT_RUN
                                " --task %u/%u --threads 1 --time-limit %.0fs --quiet",
                                share, count, limit_s));
    if (*status == 0 && goes_on && slurm->watcher)
        slurm->watcher(slurm->context, share, count);
    return goes_on;
}

static int script(void *context) {
    attempt_t *attempt = context;
    int status = 0;
    attempt->listens = true;
    if (attempt->job->index < attempt->job->slurm->tasks) {
        (void)play(attempt, &status, (unsigned)attempt->job->index,
                   (unsigned)attempt->job->slurm->tasks);
        return status;
    }
    if (!play(attempt, &status, 0, 1))
        return status;
    if (truth_learns(attempt->job->slurm->config)) {
        (void)work(attempt, &status, program_call("info " NIGHT_RUN));
        return status;
    }
    if (!work(attempt, &status,
              program_call("verify " NIGHT_RUN " --resume " NIGHT_VERIFIED
                           " --threads 1 --quiet")) ||
        !work(attempt, &status,
              program_call("merge " NIGHT_RUN " -o " NIGHT_MERGED
                           " --force --threads 1 --quiet")))
        return status;
    return planted == PLANT_MERGES_EARLY ? 0 : status;
}

/* --- Jobs --------------------------------------------------------------------------- */

static void end_job(job_t *job, int status) {
    slurm_t *slurm = job->slurm;
    bool all = true;
    job->state = JOB_ENDED;
    job->status = status;
    world_log(slurm->world, "job %d has ended with status %d", job->index, status);
    for (int i = 0; i < slurm->tasks; i++)
        all = all && slurm->jobs[i].state == JOB_ENDED;
    job_t *last = &slurm->jobs[slurm->tasks];
    if (all && last->state == JOB_WAITS) {
        last->state = JOB_PENDING;
        last->eligible = world_now(slurm->world) + 5;
    }
}

static void requeue(job_t *job, double seconds) {
    world_log(job->slurm->world, "job %d is requeued", job->index);
    job->state = JOB_PENDING;
    job->eligible = world_now(job->slurm->world) + seconds;
}

static void preempt(job_t *job);

static int run_script(void *context) {
    attempt_t *attempt = context;
    job_t *job = attempt->job;
    int status = script(attempt);
    attempt->script = NULL;
    if (process_is_killed(process_now()))
        return status;
    bool is_current = job->attempt == attempt && job->state == JOB_RUNNING;
    if (!attempt->begins_again && is_current)
        end_job(job, status);
    else if (attempt->begins_again && is_current)
        requeue(job, CREDENTIALS_S);
    else if (attempt->begins_again && job->state == JOB_RUNNING)
        preempt(job); /* Slurm knows the job only by its number */
    return status;
}

static job_t *job_of(slurm_t *slurm, int which) {
    job_t *job = &slurm->jobs[which / STARTS];
    return job->state == JOB_RUNNING && job->starts == which % STARTS ? job : NULL;
}

static int which_of(const job_t *job) {
    return job->index * STARTS + job->starts;
}

static void ask(attempt_t *attempt) {
    if (!attempt->listens || attempt->asked || !attempt->script)
        return;
    world_log(attempt->job->slurm->world, "job %d hears SIGTERM", attempt->job->index);
    attempt->asked = true;
    tell(attempt);
}

static void limit_comes_near(void *context, int which) {
    const job_t *job = job_of(context, which);
    if (job)
        ask(job->attempt);
}

static void kill_attempt(attempt_t *attempt) {
    process_t *script = attempt->script, *child = attempt->child;
    attempt->script = attempt->child = NULL;
    if (child)
        process_kill(child);
    if (script)
        process_kill(script);
}

static void kill_at_limit(void *context, int which) {
    job_t *job = job_of(context, which);
    if (!job)
        return;
    kill_attempt(job->attempt);
    end_job(job, 15);
}

static void limit_is_over(void *context, int which) {
    const job_t *job = job_of(context, which);
    if (!job)
        return;
    job->attempt->taken_away = true;
    ask(job->attempt);
    world_at(job->slurm->world, world_now(job->slurm->world) + KILL_WAIT_S, kill_at_limit,
             context, which);
}

static void start(job_t *job, int node) {
    slurm_t *slurm = job->slurm;
    double now = world_now(slurm->world);
    attempt_t *attempt = memory_new(1, sizeof *attempt);
    *attempt = (attempt_t){
        .job = job, .number = ++job->starts, .node = node, .next = slurm->attempts};
    slurm->attempts = job->attempt = attempt;
    job->state = JOB_RUNNING;
    world_log(slurm->world, "job %d starts on node %d", job->index, node);
    attempt->script = world_start(slurm->world, node, run_script, attempt);
    world_at(slurm->world,
             now + slurm->limit_s - lead_s(slurm) - world_real(slurm->world, 0, 30),
             limit_comes_near, slurm, which_of(job));
    world_at(slurm->world, now + slurm->limit_s, limit_is_over, slurm, which_of(job));
}

static int jobs_on(const slurm_t *slurm, int node) {
    int count = 0;
    for (int i = 0; i <= slurm->tasks; i++)
        count +=
            slurm->jobs[i].state == JOB_RUNNING && slurm->jobs[i].attempt->node == node;
    return count;
}

static void schedule(void *context, int which) {
    slurm_t *slurm = context;
    double now = world_now(slurm->world);
    (void)which;
    for (int i = 0; i <= slurm->tasks; i++) {
        job_t *job = &slurm->jobs[i];
        int node = 1 + (int)world_chance(slurm->world, (uint32_t)slurm->nodes);
        if (job->state == JOB_PENDING && job->eligible <= now && !slurm->is_down[node] &&
            jobs_on(slurm, node) < JOBS_OF_NODE)
            start(job, node);
    }
    if (!slurm_is_over(slurm))
        world_at(slurm->world, now + 30, schedule, slurm, 0);
}

/* --- Failures ----------------------------------------------------------------------- */

static void node_is_back(void *context, int node) {
    slurm_t *slurm = context;
    slurm->is_down[node] = false;
}

/* Slurm notices later that a node is down, and requeues its jobs. */
static void notice_loss(void *context, int which) {
    slurm_t *slurm = context;
    job_t *job = job_of(slurm, which);
    if (!job)
        return;
    requeue(job, CREDENTIALS_S);
}

static void lose_jobs(slurm_t *slurm, int node, double seconds) {
    for (int i = 0; i <= slurm->tasks; i++)
        if (slurm->jobs[i].state == JOB_RUNNING && slurm->jobs[i].attempt->node == node)
            world_at(slurm->world, world_now(slurm->world) + seconds, notice_loss, slurm,
                     which_of(&slurm->jobs[i]));
}

void slurm_node_fails(slurm_t *slurm, int node) {
    double now = world_now(slurm->world);
    if (slurm->is_down[node])
        return;
    world_log(slurm->world, "node %d loses power", node);
    slurm->is_down[node] = true;
    world_kill_node(slurm->world, node);
    disk_node_dies(world_disk(slurm->world), node);
    lose_jobs(slurm, node, NOTICES_NODE_S);
    world_at(slurm->world, now + world_real(slurm->world, 300, 3000), node_is_back, slurm,
             node);
}

static void reconnect(void *context, int node) {
    slurm_t *slurm = context;
    world_log(slurm->world, "node %d is reachable again", node);
    for (int i = 0; i <= slurm->tasks; i++)
        if (slurm->jobs[i].state == JOB_RUNNING && slurm->jobs[i].attempt->node == node)
            return; /* it was back before Slurm marked it down */
    world_kill_node(slurm->world, node);
    slurm->is_down[node] = false;
}

void slurm_node_is_cut_off(slurm_t *slurm, int node) {
    if (slurm->is_down[node])
        return;
    world_log(slurm->world, "node %d is cut off from Slurm", node);
    slurm->is_down[node] = true;
    lose_jobs(slurm, node, NOTICES_NODE_S);
    world_at(slurm->world, world_now(slurm->world) + world_real(slurm->world, 400, 3000),
             reconnect, slurm, node);
}

static job_t *running_job(slurm_t *slurm, int number) {
    for (int i = 0; i <= slurm->tasks; i++) {
        job_t *job = &slurm->jobs[(i + number) % (slurm->tasks + 1)];
        if (job->state == JOB_RUNNING && job->attempt->script)
            return job;
    }
    return NULL;
}

static void kill_preempted(void *context, int which) {
    job_t *job = job_of(context, which);
    if (!job)
        return;
    kill_attempt(job->attempt);
    requeue(job, CREDENTIALS_S);
}

static void preempt(job_t *job) {
    slurm_t *slurm = job->slurm;
    world_log(slurm->world, "job %d is preempted", job->index);
    job->attempt->taken_away = true;
    ask(job->attempt);
    world_at(slurm->world, world_now(slurm->world) + KILL_WAIT_S, kill_preempted, slurm,
             which_of(job));
}

void slurm_preempts(slurm_t *slurm, int number) {
    job_t *job = running_job(slurm, number);
    if (job)
        preempt(job);
}

void slurm_cancels(slurm_t *slurm, int number) {
    job_t *job = running_job(slurm, number);
    if (!job)
        return;
    world_log(slurm->world, "job %d is cancelled", job->index);
    job->attempt->taken_away = true;
    ask(job->attempt);
    world_at(slurm->world, world_now(slurm->world) + KILL_WAIT_S, kill_at_limit, slurm,
             which_of(job));
}

void slurm_kills_program(slurm_t *slurm, int number) {
    const job_t *job = running_job(slurm, number);
    if (!job || !job->attempt->child)
        return;
    world_log(slurm->world, "the program of job %d is killed", job->index);
    process_kill(job->attempt->child);
}

void slurm_site_fails(slurm_t *slurm) {
    double now = world_now(slurm->world);
    world_log(slurm->world, "the site loses power");
    for (int node = 0; node < NODES; node++) {
        world_kill_node(slurm->world, node);
        slurm->is_down[node] = true;
        lose_jobs(slurm, node, NOTICES_NODE_S);
        world_at(slurm->world, now + world_real(slurm->world, 300, 3000), node_is_back,
                 slurm, node);
    }
    disk_loses_power(world_disk(slurm->world));
}

/* --- Submitting --------------------------------------------------------------------- */

slurm_t *slurm_new(world_t *world, int config, int tasks, int nodes, double limit_s) {
    slurm_t *slurm = memory_new(1, sizeof *slurm);
    REQUIRE(tasks < MOST_JOBS && nodes < NODES);
    *slurm = (slurm_t){.world = world,
                       .config = config,
                       .tasks = tasks,
                       .nodes = nodes,
                       .limit_s = limit_s};
    for (int i = 0; i <= tasks; i++)
        slurm->jobs[i] = (job_t){.slurm = slurm, .index = i, .status = -1};
    return slurm;
}

void slurm_free(slurm_t *slurm) {
    for (attempt_t *attempt = slurm->attempts, *next; attempt; attempt = next) {
        next = attempt->next;
        free(attempt);
    }
    free(slurm);
}

void slurm_watch(slurm_t *slurm, void (*watcher)(void *, unsigned, unsigned),
                 void *context) {
    slurm->watcher = watcher;
    slurm->context = context;
}

void slurm_submit(slurm_t *slurm) {
    double now = world_now(slurm->world);
    for (int i = 0; i < slurm->tasks; i++) {
        slurm->jobs[i].state = JOB_PENDING;
        slurm->jobs[i].eligible = now + world_real(slurm->world, 0, 300);
    }
    schedule(slurm, 0);
}

bool slurm_is_over(const slurm_t *slurm) {
    return slurm->jobs[slurm->tasks].state == JOB_ENDED;
}

int slurm_finish_status(const slurm_t *slurm) {
    return slurm->jobs[slurm->tasks].status;
}

const char *slurm_failure(const slurm_t *slurm) {
    return slurm->failure[0] ? slurm->failure : NULL;
}
