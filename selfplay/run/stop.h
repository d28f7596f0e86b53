/* stop.h - asked to stop: by a signal or by a limit of time.
 * Use: stop_on_signals();  stop_after(seconds);        once, before a long work
 *      if (stop_asked()) ...                           now and then, in any thread
 *      printf("stopped by %s\n", stop_reason());
 * SIGTERM, SIGINT, SIGHUP and SIGUSR1 ask; the same signal a second time ends the program
 * at once, as by default. One that was ignored at the start (nohup) stays ignored. A
 * limit is counted by the monotonic clock. State is global, as signals are the process's.
 * Threads: stop_asked and stop_reason from any.   Errors: none.
 */
#ifndef SELFPLAY_STOP_H
#define SELFPLAY_STOP_H

#include <stdbool.h>

void stop_on_signals(void);

/* Asks to stop when so many seconds from now are over. */
void stop_after(double seconds);

/* How long a call may play if it has to end within limit_s: less by the time that it
 * takes to stop the active games and write them. */
double stop_usable_time(double limit_s);

bool stop_asked(void);

/* "SIGTERM", "the time limit"; NULL: nobody has asked. */
const char *stop_reason(void);

#endif
