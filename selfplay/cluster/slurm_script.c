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

bool slurm_script_check(const slurm_order_t *order, failure_t *error) {
    static const char *const overriding[] = {"SBATCH_TIMELIMIT", "SBATCH_SIGNAL",
                                             "SBATCH_NO_REQUEUE", "SBATCH_OPEN_MODE",
                                             "SBATCH_OUTPUT"};
    for (size_t i = 0; i < sizeof overriding / sizeof overriding[0]; i++)
        if (getenv(overriding[i]))
            return error_set(error,
                             "%s is in the environment, and sbatch would let it override "
                             "what the script sets: unset it",
                             overriding[i]);
    if (!plain_text_is_line(order->folder, SIZE_MAX) || strpbrk(order->folder, "\\\"%"))
        return error_set(error, "%s: Slurm accepts no path with \\, \" or %%",
                         order->folder);
    for (int i = 0; i < order->options.count; i++)
        if (order->options.of[i][0] != '-' ||
            !plain_text_is_line(order->options.of[i], SIZE_MAX))
            return error_set(
                error,
                "--sbatch \"%.80s\": options of sbatch begin with a dash, as "
                "in --sbatch=\"--partition=long --mem=8G\", on " PLAIN_TEXT_ALLOWED,
                order->options.of[i]);
    return true;
}

/* The time between signal and time limit; Slurm may signal up to a minute earlier.
 * Without a signal the program stops by its own clock, half this time before the limit.
 */
static long lead_s(long time_s) {
    long lead = time_s / 10;
    return lead < 15 ? 15 : lead > 120 ? 120 : lead;
}

static void put_lines(FILE *out, const char *before, const slurm_lines_t *lines) {
    for (int i = 0; i < lines->count; i++)
        fprintf(out, "%s%s\n", before, lines->of[i]);
}

static void put_variable(FILE *out, const char *name, const char *value) {
    fprintf(out, "%s=", name);
    text_print_shell_word(out, value);
    fputc('\n', out);
}

/* sbatch's own options come last: the last of several takes precedence. */
static void put_options(FILE *out, const slurm_order_t *order) {
    char time[DURATION_TEXT];
    const char *name = strrchr(order->folder, '/') + 1;
    duration_write((double)order->time_s, time);
    put_lines(out, "#SBATCH ", &order->options);
    fprintf(
        out,
        "#SBATCH --job-name=\"fulcrum-%.*s\" --nodes=1 --ntasks=1 --cpus-per-task=%ld\n"
        "#SBATCH --time=%s --signal=B:TERM@%ld --requeue --open-mode=append\n"
        "#SBATCH --output=\"%s/logs/%%A_%%a.txt\"\n",
        (int)(strlen(name) - strlen(SLURM_FOLDER)), name, order->threads, time,
        lead_s(order->time_s), order->folder);
}

char *slurm_script_text(const slurm_order_t *order) {
    char *text, *games = outside_games_paths();
    size_t size;
    FILE *out = memory_stream_open(&text, &size);
    fputs(
        "#!/bin/bash\n"
        "# Written by `fulcrum slurm`, which prints how to submit it: as an array, each "
        "task of which\n# does its share, and with the argument `finish` as a last job, "
        "which does what is left.\n",
        out);
    put_options(out, order);
    fputs("\n# Slurm may signal before the program has started: pass_on, below, does the "
          "rest.\nstop=\ntrap 'stop=1' TERM\n\n",
          out);
    put_variable(out, "here", order->here);
    put_variable(out, "out", order->out);
    put_variable(out, "folder", order->folder);
    fprintf(out, "tasks=%ld threads=%ld limit=%lds\ncommand=(%s)\n", order->tasks,
            order->threads, order->time_s - lead_s(order->time_s) / 2, order->command);
    fprintf(out, "program=%s\nthen_work() {\n    :\n", order->program);
    put_lines(out, "    work \"$program\" ", &order->then);
    fputs("}\n", out);
    if (*games)
        put_variable(out, "export " OUTSIDE_GAMES_VARIABLE, games);
    put_lines(out, "", &order->set_up);
    fprintf(out, "cd \"$here\" || exit 2\n\n%s", job_sh);
    memory_stream_close(out);
    free(games);
    return text;
}
