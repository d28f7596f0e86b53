/* play_options.h - the options shared by all commands that play games of a run.
 * Use: typedef struct call { ...; play_options_t play; } call_t;
 *      .groups = {{...}, PLAY_OPTIONS(call_t, play)},           in the command's table
 *      stop_within(call->play.limit_s);   config.threads = play_options_threads(...);
 * --out, --task, --threads, --time-limit, --quiet; threads default to the processors that
 * the batch system gives. Nothing else is taken from its environment.
 */
#ifndef SELFPLAY_PLAY_OPTIONS_H
#define SELFPLAY_PLAY_OPTIONS_H

#include "core/base/error.h"
#include "core/base/files/file.h"
#include "core/cli/option_table.h"
#include "selfplay/run/task_share.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct play_options {
    const char *folder; /* NULL: not given */
    task_share_t share;
    double limit_s; /* 0: none */
    int threads;    /* 0: not given */
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

/* --task=I/N, for any command: a task_share_t. */
#define OPTION_TASK(type, field, ...)                                                    \
    OPTION_FORM("task", 0, "I/N", type, field, play_options_read_task,                   \
                "I/N with I from 0 to N-1, as in 0/8 ... 7/8", __VA_ARGS__,              \
                .fallback = "0/1")
/* --games=FIRST:END, of a run: a games_span_t; end 0: not given. */
#define OPTION_GAMES(type, field, ...)                                                   \
    OPTION_FORM("games", 'g', "FIRST:END", type, field, play_options_read_games,         \
                "FIRST:END, as in 0:100", __VA_ARGS__)
typedef struct games_span {
    uint64_t first, end;
} games_span_t;
bool play_options_read_games(const char *word, void *field, failure_t *error);
bool play_options_read_task(const char *word, void *field, failure_t *error);

/* For a call without the word. */
#define PLAY_OPTIONS_MISSING                                                             \
    "no game or configuration given: use GAME, CONFIG.json, or a run's FOLDER; "         \
    "examples: configs/"

/* The text of GAME|CONFIG.json|FOLDER, for the caller to free, and what messages call it,
 * a file's path or the game. A game stands for its configuration with all defaults, a
 * run's folder for its configuration and number of games. */
char *play_options_read_config(const char *word, char path[FILE_PATH], failure_t *error);

/* Says that a share is empty, so that nothing was played. */
void play_options_say_empty(const play_options_t *options, const char *folder);

/* From the option, else the configuration, else the batch system; 0: not given. */
int64_t play_options_threads(const play_options_t *options, int64_t configured);

#endif
