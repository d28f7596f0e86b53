#define _XOPEN_SOURCE 700 /* realpath */
/* fulcrum slurm: writes the batch script that plays a command's shares on a cluster, and
 * submits it. */
#include "core/base/duration.h"
#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/memory_stream.h"
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "core/game/source/game_source.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/cluster/slurm_script.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct call {
    cli_words_t words; /* the command */
    slurm_order_t order;
    bool submit, no_try;
} call_t;

enum { MAX_TASKS = 100000, MIN_TIME_S = 60, LINE = 256 };

/* --- Options ------------------------------------------------------------------------ */

static bool read_time(const char *word, void *field, failure_t *error) {
    double seconds;
    long *time_s = field;
    if (!duration_read(word, &seconds))
        return false;
    *time_s = (long)seconds;
    return seconds >= MIN_TIME_S ||
           error_set(error, "must be a minute at least: Slurm counts in minutes");
}

static bool read_line(const char *word, void *field, failure_t *error) {
    slurm_lines_t *lines = field;
    if (strchr(word, '\n'))
        return error_set(error, "is one line");
    if (lines->count == SLURM_MAX_LINES)
        return error_set(error, "too many: \"%s\" is one more than %d", word,
                         SLURM_MAX_LINES);
    lines->of[lines->count++] = word;
    return true;
}

static const option_t options[] = {
    OPTION_WHOLE("tasks", 'n', "N", call_t, order.tasks, 1, MAX_TASKS,
                 "Number of parallel jobs, each doing a share", .required = true),
    OPTION_FORM("time", 0, "TIME", call_t, order.time_s, read_time,
                "a time such as " DURATION_FORMS,
                "Time limit of a job, " DURATION_FORMS
                "; unfinished work continues in a new one",
                .required = true),
    CLI_OPTION_THREADS(call_t, order.threads, "CPUs per task, with one thread each",
                       .fallback = "1"),
    OPTION_FORM("then", 0, "COMMAND", call_t, order.then, read_line, "a command",
                "For the last job, after everything is done, as in --then=\"verify RUN\" "
                "(can be repeated)"),
    OPTION_FORM("sbatch", 0, "OPTIONS", call_t, order.options, read_line, "a text",
                "Options of sbatch, as in --sbatch=\"--partition=long --mem=8G\" (can be "
                "repeated)"),
    OPTION_FORM("set-up", 0, "LINE", call_t, order.set_up, read_line, "a line of shell",
                "A line of shell to run before the program starts, as in "
                "--set-up=\"module load hdf5\" (can be repeated)"),
    OPTION_FLAG("no-try", 0, call_t, no_try,
                "Do not run the command here for two seconds first"),
    OPTION_FLAG("submit", 0, call_t, submit,
                "Submit the jobs instead of printing the commands"),
};

/* --- The order ---------------------------------------------------------------------- */

/* Paths, and texts that are freed. */
typedef struct texts {
    char here[PATH_MAX], folder[FILE_PATH];
    char *program, *command;
} texts_t;

/* The path of this program, for the nodes, as a word of a shell. */
static char *find_program(failure_t *error) {
    char path[PATH_MAX], *word = NULL;
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    size_t size;
    path[length > 0 ? length : 0] = 0;
    if (length <= 0 || access(path, X_OK) != 0) {
        error_set(error,
                  "the program's own path is not known (%s): it was replaced or "
                  "removed while it ran",
                  path);
        return NULL;
    }
    FILE *out = memory_stream_open(&word, &size);
    text_print_shell_word(out, path);
    memory_stream_close(out);
    return word;
}

/* Prints a word of the command; the path of a game's source, ./mygame.c or
 * game=./mygame.c, as an absolute one. */
static void print_word(FILE *out, const char *word) {
    static const char game[] = "game=";
    size_t before = strncmp(word, game, strlen(game)) == 0 ? strlen(game) : 0;
    char *path = game_source_is(word) ? realpath(word + before, NULL) : NULL;
    fprintf(out, " %.*s", path ? (int)before : 0, word);
    text_print_shell_word(out, path ? path : word);
    free(path);
}

/* Its script is not that of the command that played the run. */
static bool is_verify(const cli_words_t *words) {
    return strcmp(words->words[0], "verify") == 0;
}

/* A first word with a slash is a program of the user's own. */
static char *quote_command(const call_t *call, const char *program) {
    char *text;
    size_t size;
    FILE *out = memory_stream_open(&text, &size);
    fputs(strchr(call->words.words[0], '/') ? "" : program, out);
    for (int i = 0; i < call->words.count; i++)
        print_word(out, call->words.words[i]);
    memory_stream_close(out);
    return text;
}

