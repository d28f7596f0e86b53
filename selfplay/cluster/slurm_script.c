#include "selfplay/cluster/slurm_script.h"

#include "core/base/duration.h"
#include "core/base/memory_stream.h"
#include "core/base/plain_text.h"
#include "core/base/text.h"
#include "core/game/outside_game.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes part of a double-quoted word in an #SBATCH line. */
static void put_quoted(FILE *out, const char *text) {
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\\%c" : "%c", *text);
}

static const char *name_of(const char *run) {
    const char *slash = strrchr(run, '/');
    return slash && slash[1] ? slash + 1 : "run";
}

/* --- Checks ------------------------------------------------------------------------- */

/* Options that the script sets itself, and fulcrum's options for them. */
static const struct {
    const char *option, *instead;
} reserved[] = {
    {"--array", "--tasks"},
    {"-a", "--tasks"},
    {"--time", "--time"},
    {"-t", "--time"},
    {"--dependency", NULL},
    {"-d", NULL},
    {"--signal", NULL},
    {"--wrap", NULL},
    {"--no-requeue", NULL},
    {"--output", NULL},
    {"-o", NULL},
    {"--open-mode", NULL},
    {"--cpus-per-task", "--threads"},
    {"-c", "--threads"},
};

/* Whether a word gives an option: "--time=8:00:00", or abbreviated "--tim=8:00:00"
 * (sbatch rejects ambiguous ones); "-t8", or after options without a value "-Qt8". */
static bool says_option(const char *word, const char *option) {
    static const char without_value[] = "hHIkOQsvVW";
    if (word[0] != '-')
        return false;
    if (option[1] != '-')
        return word[1 + strspn(word + 1, without_value)] == option[1];
    size_t length = strcspn(word, "=");
    return length > 2 && strncmp(word, option, length) == 0;
}

/* A word of an option without quotes and backslashes, which Slurm removes. */
static void bare_word(const char *word, size_t length, char *bare) {
    for (size_t i = 0; i < length; i++)
        if (!strchr("\"'\\", word[i]))
            *bare++ = word[i];
    *bare = 0;
}

static const char *find_reserved(const char *bare, const char **instead) {
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
        if (says_option(bare, reserved[i].option)) {
            *instead = reserved[i].instead;
            return reserved[i].option;
        }
    return NULL;
}

static bool check_option(const char *text, failure_t *error) {
    if (text[0] != '-' || !plain_text_is_line(text, SIZE_MAX))
        return error_set(error,
                         "--sbatch \"%.80s\": options of sbatch begin with a dash, as in "
                         "--sbatch=\"--partition=long --mem=8G\", on " PLAIN_TEXT_ALLOWED,
                         text);
    char *bare = memory_new(strlen(text) + 1, 1);
    const char *found = NULL, *instead = NULL;
    for (const char *word = text; *word && !found; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        bare_word(word, length, bare);
        found = find_reserved(bare, &instead);
        word += length;
    }
    free(bare);
    return !found ||
           error_set(error, "--sbatch \"%.80s\": %s is set by the script%s%s", text,
                     found, instead ? ": use fulcrum's " : "", instead ? instead : "");
}

/* Slurm gives backslashes in file names a special meaning. */
static bool check_path(const char *path, failure_t *error) {
    for (const char *c = path; *c; c++)
        if ((unsigned char)*c < ' ' || *c == '\\')
            return error_set(error,
                             "%s: Slurm accepts no path with a backslash or a control "
                             "character",
                             path);
    return true;
}

/* Variables that sbatch puts above the options in a script. */
static bool check_environment(failure_t *error) {
    static const char *const overriding[] = {"SBATCH_ARRAY_INX", "SBATCH_TIMELIMIT",
                                             "SBATCH_SIGNAL",    "SBATCH_NO_REQUEUE",
                                             "SBATCH_OPEN_MODE", "SBATCH_OUTPUT"};
    for (size_t i = 0; i < sizeof overriding / sizeof overriding[0]; i++)
        if (getenv(overriding[i]))
            return error_set(error,
                             "%s is in the environment, and sbatch would let it override "
                             "what the script sets: unset it",
                             overriding[i]);
    return true;
}

