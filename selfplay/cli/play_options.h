/* play_options.h - the options that every command has which plays games of a run.
 * Use: typedef struct call { ...; play_options_t play; } call_t;
 *      in the parser: case ARGP_KEY_INIT: state->child_inputs[0] = &call->play;
 *      .children = play_options_children
 *      play_options_listen(&call.play);   config.threads = play_options_threads(...);
 *      if (play_options_share(&call.play, &share, &error)) ...
 * --out, --task, --threads, --time-limit, --quiet; where nobody says more the batch system
 * does: its share of an array, its processors.
 * Threads: for the main thread.   Errors: argp's, for texts that are none; share.h's.
 */
#ifndef SELFPLAY_PLAY_OPTIONS_H
#define SELFPLAY_PLAY_OPTIONS_H

#include "core/base/error.h"
#include "selfplay/run/task_share.h"

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct play_options {
    const char *folder, *task; /* NULL: not given */
    double limit_s;            /* 0: none */
    int threads;               /* 0: not given */
    bool quiet;
} play_options_t;

extern const struct argp_child play_options_children[];

/* From now on signals and the limit of time ask to stop (stop.h). */
void play_options_listen(const play_options_t *options);

bool play_options_share(const play_options_t *options, task_share_t *share,
                        failure_t *error);

/* Of the option, else the configuration's, else the batch system's; 0: nobody's. */
int64_t play_options_threads(const play_options_t *options, int64_t configured);

#endif
