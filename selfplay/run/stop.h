/* stop.h - asked to stop: by a signal or by a limit of time.
 * Use: stop_on_signals();  stop_after(seconds);        once, before a long work
 *      if (stop_asked()) ...                           now and then, in any thread
 *      printf("stopped by %s\n", stop_reason());
 *      stop_thread_plays();                            a thread that plays games:
 *          stop_thread_writes(true); ... stop_thread_writes(false);
 *      stop_thread_leaves();
 * SIGTERM, SIGINT, SIGHUP and SIGUSR1 ask; the same signal a second time ends the program
 * at once, as by default. One that was ignored at the start (nohup) stays ignored. A
 * limit is counted by the monotonic clock. State is global, as signals are the process's.
 * A thread that plays looks whether it is asked to stop between two leaves. One that is
 * in a game that does not come back can not: then, some STOP_PATIENCE_S seconds after the
 * program was asked and as soon as no other thread writes any more, a message says so and
 * the program ends at once with status STOP_STATUS. What the others had to write is
 * written; of the thread's own games there is what its journal has.
 * Threads: stop_thread_plays and those after it are each thread's own; stop_asked and
 * stop_reason from any.   Errors: none.
 */
#ifndef SELFPLAY_STOP_H
#define SELFPLAY_STOP_H

#include <stdbool.h>

enum { STOP_PATIENCE_S = 3, STOP_STATUS = 3 };

void stop_on_signals(void);

/* Asks to stop when so many seconds from now are over. */
void stop_after(double seconds);

/* How long a call may play if it has to end within limit_s: less by the time that it
 * takes to stop the active games and write them. */
double stop_usable_time(double limit_s);

bool stop_asked(void);

/* "SIGTERM", "the time limit"; NULL: nobody has asked. */
const char *stop_reason(void);

/* The calling thread begins to play games; it ends it. */
void stop_thread_plays(void);
void stop_thread_leaves(void);

/* Within these two the thread is at files, or waits for its turn to be: for as long as
 * that takes it is not stuck in a game. */
void stop_thread_writes(bool begins);

#endif
