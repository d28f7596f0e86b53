#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "core/conformance/watch_process.h"

#include "core/conformance/watch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static watch_log_t *shared; /* between the two processes */

enum { POLL_MS = 100 };

/* Waits for the child, which alone holds the other end of the pipe, to end. Kills it, and
 * returns false, when one call has lasted for more than `seconds`. They are counted in
 * waits: while both processes are stopped, no time passes. */
static bool wait_for(pid_t child, int pipe_end, int seconds, int *status) {
    struct pollfd ended = {.fd = pipe_end, .events = POLLIN};
    uint64_t calls = 0;
    bool stands_still = false;
    for (int waits = 0; poll(&ended, 1, POLL_MS) <= 0 && !stands_still; waits++) {
        if (shared->calls != calls || !shared->function)
            waits = 0;
        calls = shared->calls;
        stands_still = waits >= seconds * 1000 / POLL_MS;
    }
    if (stands_still)
        (void)kill(child, SIGKILL);
    while (waitpid(child, status, 0) < 0 && errno == EINTR)
        continue;
    return !stands_still;
}

static watch_process_t broken(bool ended, int status, int seconds, failure_t *error) {
    char how[128];
    if (!ended)
        snprintf(how, sizeof how, "ran for more than %d s", seconds);
    else if (WIFSIGNALED(status))
        snprintf(how, sizeof how, "crashed (signal %d, %s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(how, sizeof how, "ended the process with status %d",
                 WEXITSTATUS(status));
    if (shared->function)
        error_set(error, "%s\n%s%s%s %s", shared->game, shared->function,
                  *shared->action ? " of " : "", shared->action, how);
    else
        error_set(error, "%s\nthe program %s, after it had called %s", shared->game, how,
                  shared->last ? shared->last : "no function of the game");
    watch_add_played(shared, error);
    return WATCH_BROKEN;
}

void watch_done(void) {
    if (shared)
        shared->done = true;
}

watch_process_t watch_process(int seconds, int *status, failure_t *error) {
    int ends[2], wait_status;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t parent = getpid();
    pid_t child = shared != MAP_FAILED && pipe(ends) == 0 ? fork() : -1;
    if (child < 0) {
        error_set(error, "cannot start a process: %s", strerror(errno));
        return WATCH_FAILED;
    }
    if (child == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(PROCESS_FAILED);
        close(ends[0]);
        watch_log_to(shared);
        return WATCH_CHILD;
    }
    close(ends[1]);
    bool ended = wait_for(child, ends[0], seconds, &wait_status);
    close(ends[0]);
    if (!ended || !WIFEXITED(wait_status) || !shared->done)
        return broken(ended, wait_status, seconds, error);
    *status = WEXITSTATUS(wait_status);
    return WATCH_ENDED;
}
