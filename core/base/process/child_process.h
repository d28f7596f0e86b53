/* child_process.h - a program started without a shell and connected by a socket.
 * Use: char *command[] = {"python3", "my.py", NULL};
 *      child_process_t child;
 *      if (!child_process_start(&child, command, -1, &error)) ...
 *      ... child.channel (line_channel.h) ...
 *      child_process_end(&child, 2);          or child_process_kill(&child)
 * Its standard input and output are one end of a socket, whose other end is `channel`; it
 * shares our standard error. Of our other descriptors it inherits only `given`, as its
 * descriptor 3. It starts with default signal handling and in its own process group: a
 * Ctrl-C in the terminal reaches only us, and a kill also reaches its own children,
 * except those that have left the group (setsid). If this process is killed, even by kill
 * -9, so are its programs.
 * Owns: the process and the channel, from start until end or kill; both reap the process.
 * Threads: one thread at a time per child; start may be called concurrently.
 * Errors: of start: the program is missing or cannot be run; the message names it.
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

/* command: the program, looked up in PATH if it has no slash, and its arguments, ended by
 * NULL; given: a descriptor to pass to the program, or -1. */
bool child_process_start(child_process_t *child, char *const *command, int given,
                         failure_t *error);

/* Whether it has ended, after waiting for at most `seconds`. */
bool child_process_has_ended(child_process_t *child, double seconds);

/* Closes its input, waits at most `seconds` for its end, then as child_process_kill. */
void child_process_end(child_process_t *child, double seconds);

/* Kills it and its process group at once. */
void child_process_kill(child_process_t *child);

/* Describes how it ended, after end or kill: "ended with status 3", "was killed by signal
 * 9 (Killed)". */
void child_process_write_end(const child_process_t *child, text_t *out);

#endif
