/* memory_layer.c - a preloaded library that counts the allocations of a program from the
 * beginning of main, and fails one of them. For tests only.
 * Use: MEMORY_LOG=log LD_PRELOAD=memory_layer.so program
 *                                       writes their number at the end
 *      MEMORY_AT=12 LD_PRELOAD=...      fails the 12th
 *      MEMORY_AT=12 MEMORY_ON=1 ...     and all later ones
 *      MEMORY_FORKS=log ...             fails each in turn, in a forked copy of the
 *                                       process: a line each with its number, the copy's
 *                                       wait status, its standard error
 * The program's own allocations and those of every library count: malloc, calloc,
 * realloc, posix_memalign, aligned_alloc.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAID = 300, PATIENCE = 20 /* seconds */ };

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_bool counts;
static atomic_long allocations;
static long at;
static bool goes_on;
static int log_file = -1;
static bool forks;

/* In the copy: redirects standard error to a pipe. */
static void become_copy(int end_of_pipe) {
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    signal(SIGALRM, SIG_DFL);
    alarm(PATIENCE);
    dup2(nowhere, STDOUT_FILENO);
    dup2(end_of_pipe, STDERR_FILENO);
    forks = false;
    at = 0;
}

/* Forks; whether this is the copy, in which the allocation fails. */
static bool is_copy(long number) {
    int ends[2], status = 0;
    char said[SAID] = "", line[SAID + 64];
    if (pipe2(ends, O_CLOEXEC) != 0)
        abort();
    pid_t copy = fork();
    if (copy < 0)
        abort();
    if (copy == 0) {
        become_copy(ends[1]);
        return true;
    }
    close(ends[1]);
    size_t used = 0;
    for (ssize_t got = 1; got > 0; used += (size_t)got)
        if ((got = read(ends[0], said + used, sizeof said - 1 - used)) < 0)
            abort();
    close(ends[0]);
    if (waitpid(copy, &status, 0) != copy)
        abort();
    said[strcspn(said, "\n")] = 0;
    int length = snprintf(line, sizeof line, "%ld %d %s\n", number, status, said);
    (void)!write(log_file, line, (size_t)length);
    return false;
}

static bool fails(void) {
    if (!atomic_load_explicit(&counts, memory_order_relaxed))
        return false;
    long number = atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed) + 1;
    if (forks) {
        int saved = errno;
        bool is_first = is_copy(number);
        errno = is_first ? ENOMEM : saved;
        return is_first;
    }
    if (number != at && !(goes_on && at > 0 && number > at))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    return fails() ? NULL : __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    return fails() ? NULL : __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (fails() || !(*memory = __libc_memalign(alignment, size)))
        return ENOMEM;
    return 0;
}

/* --- From the beginning of main ----------------------------------------------------- */

typedef int main_t(int, char **, char **);
typedef int start_t(main_t *, int, char **, void (*)(void), void (*)(void),
                    void (*)(void), void *);
static main_t *program_main;
start_t __libc_start_main;

static int counted_main(int argc, char **argv, char **environment) {
    const char *number = getenv("MEMORY_AT"), *log = getenv("MEMORY_LOG");
    forks = getenv("MEMORY_FORKS") != NULL;
    if (forks)
        log = getenv("MEMORY_FORKS");
    at = number ? atol(number) : 0;
    goes_on = getenv("MEMORY_ON") != NULL;
    if (log)
        log_file = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    unsetenv("LD_PRELOAD"); /* not for children */
    atomic_store(&counts, true);
    return program_main(argc, argv, environment);
}

int __libc_start_main(main_t *main, int argc, char **argv, void (*init)(void),
                      void (*end)(void), void (*loader_end)(void), void *stack) {
    start_t *start;
    void *found = dlsym(RTLD_NEXT, "__libc_start_main");
    memcpy(&start, &found, sizeof start);
    program_main = main;
    return start(counted_main, argc, argv, init, end, loader_end, stack);
}

__attribute__((destructor)) static void write_count(void) {
    char text[32];
    atomic_store(&counts, false);
    int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&allocations));
    if (log_file >= 0 && !forks)
        (void)!write(log_file, text, (size_t)length);
}
