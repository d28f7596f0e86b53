/* clock.h - how long something takes; never part of what a record says.
 * Use: double start = clock_seconds();  ...  clock_seconds() - start
 * Threads: any.   Errors: none.
 */
#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

/* Seconds since some moment, by a clock that is never set. */
double clock_seconds(void);

#endif