/* Whether the command's first word may be the folder that it makes. */
static bool may_name_folder(const char *command) {
    return strcmp(command, "selfplay") == 0 || strcmp(command, "study") == 0;
}

/* The folder that the command's tasks share; of verify its run. */
static const char *find_out(const cli_words_t *words, failure_t *error) {
    if (is_verify(words) && words->count > 1)
        return words->words[1];
    for (int i = 1; i < words->count; i++) {
        const char *word = words->words[i];
        if ((strcmp(word, "--out") == 0 || strcmp(word, "-o") == 0) &&
            i + 1 < words->count)
            return words->words[i + 1];
        if (strncmp(word, "--out=", 6) == 0)
            return word + 6;
    }
    if (words->count > 1 && may_name_folder(words->words[0]) &&
        file_is_folder(words->words[1]))
        return words->words[1];
    error_set(error, "%s: the command needs --out DIR, a folder that all nodes see",
              words->words[0]);
    return NULL;
}

static bool prepare(call_t *call, texts_t *texts, failure_t *error) {
    slurm_order_t *order = &call->order;
    order->out = find_out(&call->words, error);
    if (!order->out)
        return false;
    if (!getcwd(texts->here, sizeof texts->here))
        return error_set(error, "the path of the current folder is not known");
    size_t length = strlen(order->out);
    while (length > 1 && order->out[length - 1] == '/')
        length--;
    if (snprintf(texts->folder, sizeof texts->folder, "%s%s%.*s%s" SLURM_FOLDER,
                 order->out[0] == '/' ? "" : texts->here, order->out[0] == '/' ? "" : "/",
                 (int)length, order->out,
                 is_verify(&call->words) ? ".verify" : "") >= (int)sizeof texts->folder)
        return error_set(error, "%.100s...: the path is too long", order->out);
    texts->program = find_program(error);
    if (!texts->program)
        return false;
    texts->command = quote_command(call, texts->program);
    order->here = texts->here;
    order->folder = texts->folder;
    order->program = texts->program;
    order->command = texts->command;
    return slurm_script_check(order, error);
}

/* --- Trying, writing and submitting ------------------------------------------------- */

