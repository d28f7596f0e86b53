/* clock.h - measures elapsed and CPU time; never part of a record.
 * Use: double start = clock_seconds();  ...  clock_seconds() - start
 */
#ifndef CORE_CLOCK_H
#define CORE_CLOCK_H

/* Seconds since an arbitrary moment, by a monotonic clock. */
double clock_seconds(void);

/* CPU time of all threads of this process, in seconds. */
double clock_cpu_seconds(void);

#endif
