#include "core/base/process/contained.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- In the child ------------------------------------------------------------------- */

/* Pages of memory that the process has; 0 if unknown. */
static unsigned long count_pages(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    /* NOLINTNEXTLINE(cert-err34-c): the system's own number */
    if (file && fscanf(file, "%lu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages;
}

/* Never raises a limit that the system has set. */
static void limit(int resource, rlim_t most, rlim_t last) {
    struct rlimit limits;
    if (getrlimit(resource, &limits) != 0)
        return;
    if (limits.rlim_max == RLIM_INFINITY || last < limits.rlim_max)
        limits.rlim_max = last;
    limits.rlim_cur = most < limits.rlim_max ? most : limits.rlim_max;
    (void)setrlimit(resource, &limits);
}

/* What the library prints when it crashes is discarded. */
void contained_begin(const contained_limits_t *limits) {
    static const int signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGUSR1, SIGUSR2, SIGXCPU,
                                  SIGSEGV, SIGBUS,  SIGABRT, SIGFPE,  SIGILL};
    unsigned long pages = count_pages();
    int nowhere = open("/dev/null", O_RDWR);
    error_stop_catching();
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
    }
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        (void)signal(signals[i], SIG_DFL);
    limit(RLIMIT_CORE, 0, 0);
    /* SIGXCPU first, then SIGKILL */
    limit(RLIMIT_CPU, limits->seconds, limits->seconds + 5);
    if (pages > 0) {
        rlim_t most = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + limits->memory;
        limit(RLIMIT_AS, most, most);
    }
}

/* --- In the parent ------------------------------------------------------------------ */

/* As opposed to a kill by another process. */
static bool is_crash(int signal) {
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGABRT ||
           signal == SIGFPE || signal == SIGILL;
}

bool contained_explain(const char *path, const contained_limits_t *limits, int status,
                       failure_t *error) {
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        return error_set(
            error, "%s: is damaged: the HDF5 library does not finish reading it", path);
    if (WIFSIGNALED(status) && is_crash(WTERMSIG(status)))
        return error_set(error,
                         "%s: is damaged: the HDF5 library crashes on it (signal %d, %s)",
                         path, WTERMSIG(status), strsignal(WTERMSIG(status)));
    if (WIFSIGNALED(status)) {
        error_set(error, "%s: the process reading it was killed by signal %d (%s)", path,
                  WTERMSIG(status), strsignal(WTERMSIG(status)));
        error_mark_system(error);
        return false;
    }
    return error_set(error,
                     "%s: is damaged: the HDF5 library fails on it, or needs more than "
                     "%llu MiB",
                     path, (unsigned long long)(limits->memory >> 20));
}
