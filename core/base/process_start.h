/* process_start.h - what a process settles before anything else, and how it ends.
 * Use: int main(...) {
 *          process_start();
 *          return process_end(program_main(...));
 *      }
 * Standard descriptors that are closed stand for /dev/null, opened so that reading and
 * writing fail as before: a file that is opened later does not become one of them, into
 * which messages are written. A file larger than the process may write (SIGXFSZ) is an
 * error like a full disk. cJSON that lacks memory ends the program as our own
 * code does (memory_new; other libraries: process_memory.c), and HDF5 does not tidy up at
 * the end of the process, where it would come upon files that it could not close. Whoever
 * else calls exit, as libraries do that lack memory or threads, ends the program with
 * PROCESS_FAILED.
 * Threads: before there are others.
 */
#ifndef CORE_PROCESS_START_H
#define CORE_PROCESS_START_H

void process_start(void);

/* Returns the status. */
int process_end(int status);

#endif
