/* process_start.h - process-wide setup, and how the process ends.
 * Use: int main(...) {
 *          process_start();
 *          return process_end(program_main(...));
 *      }
 * - Closed standard descriptors are replaced by /dev/null, opened so that reading and
 *   writing fail as before. Otherwise a file opened later could take their place and
 *   receive our messages.
 * - Exceeding the file size limit (SIGXFSZ) is an error like a full disk.
 * - cJSON ends the program when out of memory, as our own code does (memory_new; other
 *   libraries: process_memory.c).
 * - HDF5 does not clean up at exit, where it would find files that it could not close.
 * - HDF5 locks no files: no two processes write to one, and some file systems have no
 *   locks. (Reading: hdf5_open.h.)
 * - Any other call of exit, as by libraries without memory or threads, ends the program
 *   with PROCESS_FAILED.
 * Threads: call before starting any.
 */
#ifndef CORE_PROCESS_START_H
#define CORE_PROCESS_START_H

#include <stdbool.h>

/* A signal that follows within this time is the same request: timeout(1) sends its signal
 * twice, to the process and to its group. One that comes later ends the program. */
#define SIGNAL_ECHO_S 0.5

void process_start(void);

/* In the handler of a signal: whether it came before, SIGNAL_ECHO_S ago or earlier.
 * *first_s: when it came first, by clock_seconds; 0: it has not, and does now. */
bool process_signal_repeats(_Atomic double *first_s);
/* In the handler of a signal: the process ends by it when the handler returns. */
void process_end_by_signal(int number);

/* Returns the status. */
int process_end(int status);

#endif
