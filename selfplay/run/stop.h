/* stop.h - asked to stop: by a signal or by a limit of time.
 * Use: stop_on_signals();  stop_after(seconds);        once, before a long work
 *      if (stop_asked()) ...                           now and then, in any thread
 *      printf("stopped by %s\n", stop_reason());
 * SIGTERM, SIGINT, SIGHUP and SIGUSR1 ask; who asks a second time by the same signal ends
 * the program at once, as if nobody listened. A limit is counted by a clock that nobody
 * sets. Nothing else of the program is global; signals are the process's.
 * Threads: stop_asked and stop_reason from any.   Errors: none.
 */
#ifndef SELFPLAY_STOP_H
#define SELFPLAY_STOP_H

#include <stdbool.h>

void stop_on_signals(void);

/* Asks to stop when so many seconds from now are over. */
void stop_after(double seconds);

/* How long a call may play that has to have ended after so many seconds: games under way
 * come to rest and are written in the margin. */
double stop_usable_time(double limit_s);

bool stop_asked(void);

/* "SIGTERM", "the time limit"; NULL: nobody has asked. */
const char *stop_reason(void);

#endif