/* Runs a line of shell and reads its first line; returns the exit status, or -1. */
static int run_line(const char *line, char answer[LINE]) {
    answer[0] = 0;
    fflush(stdout);
    /* NOLINTNEXTLINE(cert-env33-c): a command written by this program */
    FILE *pipe = popen(line, "r");
    if (!pipe)
        return -1;
    bool read = fgets(answer, LINE, pipe) != NULL;
    while (read && fgetc(pipe) != EOF)
        ;
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Runs the command for two seconds, so that its errors show now; what it plays is kept.
 */
static bool try_command(const slurm_order_t *order, failure_t *error) {
    char *line, answer[LINE];
    size_t size;
    FILE *out = memory_stream_open(&line, &size);
    fprintf(out, "%s --task 0/%ld --threads 1 --time-limit 2s --quiet </dev/null",
            order->command, order->tasks);
    memory_stream_close(out);
    int status = run_line(line, answer);
    free(line);
    return status == EXIT_DONE || status == EXIT_ANSWER_NO || status == EXIT_STOPPED ||
           error_set(error, "the command failed, with the message above; nothing is "
                            "submitted");
}

/* Whether this program can read a command with its words and options, without doing it;
 * given: the names of the options in it. */
static bool parse_line(const char *program, const char *words, char given[LINE],
                       failure_t *error) {
    char *line;
    size_t size;
    FILE *out = memory_stream_open(&line, &size);
    fprintf(out, "%s __parse %s </dev/null", program, words);
    memory_stream_close(out);
    const bool ok = run_line(line, given) == EXIT_DONE;
    free(line);
    return ok || error_set(error,
                           "\"%s\" failed, with the message above; nothing is "
                           "submitted",
                           words);
}

/* The job script adds options to the command, which has to be without them; those of a
 * program of the user's own are not known. */
static bool check_command(const call_t *call, failure_t *error) {
    char given[LINE], *words;
    token_t token;
    if (strchr(call->words.words[0], '/'))
        return true;
    words = quote_command(call, "");
    bool ok = parse_line(call->order.program, words, given, error);
    free(words);
    token_reader_t reader = token_reader(ok ? given : "");
    while (ok && token_next(&reader, &token))
        if (token_is(&token, "task") || token_is(&token, "threads") ||
            token_is(&token, "time-limit"))
            ok = error_set(error,
                           "--%.*s comes from the job script: leave it out after --, and "
                           "give --tasks, --threads and --time before it",
                           (int)token.length, token.start);
    return ok;
}

/* Not of those with more of the shell in them than words. */
static bool check_then(const slurm_order_t *order, failure_t *error) {
    char given[LINE];
    bool ok = true;
    for (int i = 0; ok && i < order->then.count; i++)
        ok = strpbrk(order->then.of[i], ";&|<>()$`#\\") ||
             parse_line(order->program, order->then.of[i], given, error);
    return ok;
}

static bool write_script(const slurm_order_t *order, failure_t *error) {
    char path[FILE_PATH + 16];
    char *text = slurm_script_text(order);
    snprintf(path, sizeof path, "%s/logs", order->folder);
    bool ok = publish_folder(path, error);
    snprintf(path, sizeof path, "%s/job.sh", order->folder);
    ok = ok && publish_file(path, text, strlen(text), error);
    free(text);
    return ok;
}

/* The line that submits the array; after: its job, for the last job; NULL: the array. */
static char *sbatch_line(const slurm_order_t *order, const char *after) {
    char *line, path[FILE_PATH + 16];
    size_t size;
    FILE *out = memory_stream_open(&line, &size);
    snprintf(path, sizeof path, "%s/job.sh", order->folder);
    fprintf(out, "sbatch --parsable --array=0-%ld ", after ? 0 : order->tasks - 1);
    if (after)
        fprintf(out, "--dependency=afterany:%s --kill-on-invalid-dep=yes ", after);
    text_print_shell_word(out, path);
    fputs(after ? " finish" : "", out);
    memory_stream_close(out);
    return line;
}

/* Submits a job and reads its number: "12" or "12;cluster". */
static bool submit_job(char *line, char job[32], failure_t *error) {
    char answer[LINE];
    int status = run_line(line, answer);
    size_t digits = strspn(answer, "0123456789");
    bool ok = (status == 0 && digits > 0 && digits <= 20) ||
              error_set(error, "sbatch failed, with the message above: %s", line);
    snprintf(job, 32, "%.*s", ok ? (int)digits : 0, answer);
    free(line);
    return ok;
}

static bool submit(const slurm_order_t *order, failure_t *error) {
    char array[32], last[32];
    if (!submit_job(sbatch_line(order, NULL), array, error))
        return false;
    if (!submit_job(sbatch_line(order, array), last, error))
        return error_prefix(
            error, "job %s, the array, was submitted, but not the last job", array);
    printf("submitted: job %s, an array of %ld, and job %s, which comes last\n"
           "cancel:    scancel %s %s\n"
           "logs:      %s/logs\n",
           array, order->tasks, last, array, last, order->folder);
    return true;
}

static void print_lines(const slurm_order_t *order) {
    char *array = sbatch_line(order, NULL);
    char *last = sbatch_line(order, "\"${job%%;*}\"");
    printf("job=$(%s) &&\n%s\n", array, last);
    free(array);
    free(last);
}

static int run(void *data) {
    call_t *call = data;
    texts_t texts = {0};
    failure_t error;
    bool ok = prepare(call, &texts, &error) && check_command(call, &error) &&
              check_then(&call->order, &error) &&
              (call->no_try || try_command(&call->order, &error)) &&
              write_script(&call->order, &error) &&
              (!call->submit || submit(&call->order, &error));
    if (ok && !call->submit)
        print_lines(&call->order);
    free(texts.program);
    free(texts.command);
    return ok ? cli_finish_output() : cli_fail(&error);
}

const command_t slurm_command = {
    .name = "slurm",
    .summary = "run a command on a cluster: write the batch script, submit it",
    .description =
        "Write the batch script that runs a command on a Slurm cluster, and print the "
        "lines that submit it: an array of jobs, each requeued until its share is done, "
        "and a last job that does what they left and then what --then says.",
    .notes =
        "COMMAND is selfplay, study, learn, rate, match, or export or reanalyze with "
        "--parts, with its arguments, among them --out DIR (for selfplay and study, DIR "
        "itself may be the first one); or verify RUN --resume FILE, "
        "with RUN as DIR.verify; or a program of your own, by a path with a slash. It "
        "has to take --task I/N, --threads, --time-limit and --quiet, and to exit with "
        "status 3 where the same call resumes it. Script and logs are in DIR.slurm. See "
        "selfplay/cluster/CLUSTER.md for signals, file systems, other schedulers and "
        "what to do the next morning.",
    .synopsis = "--tasks=N --time=TIME -- COMMAND ...",
    .arguments = {ARGUMENT("COMMAND", 0, 1, 0, call_t, words,
                           "no command given: use fulcrum slurm --tasks N --time T -- "
                           "COMMAND ...")},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
