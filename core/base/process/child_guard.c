#define _GNU_SOURCE /* close_range */
#include "core/base/process/child_guard.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

enum { MOST_CHILDREN = 4096 };

typedef struct message {
    int id;
    bool begins;
} message_t;

static once_flag begun = ONCE_FLAG_INIT;
static int to_guard = -1;

/* --- The guard ---------------------------------------------------------------------- */

/* Runs in a fork of a process that may have threads: only plain system calls. */

static void keep_only(int descriptor) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    if (descriptor > 0)
        (void)close_range(0, (unsigned)descriptor - 1, 0);
    (void)close_range((unsigned)descriptor + 1, ~0U, 0);
#else
    for (int other = 0; other < 1024; other++)
        if (other != descriptor)
            close(other);
#endif
}

_Noreturn static void guard(int from) {
    static int children[MOST_CHILDREN];
    size_t count = 0;
    message_t message;
    ssize_t got;
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGQUIT};
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        (void)signal(ignored[i], SIG_IGN);
    (void)setsid();
    keep_only(from);
    while ((got = recv(from, &message, sizeof message, 0)) != 0) {
        if (got != (ssize_t)sizeof message) {
            if (got < 0 && errno == EINTR)
                continue;
            break;
        }
        if (message.begins && count < MOST_CHILDREN)
            children[count++] = message.id;
        for (size_t i = 0; !message.begins && i < count; i++)
            if (children[i] == message.id)
                children[i] = children[--count];
    }
    for (size_t i = 0; i < count; i++)
        (void)kill(-children[i], SIGKILL);
    _exit(0);
}

/* --- The guarded process ------------------------------------------------------------ */

/* Forks twice, so that the guard need not be waited for. */
static void begin(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return;
    pid_t child = fork();
    if (child == 0) {
        if (fork() == 0)
            guard(ends[1]);
        _exit(0);
    }
    close(ends[1]);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
    to_guard = child > 0 ? ends[0] : -1;
    if (child < 0)
        close(ends[0]);
}

static void tell(int id, bool begins) {
    const message_t message = {id, begins};
    call_once(&begun, begin);
    if (to_guard >= 0)
        (void)send(to_guard, &message, sizeof message, MSG_NOSIGNAL);
}

void child_guard_add(int id) {
    tell(id, true);
}

void child_guard_remove(int id) {
    tell(id, false);
}
