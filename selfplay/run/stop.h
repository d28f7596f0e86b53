/* stop.h - stop requests, by a signal or a time limit.
 * Use: stop_on_signals();  stop_after(seconds);        once, at the start
 *      if (stop_asked()) ...                           periodically, in any thread
 *      printf("stopped by %s\n", stop_reason());
 *      stop_thread_plays();                            a thread that plays games:
 *          stop_thread_writes(true); ... stop_thread_writes(false);
 *      stop_thread_leaves();
 * SIGTERM, SIGINT, SIGHUP and SIGUSR1 request a stop, unless they were ignored at the
 * start (nohup). The same signal again ends the program at once, unless it follows within
 * SIGNAL_ECHO_S (process_start.h).
 * If a game's function does not return, its thread cannot see the request: then, about
 * STOP_PATIENCE_S seconds after it and once no other thread is writing, the program
 * prints a message and exits with status STOP_STATUS. Of the stuck thread's games there
 * is what the journal has.
 * Threads: the functions about threads act on the calling one.
 */
#ifndef SELFPLAY_STOP_H
#define SELFPLAY_STOP_H

#include "core/base/error.h"

#include <stdbool.h>

enum { STOP_PATIENCE_S = 3, STOP_STATUS = 3 };

void stop_on_signals(void);

/* Requests a stop this many seconds from now. */
void stop_after(double seconds);

/* Both of them, early enough to exit within limit_s, which is more than what it takes to
 * stop the active games and write them; 0: without a limit. */
void stop_within(double limit_s);

bool stop_asked(void);

/* "SIGTERM", "the time limit"; NULL: no request. */
const char *stop_reason(void);

/* Whether that was the time limit. */
bool stop_is_planned(void);

/* For work of which nothing is kept when it is stopped: false, with an error that says by
 * what, once a stop is requested. */
bool stop_goes_on(failure_t *error);

/* The calling thread starts, or ends, playing games. */
void stop_thread_plays(void);
void stop_thread_leaves(void);

/* Marks the beginning and end of file access, waiting included, during which the thread
 * does not count as stuck in a game. */
void stop_thread_writes(bool begins);

#endif
