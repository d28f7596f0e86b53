/* fulcrum slurm: writes the batch script that plays a run on a cluster, and submits it.
 */
#include "core/base/duration.h"
#include "core/base/files/publish.h"
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "core/game/outside_game.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/cluster/slurm_script.h"
#include "selfplay/config/run_config.h"
#include "selfplay/estimate/estimate.h"
#include "selfplay/estimate/sample_games.h"
#include "selfplay/play/run_resources.h"
#include "selfplay/run/run.h"

#include <errno.h>
#include <limits.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct call {
    cli_words_t words; /* the first is the configuration file */
    slurm_order_t order;
    const char *folder, *merge;
    bool submit, no_estimate;
} call_t;

enum {
    MAX_TASKS = 100000,
    RUN_PATH_TAIL = 256 /* room for the names in a run's folder */
};

#define ESTIMATE_S 3.0          /* at most */
#define ESTIMATE_PRECISION 0.05 /* that is enough sooner */

static bool read_time(const char *word, void *field, failure_t *error) {
    double seconds;
    long *time_s = field;
    if (!duration_read(word, &seconds))
        return false;
    if (seconds < SLURM_MIN_TIME_S)
        return error_set(error, "must be a minute at least: Slurm counts in minutes");
    *time_s = (long)seconds;
    return true;
}

static bool add_extra(const char **extras, int *count, const char *word,
                      failure_t *error) {
    if (*count == SLURM_MAX_EXTRA)
        return error_set(error, "too many: \"%s\" is one more than %d", word,
                         SLURM_MAX_EXTRA);
    extras[(*count)++] = word;
    return true;
}

static bool read_sbatch(const char *word, void *field, failure_t *error) {
    slurm_order_t *order = field;
    return add_extra(order->options, &order->num_options, word, error);
}

static bool read_set_up(const char *word, void *field, failure_t *error) {
    slurm_order_t *order = field;
    return add_extra(order->set_up, &order->num_set_up, word, error);
}

static const option_t options[] = {
    OPTION_FOLDER("out", 'o', "DIR", call_t, folder,
                  "Folder of the run, visible to all nodes", .required = true),
    OPTION_WHOLE("tasks", 'n', "N", call_t, order.tasks, 1, MAX_TASKS,
                 "Number of parallel jobs, each playing a share of the files",
                 .required = true),
    OPTION_FORM("time", 0, "TIME", call_t, order.time_s, read_time,
                "a time such as " DURATION_FORMS,
                "Time limit of a job, " DURATION_FORMS
                "; unfinished work continues in a new one",
                .required = true),
    CLI_OPTION_THREADS(call_t, order.threads, "CPUs per task, with one thread each",
                       .fallback = "1"),
    OPTION_FORM("sbatch", 0, "OPTIONS", call_t, order, read_sbatch, "a text",
                "Options of sbatch, as in --sbatch=\"--partition=long --mem=8G\" (can be "
                "repeated)"),
    OPTION_FORM("set-up", 0, "LINE", call_t, order, read_set_up, "a line of shell",
                "A line of shell to run before the program starts, as in "
                "--set-up=\"module load hdf5\" (can be repeated)"),
    OPTION_FILE("merge", 0, "FILE.h5", call_t, merge,
                "File to which the last job merges the run; no: none (default: DIR.h5)"),
    OPTION_FLAG("no-estimate", 0, call_t, no_estimate,
                "Do not play for some seconds to estimate the run's time"),
    OPTION_FLAG("submit", 0, call_t, submit,
                "Submit the jobs instead of printing the commands"),
};

/* --- Checks ------------------------------------------------------------------------- */

/* The path of this program, for the nodes. */
static bool find_program(char path[PATH_MAX], failure_t *error) {
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    path[length > 0 ? length : 0] = 0;
    return (length > 0 && access(path, X_OK) == 0) ||
           error_set(error,
                     "the program's own path is not known (%s): it was replaced or "
                     "removed while it ran",
                     path);
}

/* Whether the first games of a run are all played. */
static bool has_games(const run_t *run, uint64_t games) {
    uint64_t size = run->length.shard_games;
    for (uint64_t first = 0; first < games; first += size) {
        uint64_t wanted = games - first < size ? games - first : size;
        if (run_shard_held(run, first / size) < wanted)
            return false;
    }
    return true;
}

/* Sets config->games to the requested number, or else to the length of the run in the
 * folder. Jobs play all of a run: *exists: it is longer, and the requested games are
 * all played. */
