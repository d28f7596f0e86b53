#define _GNU_SOURCE /* posix_spawn_file_actions_addclosefrom_np, close_range */
#include "core/base/process/child_process.h"

#include "core/base/clock.h"
#include "core/base/text.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* --- The guard ---------------------------------------------------------------------- */

enum { MOST_CHILDREN = 4096 };

/* A process that kills our programs' process groups after this process ends, however it
 * ends: a program that hangs would not notice the end of its input. It is started with
 * the first program, and reads from a socket whose other end only this process holds.
 * (PR_SET_PDEATHSIG would act when the thread that started the program ends.) If it
 * cannot be started, nothing is guarded. */

typedef struct message {
    int id;
    bool begins;
} message_t;

static once_flag begun = ONCE_FLAG_INIT;
static int to_guard = -1;

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

/* Forks twice, so that the guard need not be waited for. */
static void begin_guard(void) {
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

static void tell_guard(int id, bool begins) {
    const message_t message = {id, begins};
    call_once(&begun, begin_guard);
    if (to_guard >= 0)
        (void)send(to_guard, &message, sizeof message, MSG_NOSIGNAL);
}

/* --- Programs ----------------------------------------------------------------------- */

/* Default signal handling, no signals blocked, its own process group. */
static bool set_attributes(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    return posix_spawnattr_setsigmask(attributes, &none) == 0 &&
           posix_spawnattr_setsigdefault(attributes, &all) == 0 &&
           posix_spawnattr_setpgroup(attributes, 0) == 0 &&
           posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK |
                                                    POSIX_SPAWN_SETSIGDEF |
                                                    POSIX_SPAWN_SETPGROUP) == 0;
}

/* Without addclosefrom, descriptors opened elsewhere without O_CLOEXEC are inherited. */
static bool set_descriptors(posix_spawn_file_actions_t *actions, int channel, int given) {
    int first_closed = CHILD_GIVEN_DESCRIPTOR + (given >= 0);
    (void)first_closed;
    return posix_spawn_file_actions_adddup2(actions, channel, STDIN_FILENO) == 0 &&
           posix_spawn_file_actions_adddup2(actions, channel, STDOUT_FILENO) == 0 &&
           (given < 0 ||
            posix_spawn_file_actions_adddup2(actions, given, CHILD_GIVEN_DESCRIPTOR) == 0)
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
           && posix_spawn_file_actions_addclosefrom_np(actions, first_closed) == 0
#endif
        ;
}

static int spawn(child_process_t *child, char *const *command, int channel, int given) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    int wrong = ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0)
        return wrong;
    if (posix_spawn_file_actions_init(&actions) == 0) {
        if (set_attributes(&attributes) && set_descriptors(&actions, channel, given))
            wrong = posix_spawnp(&child->id, command[0], &actions, &attributes, command,
                                 environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    posix_spawnattr_destroy(&attributes);
    return wrong;
}

bool child_process_start(child_process_t *child, char *const *command, int given,
                         failure_t *error) {
    int ends[2];
    *child = (child_process_t){.channel = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return error_set(error, "cannot create a socket for %.200s: %s", command[0],
                         strerror(errno));
    int wrong = spawn(child, command, ends[1], given);
    close(ends[1]);
    if (wrong == 0) {
        tell_guard(child->id, true);
        child->channel = ends[0];
        return true;
    }
    close(ends[0]);
    return error_set(error, "cannot run %.200s: %s", command[0], strerror(wrong));
}

/* Does not reap it, so that its process and group numbers are not reused. */
static bool look(child_process_t *child) {
    siginfo_t info = {0};
    if (!child->ended)
        child->ended =
            waitid(P_PID, (id_t)child->id, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid == child->id;
    return child->ended;
}

bool child_process_has_ended(child_process_t *child, double seconds) {
    const struct timespec nap = {.tv_nsec = 2000000};
    double end = clock_seconds() + seconds;
    while (!look(child) && clock_seconds() < end)
        nanosleep(&nap, NULL);
    return child->ended;
}

static void close_channel(child_process_t *child) {
    if (child->channel >= 0)
        close(child->channel);
    child->channel = -1;
}

void child_process_end(child_process_t *child, double seconds) {
    if (child->channel >= 0)
        shutdown(child->channel, SHUT_WR);
    child_process_has_ended(child, seconds);
    child_process_kill(child);
}

void child_process_kill(child_process_t *child) {
    kill(-child->id, SIGKILL); /* its own children, too */
    kill(child->id, SIGKILL);  /* in case it is not in its group yet */
    tell_guard(child->id, false);
    while (waitpid(child->id, &child->status, 0) < 0 && errno == EINTR)
        continue;
    child->ended = true;
    close_channel(child);
}

void child_process_write_end(const child_process_t *child, text_t *out) {
    if (WIFSIGNALED(child->status))
        text_add(out, "was killed by signal %d (%s)", WTERMSIG(child->status),
                 strsignal(WTERMSIG(child->status)));
    else
        text_add(out, "ended with status %d", WEXITSTATUS(child->status));
}