bool slurm_script_check(const slurm_order_t *order, failure_t *error) {
    if (!check_environment(error))
        return false;
    if (!check_path(order->run, error) || !check_path(order->program, error) ||
        (order->merged && !check_path(order->merged, error)))
        return false;
    for (int i = 0; i < order->num_options; i++)
        if (!check_option(order->options[i], error))
            return false;
    for (int i = 0; i < order->num_set_up; i++)
        if (strchr(order->set_up[i], '\n'))
            return error_set(error, "--set-up is one line of shell");
    return true;
}

/* The path of a job's log in Slurm's syntax, where % begins %A and the like. */
static char *log_pattern(const char *run, const char *name) {
    char *text;
    size_t size;
    FILE *out = memory_stream_open(&text, &size);
    for (; *run; run++)
        fputs(*run == '%' ? "%%" : (char[]){*run, 0}, out);
    fprintf(out, "/" SLURM_LOGS "/%s", name);
    memory_stream_close(out);
    return text;
}

/* --- The script --------------------------------------------------------------------- */

static const char body[] =
    "# A task of an array also has a job number of its own, which may be the array's.\n"
    "job=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID}\n"
    "job=${job:-$SLURM_JOB_ID}\n"
    "verified=$logs/$job.verified\n"
    "say() {\n"
    "    echo \"$(date '+%F %T') $(uname -n) job $job: $*\"\n"
    "}\n"
    "[ -x \"$program\" ] || { say \"there is no $program on this node\"; exit 2; }\n"
    "[ -d \"$run\" ] || { say \"there is no $run on this node\"; exit 2; }\n"
    "\n"
    "# As many threads as CPUs were given. They are bound to CPUs only where Slurm has\n"
    "# bound the job to its own: otherwise a node's jobs would share its first CPUs.\n"
    "given=${SLURM_CPUS_ON_NODE:-1}\n"
    "threads=${SLURM_CPUS_PER_TASK:-$given}\n"
    "usable=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)\n"
    "if [ \"$usable\" -le \"$given\" ]; then\n"
    "    export OMP_PROC_BIND=${OMP_PROC_BIND:-spread}\n"
    "    export OMP_PLACES=${OMP_PLACES:-threads}\n"
    "else\n"
    "    export OMP_PROC_BIND=false\n"
    "fi\n"
    "\n"
    "# Slurm signals only this script, before the time limit and when it ends the job.\n"
    "# The script signals the program, once and by SIGUSR1: where Slurm sends SIGTERM\n"
    "# to both, two of the same kind would end it at once. It then exits with status 3.\n"
    "child= told=\n"
    "tell() {\n"
    "    [ -n \"$asked\" ] && [ -n \"$child\" ] && [ \"$told\" != \"$child\" ] ||\n"
    "        return\n"
    "    told=$child\n"
    "    kill -USR1 \"$child\" 2>/dev/null\n"
    "}\n"
    "trap 'trap \"\" TERM; asked=1; tell' TERM\n"
    "\n"
    "# Runs a command to its end; its exit status is in $status.\n"
    "step() {\n"
    "    \"$@\" </dev/null &\n"
    "    child=$!\n"
    "    tell\n"
    "    status=\n"
    "    until [ -n \"$status\" ]; do\n"
    "        wait \"$child\"\n"
    "        status=$?\n"
    "        # Still running: only the wait was interrupted, by the signal.\n"
    "        kill -0 \"$child\" 2>/dev/null && status=\n"
    "    done\n"
    "    wait \"$child\" # the status that the shell has stored\n"
    "    status=$?\n"
    "    child=\n"
    "}\n"
    "\n"
    "# Requeues this job where Slurm would not: only a job that was not cancelled or\n"
    "# preempted is still RUNNING. Gives up after four starts that saved nothing new.\n"
    "begin_again() {\n"
    "    local share=$1 attempt state line kept=$logs/$job.kept\n"
    "    trap '' TERM # Slurm sends it to requeued jobs\n"
    "    for attempt in 1 2 3 4 5; do\n"
    "        state=$(squeue --noheader --jobs=\"$job\" --format=%T) && break\n"
    "        sleep 3\n"
    "    done\n"
    "    if [ \"$state\" != RUNNING ]; then\n"
    "        say \"stopped; Slurm ended the job (${state:-gone})\"\n"
    "        exit 3\n"
    "    fi\n"
    "    line=$(\"$program\" status \"$run\" --task \"$share\" --kept)\n"
    "    [ ! -e \"$verified\" ] || line=\"$line; $(cat \"$verified\")\"\n"
    "    echo \"$line\" >>\"$kept\"\n"
    "    if [ \"$(wc -l <\"$kept\")\" -ge 4 ] &&\n"
    "        [ \"$(tail -n 4 \"$kept\" | sort -u | wc -l)\" -eq 1 ]; then\n"
    "        say 'nothing new was saved in four starts in a row: giving up.'\n"
    "        say \"It needs a longer --time or more memory: $step\"\n"
    "        exit 2\n"
    "    fi\n"
    "    for attempt in 1 2 3 4 5; do\n"
    "        if scontrol requeue \"$job\"; then\n"
    "            say 'stopped, with what was done saved; requeued'\n"
    "            exit 0\n"
    "        fi\n"
    "        sleep 3\n"
    "    done\n"
    "    say 'Slurm does not requeue this job: what is missing is left to other jobs'\n"
    "    exit 3\n"
    "}\n"
    "\n"
    "# One step of the work on a share (I/N) of the run; exits on an error.\n"
    "work() {\n"
    "    local share=$1\n"
    "    shift\n"
    "    step=$*\n"
    "    say \"$step\"\n"
    "    step \"$@\"\n"
    "    [ $status -ne 0 ] || return 0\n"
    "    [ $status -le 128 ] ||\n"
    "        say \"ended by signal $((status - 128)) (9: killed, or out of memory)\"\n"
    "    [ $status -ne 3 ] && [ $status -le 128 ] || begin_again \"$share\"\n"
    "    say \"failed with status $status: $step\"\n"
    "    exit $status\n"
    "}\n"
    "play() {\n"
    "    work \"$1\" \"$program\" selfplay \"$run/config.json\" --out \"$run\" \\\n"
    "        --task \"$1\" --threads \"$threads\" --time-limit \"$time_limit\" --quiet\n"
    "}\n"
    "\n"
    "if [ \"$1\" != finish ]; then\n"
    "    play \"$SLURM_ARRAY_TASK_ID/$tasks\"\n"
    "    exit 0\n"
    "fi\n"
    "play 0/1\n"
    "work 0/1 \"$program\" verify \"$run\" --resume \"$verified\" \\\n"
    "    --threads \"$threads\" --quiet\n"
    "if [ -n \"$merged\" ] && [ ! -e \"$merged\" ]; then\n"
    "    work 0/1 \"$program\" merge \"$run\" -o \"$merged\" \\\n"
    "        --threads \"$threads\" --quiet\n"
    "fi\n"
    "# A job that merged it may have been killed before its name was synced to disk.\n"
    "[ -z \"$merged\" ] || sync \"${merged%/*}\"\n"
    "say 'the run is complete and verified'\n";