static bool settle_games(run_config_t *config, const char *folder, bool *exists,
                         failure_t *error) {
    char path[RUN_PATH], text[256], shorter[RUN_SHORTER];
    text_t out = text_into(text, sizeof text), how = text_into(shorter, sizeof shorter);
    run_config_t stored;
    run_t run;
    run_config_path(folder, path);
    if (access(path, F_OK) != 0) {
        config->games = config->games > 0 ? config->games : RUN_DEFAULT_GAMES;
        return true;
    }
    if (!run_fits(config, folder, error) ||
        !run_view_stored(&run, &stored, folder, error))
        return false;
    if (config->games == 0)
        config->games = (int64_t)run.games;
    /* A run that was killed while it was being created has length 0. */
    uint64_t asked = (uint64_t)config->games;
    bool is_less = asked < run.length.games;
    *exists = is_less && has_games(&run, asked);
    run_write_there(&run, asked, &out);
    if (is_less)
        run_write_shorter(&run, asked, &how);
    if (*exists)
        printf("%s: %s%s\n", folder, text, shorter);
    else if (is_less)
        error_set(error,
                  "%s: %s; jobs play all of a run: give games=%llu, or omit games%s",
                  folder, text, (unsigned long long)run.games, shorter);
    run_close(&run);
    run_config_clear(&stored);
    return *exists || !is_less;
}

static bool check_tasks(const run_config_t *config, long tasks, failure_t *error) {
    uint64_t files = run_num_shards(config, (uint64_t)config->games);
    return (uint64_t)tasks <= files ||
           error_set(
               error,
               "--tasks %ld: the run has %llu file%s of games for them (games=%lld, "
               "shard_games=%lld): choose fewer tasks or a smaller shard_games",
               tasks, (unsigned long long)files, TEXT_PLURAL(files),
               (long long)config->games, (long long)config->shard_games);
}

/* An absolute path, without trailing slashes. */
static bool make_absolute(const char *path, char absolute[PATH_MAX], failure_t *error) {
    char here[PATH_MAX];
    if (path[0] != '/' && !getcwd(here, sizeof here))
        return error_set(error, "the path of the current folder is not known: %s",
                         strerror(errno));
    int length = path[0] == '/' ? snprintf(absolute, PATH_MAX, "%s", path)
                                : snprintf(absolute, PATH_MAX, "%s/%s", here, path);
    if (length >= PATH_MAX - RUN_PATH_TAIL)
        return error_set(error, "%.100s...: the path is too long", path);
    while (length > 1 && absolute[length - 1] == '/')
        absolute[--length] = 0;
    return true;
}

/* Checks now, not after playing, that the file does not exist but its folder does. The
 * folder of the default file is created with the run. */
static bool check_merged(const call_t *call, const char *merged, failure_t *error) {
    char folder[PATH_MAX];
    if (access(merged, F_OK) == 0)
        return error_set(error,
                         "%s: already exists, but the run is to be merged to it: "
                         "choose another --merge FILE.h5, or --merge no",
                         merged);
    snprintf(folder, sizeof folder, "%s", merged);
    char *slash = strrchr(folder, '/');
    slash[slash == folder] = 0;
    return !call->merge || access(folder, W_OK) == 0 ||
           error_set(error, "--merge: %s is not writable: %s", folder, strerror(errno));
}

static bool is_in_path(const char *program) {
    const char *path = getenv("PATH");
    char candidate[PATH_MAX];
    while (path && *path) {
        int length = (int)strcspn(path, ":");
        snprintf(candidate, sizeof candidate, "%.*s/%s", length, path, program);
        if (access(candidate, X_OK) == 0)
            return true;
        path += length + (path[length] ? 1 : 0);
    }
    return false;
}

/* --- Writing and submitting --------------------------------------------------------- */

static bool write_script(const slurm_order_t *order, failure_t *error) {
    char path[RUN_PATH];
    char *text = slurm_script_text(order);
    bool ok = snprintf(path, sizeof path, "%s/" SLURM_LOGS, order->run) < RUN_PATH ||
              error_set(error, "%.100s...: the path is too long", order->run);
    ok = ok && publish_folder(path, error);
    snprintf(path, sizeof path, "%s/" SLURM_SCRIPT, order->run);
    ok = ok && publish_file(path, text, strlen(text), error);
    free(text);
    return ok;
}

/* Runs a shell command and reads the job number that it prints: "12" or "12;cluster". */
static bool submit_line(const char *line, char job[32], failure_t *error) {
    char answer[256] = "";
    fflush(stdout);
    /* NOLINTNEXTLINE(cert-env33-c): a command written by this program */
    FILE *pipe = popen(line, "r");
    bool read = pipe && fgets(answer, sizeof answer, pipe) != NULL;
    int status = pipe ? pclose(pipe) : -1;
    size_t digits = strspn(answer, "0123456789");
    if (status != 0 || !read || digits == 0 || digits > 20)
        return error_set(error, "sbatch failed, with the message above: %s", line);
    snprintf(job, 32, "%.*s", (int)digits, answer);
    return true;
}

static bool submit(const slurm_order_t *order, const game_class_t *class,
                   failure_t *error) {
    char array[32], finish[32], call[OUTSIDE_GAME_CALL];
    char *line = slurm_array_command(order);
    bool ok = submit_line(line, array, error);
    free(line);
    if (!ok)
        return false;
    line = slurm_finish_command(order, array);
    ok = submit_line(line, finish, error);
    free(line);
    if (!ok)
        return error_prefix(
            error, "job %s, the array, was submitted, but not the last job", array);
    printf("submitted: job %s, an array of %ld, and job %s, which comes last\n"
           "cancel:    scancel %s %s\n"
           "progress:  %s status ",
           array, order->tasks, finish, array, finish, outside_game_call(class, call));
    text_print_shell_word(stdout, order->run);
    fputc('\n', stdout);
    return true;
}

