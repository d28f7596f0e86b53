/* child_process.h - another program, started without a shell and joined by a socket.
 * Use: char *command[] = {"python3", "my.py", NULL};
 *      child_process_t child;
 *      if (!child_process_start(&child, command, -1, &error)) ...
 *      ... child.channel (line_channel.h) ...
 *      child_process_end(&child, 2);          or child_process_kill(&child)
 * Its standard input and output are one end of a socket, whose other end is `channel`;
 * messages on its standard error go where ours go. No other descriptor of ours is open in
 * it but `given`, which is its descriptor 3. It begins with all signals as by default,
 * and in a process group of its own: a Ctrl-C in the terminal is ours alone, and a kill
 * reaches what it has started itself.
 * Where this process is killed, its programs are, too (child_guard.h).
 * Owns: the process and the channel, from start until end or kill; both wait for it, so
 *      that no zombie is left.
 * Threads: one child, one thread at a time; start may be called by several.
 * Errors: of start: a program that is not there or cannot be run, with its name.
 */
#ifndef CORE_CHILD_PROCESS_H
#define CORE_CHILD_PROCESS_H

#include "core/base/error.h"

#include <stdbool.h>

typedef struct text text_t; /* core/base/text.h */

enum { CHILD_GIVEN_DESCRIPTOR = 3 };

typedef struct child_process {
    int id;      /* of the process */
    int channel; /* both directions; -1: closed */
    bool ended;
    int status; /* of waitpid, after end or kill */
} child_process_t;

/* command: the program, looked up in PATH where it has no slash, and its arguments, ended
 * by NULL; given: a descriptor that the program gets, or -1. */
bool child_process_start(child_process_t *child, char *const *command, int given,
                         failure_t *error);

/* Whether it has ended, waiting so many seconds at most. */
bool child_process_has_ended(child_process_t *child, double seconds);

/* Closes its input, and kills it where it has not ended after so many seconds. */
void child_process_end(child_process_t *child, double seconds);

/* Ends it, and the processes of its group, at once. */
void child_process_kill(child_process_t *child);

/* How it has ended, after end or kill: "ended with status 3", "was killed by signal 9
 * (Killed)". */
void child_process_write_end(const child_process_t *child, text_t *out);

#endif