/* The time between signal and time limit; Slurm may signal up to a minute earlier.
 * Without a signal the program stops by its own clock, half this time before the limit.
 */
static long lead_s(long time_s) {
    long lead = time_s / 10;
    return lead < 15 ? 15 : lead > 120 ? 120 : lead;
}

static void put_options(FILE *out, const slurm_order_t *order) {
    char time[DURATION_TEXT];
    char *logs = log_pattern(order->run, "%A_%a.txt");
    duration_write((double)order->time_s, time);
    fprintf(out, "#SBATCH --job-name=\"fulcrum-");
    put_quoted(out, name_of(order->run));
    fprintf(out,
            "\"\n"
            "#SBATCH --nodes=1 --ntasks=1 --cpus-per-task=%ld --mem-per-cpu=%ldM\n"
            "#SBATCH --time=%s\n"
            "#SBATCH --signal=B:TERM@%ld\n"
            "#SBATCH --requeue --open-mode=append\n"
            "#SBATCH --output=\"",
            order->threads, order->memory_mb, time, lead_s(order->time_s));
    put_quoted(out, logs);
    fprintf(out, "\"\n");
    free(logs);
    for (int i = 0; i < order->num_options; i++)
        fprintf(out, "#SBATCH %s\n", order->options[i]);
}