static void print_lines(const slurm_order_t *order) {
    char *array = slurm_array_command(order);
    char *finish = slurm_finish_command(order, "\"${job%%;*}\"");
    printf("job=$(%s) &&\n%s\n", array, finish);
    free(array);
    free(finish);
}

/* The paths that an order points to. */
typedef struct paths {
    char program[PATH_MAX], run[PATH_MAX], merged[PATH_MAX];
} paths_t;

/* All checks, before anything is written. */
static bool prepare(call_t *call, run_config_t *config, paths_t *paths, bool *exists,
                    failure_t *error) {
    slurm_order_t *order = &call->order;
    bool merges = !call->merge || strcmp(call->merge, "no") != 0;
    order->memory_mb = run_memory_of_thread(config);
    order->program = paths->program;
    order->run = paths->run;
    if (call->submit && !is_in_path("sbatch"))
        return error_set(error, "--submit: there is no sbatch here: use a login node of "
                                "the cluster, or omit --submit to print the commands");
    if (!find_program(paths->program, error) ||
        !make_absolute(call->folder, paths->run, error) ||
        !settle_games(config, paths->run, exists, error))
        return false;
    if (*exists)
        return true;
    if (!check_tasks(config, order->tasks, error))
        return false;
    if (merges && call->merge && !make_absolute(call->merge, paths->merged, error))
        return false;
    if (merges && !call->merge)
        snprintf(paths->merged, sizeof paths->merged, "%.*s.h5", PATH_MAX - RUN_PATH_TAIL,
                 paths->run);
    if (merges && !check_merged(call, paths->merged, error))
        return false;
    order->merged = merges ? paths->merged : NULL;
    return slurm_script_check(order, error);
}

/* Plays for some seconds on this machine, with as many threads as a task will have, or
 * all available if these are fewer; outside programs are not started here. */
static void print_estimate(const call_t *call, const run_config_t *config) {
    const slurm_order_t *order = &call->order;
    const sample_limits_t limits = {
        .seconds = ESTIMATE_S, .precision = ESTIMATE_PRECISION, .quiet = true};
    int there = omp_get_num_procs();
    int threads = order->threads < there ? (int)order->threads : there;
    run_estimate_t estimate;
    failure_t error;
    if (run_config_has_engine(config) || run_config_outside_batch(config) > 0) {
        cli_message("no estimate, as outside programs play: use fulcrum estimate where "
                    "they are installed");
        return;
    }
    if (!estimate_run(&estimate, config, threads, &limits, &error)) {
        cli_message("no estimate: %s", error.message);
        return;
    }
    estimate.actions_s *= (double)order->threads / threads;
    estimate.simulations_s *= (double)order->threads / threads;
    cli_message("rough estimate from %.1f s on this machine (see: fulcrum estimate):",
                estimate.seconds);
    estimate_print(&estimate, order->tasks, stderr);
}

static bool carry_out(const call_t *call, const run_config_t *config, failure_t *error) {
    run_t run;
    if (!call->no_estimate)
        print_estimate(call, config);
    if (!run_open(&run, config, call->order.run, error))
        return false;
    run_close(&run);
    if (!write_script(&call->order, error))
        return false;
    if (call->submit)
        return submit(&call->order, config->game->class, error);
    print_lines(&call->order);
    return true;
}

static int run(void *data) {
    call_t *call = data;
    run_config_t config;
    failure_t error;
    paths_t paths;
    bool exists = false;
    if (!run_config_load(&config, call->words.words[0], call->words.words + 1,
                         call->words.count - 1, &error))
        return cli_fail(&error);
    bool ok = run_config_bind(&config, call->words.words[0], &error) &&
              run_config_start_programs(&config, call->words.words[0], &error) &&
              prepare(call, &config, &paths, &exists, &error) &&
              (exists || carry_out(call, &config, &error));
    run_config_clear(&config);
    return ok ? cli_finish_output() : cli_fail(&error);
}

const command_t slurm_command = {
    .name = "slurm",
    .summary = "play a run on a cluster: write the batch script, submit it",
    .description =
        "Write the batch script that plays a run on a Slurm cluster, and print the "
        "commands that submit it: an array of jobs that play, requeued until their share "
        "is done, and a last job that plays what they left, verifies and merges.",
    .notes = "The run's folder and configuration are written at once; the jobs read them "
             "there. `fulcrum status DIR` shows their progress. See "
             "selfplay/cluster/CLUSTER.md for signals, file systems and what to do the "
             "next morning.",
    .arguments = {ARGUMENT("CONFIG.json", WORD_FILE, 1, 1, call_t, words,
                           "no configuration given: use CONFIG.json; examples: configs/"),
                  ARGUMENT("key=value", 0, 0, 0, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
