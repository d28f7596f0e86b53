#include "selfplay/cli/play_options.h"

#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "selfplay/run/stop.h"

#include <stdlib.h>

enum { MAX_THREADS = 1024, KEY_TASK = 2000, KEY_TIME_LIMIT };

static const struct argp_option options[] = {
    {"out", 'o', "DIR", 0, "Folder of the run (default: below runs/, named after it)", 0},
    {"task", KEY_TASK, "I/N", 0,
     "Play only the share of task I of N, counted from 0 (default: the task of Slurm's "
     "array, or all; 0/1: all)",
     0},
    {"threads", 't', "N", 0,
     "Threads (default: OMP_NUM_THREADS, SLURM_CPUS_PER_TASK, or as many as the machine "
     "offers)",
     0},
    {"time-limit", KEY_TIME_LIMIT, "TIME", 0,
     "Stop in time to have ended when TIME is over: " DURATION_FORMS, 0},
    {"quiet", 'q', NULL, 0, "No progress; only the result that was asked for", 0},
    {0}};

static int parse(int key, char *word, struct argp_state *state) {
    play_options_t *play = state->input;
    switch (key) {
    case 'o':
        play->folder = word;
        return 0;
    case KEY_TASK:
        play->task = word;
        return 0;
    case 't':
        play->threads = (int)cli_read_whole("threads", word, 1, MAX_THREADS, state);
        return 0;
    case KEY_TIME_LIMIT:
        play->limit_s = cli_read_duration("time-limit", word, state);
        return 0;
    case 'q':
        play->quiet = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp parser = {.options = options, .parser = parse};
const struct argp_child play_options_children[] = {{&parser, 0, NULL, 0}, {0}};

void play_options_listen(const play_options_t *play) {
    stop_on_signals();
    if (play->limit_s > 0)
        stop_after(stop_usable_time(play->limit_s));
}

bool play_options_share(const play_options_t *play, task_share_t *share,
                        failure_t *error) {
    return play->task ? task_share_read(play->task, share, error)
                      : task_share_from_environment(share, error);
}

int64_t play_options_threads(const play_options_t *play, int64_t configured) {
    const char *text = getenv("SLURM_CPUS_PER_TASK");
    long number;
    if (play->threads > 0)
        return play->threads;
    if (configured > 0 || getenv("OMP_NUM_THREADS") || !text ||
        !text_read_number(&text, MAX_THREADS, &number) || *text)
        return configured;
    return number;
}