static void put_variable(FILE *out, const char *name, const char *value) {
    fprintf(out, "%s=", name);
    text_print_shell_word(out, value);
    fputc('\n', out);
}

/* Games of shared objects, also for the tasks. */
static void put_games(FILE *out) {
    char *paths = outside_games_paths();
    if (*paths)
        put_variable(out, "export " OUTSIDE_GAMES_VARIABLE, paths);
    free(paths);
}

char *slurm_script_text(const slurm_order_t *order) {
    char *text, limit[32];
    size_t size;
    FILE *out = memory_stream_open(&text, &size);
    fprintf(out,
            "#!/bin/bash\n"
            "# Written by `fulcrum slurm`, which prints how to submit it. As a task "
            "of an array it\n"
            "# plays a share of the run; with the argument `finish` it plays what is "
            "missing, verifies\n"
            "# the run and merges its files.\n");
    put_options(out, order);
    fputs("\n# Slurm may signal before the program has started: tell, below, passes "
          "it on.\n"
          "asked=\n"
          "trap 'asked=1' TERM\n\n",
          out);
    put_variable(out, "program", order->program);
    put_variable(out, "run", order->run);
    put_variable(out, "merged", order->merged ? order->merged : "");
    snprintf(limit, sizeof limit, "%ld", order->tasks);
    put_variable(out, "tasks", limit);
    snprintf(limit, sizeof limit, "%lds", order->time_s - lead_s(order->time_s) / 2);
    put_variable(out, "time_limit", limit);
    fprintf(out, "logs=$run/" SLURM_LOGS "\n");
    put_games(out);
    for (int i = 0; i < order->num_set_up; i++)
        fprintf(out, "%s\n", order->set_up[i]);
    fprintf(out, "\n%s", body);
    memory_stream_close(out);
    return text;
}

/* --- Submitting --------------------------------------------------------------------- */

static void put_script(FILE *out, const slurm_order_t *order) {
    char *path = memory_new(strlen(order->run) + sizeof "/" SLURM_SCRIPT, 1);
    sprintf(path, "%s/" SLURM_SCRIPT, order->run);
    text_print_shell_word(out, path);
    free(path);
}

char *slurm_array_command(const slurm_order_t *order) {
    char *text;
    size_t size;
    FILE *out = memory_stream_open(&text, &size);
    fprintf(out, "sbatch --parsable --array=0-%ld ", order->tasks - 1);
    put_script(out, order);
    memory_stream_close(out);
    return text;
}

char *slurm_finish_command(const slurm_order_t *order, const char *array) {
    char *text, *output, *logs = log_pattern(order->run, "%j_finish.txt");
    size_t size;
    FILE *out = memory_stream_open(&output, &size);
    fprintf(out, "--output=%s", logs);
    memory_stream_close(out);
    out = memory_stream_open(&text, &size);
    fprintf(out, "sbatch --parsable --dependency=afterany:%s --kill-on-invalid-dep=yes ",
            array);
    text_print_shell_word(out, output);
    fputc(' ', out);
    put_script(out, order);
    fprintf(out, " finish");
    memory_stream_close(out);
    free(output);
    free(logs);
    return text;
}
