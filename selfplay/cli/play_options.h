/* play_options.h - the options shared by all commands that play games of a run.
 * Use: typedef struct call { ...; play_options_t play; } call_t;
 *      .groups = {{...}, PLAY_OPTIONS(call_t, play)},           in the command's table
 *      play_options_listen(&call->play);   config.threads = play_options_threads(...);
 *      if (play_options_share(&call->play, &share, &error)) ...
 * --out, --task, --threads, --time-limit, --quiet; threads default to the processors that
 * the batch system gives. Nothing else is taken from its environment.
 * Threads: for the main thread.   Errors: those of task_share.h.
 */
#ifndef SELFPLAY_PLAY_OPTIONS_H
#define SELFPLAY_PLAY_OPTIONS_H

#include "core/base/error.h"
#include "core/cli/option_table.h"
#include "selfplay/run/task_share.h"
#include <stdbool.h>
#include <stdint.h>
typedef struct play_options {
    const char *folder, *task; /* NULL: not given */
    double limit_s;            /* 0: none */
    int threads;               /* 0: not given */
    bool quiet;
} play_options_t;

/* As a group of a command's options. */
extern const option_t play_options[];
enum { NUM_PLAY_OPTIONS = 5 };
#define PLAY_OPTIONS(type, field)                                                        \
    {                                                                                    \
        .options = play_options, .count = NUM_PLAY_OPTIONS,                              \
        .offset = offsetof(type, field)                                                  \
    }

/* From now on signals and the time limit request a stop (stop.h). */
void play_options_listen(const play_options_t *options);

bool play_options_share(const play_options_t *options, task_share_t *share,
                        failure_t *error);

/* Says that a share is empty, so that nothing was played. */
void play_options_say_empty(const play_options_t *options, const char *folder);

/* From the option, else the configuration, else the batch system; 0: not given. */
int64_t play_options_threads(const play_options_t *options, int64_t configured);

#endif
