/* place_layer.h - shared by preloaded layers that fail one call of a program, the n-th,
 * or that log all calls. For tests only.
 * Use: PLACE_LOG=log LD_PRELOAD=LAYER.so program     a line per call: its name and places
 *      PLACE_AT=12 LD_PRELOAD=LAYER.so program       fails the 12th
 *      in a layer: if (place_fails("H5Dopen2")) return -1;
 * Places are return addresses in the program, innermost first, the same in every run.
 * Threads: any; the n-th call may then differ from run to run. */
#ifndef TESTS_PLACE_LAYER_H
#define TESTS_PLACE_LAYER_H

#include <dlfcn.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long place_calls;
static long place_at;
static int place_log = -1;

__attribute__((constructor)) static void place_begin(void) {
    enum { FLAGS = 02101 }; /* O_WRONLY | O_CREAT | O_APPEND */
    const char *number = getenv("PLACE_AT"), *log = getenv("PLACE_LOG");
    place_at = number ? atol(number) : 0;
    if (log)
        place_log = (int)syscall(SYS_openat, -100, log, FLAGS, 0666); /* AT_FDCWD */
    unsetenv("LD_PRELOAD"); /* not for children */
}

static void place_write(const char *name) {
    enum { FRAMES = 48 };
    void *frames[FRAMES];
    Dl_info about;
    char line[64 + FRAMES * 20];
    int count = backtrace(frames, FRAMES);
    int length = snprintf(line, sizeof line, "%s", name);
    for (int i = 0; i < count; i++)
        if (dladdr(frames[i], &about) && !strstr(about.dli_fname, ".so"))
            length += snprintf(line + length, sizeof line - (size_t)length, " %tx",
                               (char *)frames[i] - (char *)about.dli_fbase);
    line[length++] = '\n';
    (void)!syscall(SYS_write, place_log, line, (size_t)length);
}

/* Counts a call; returns whether it must fail. */
static bool place_fails(const char *name) {
    if (place_log >= 0)
        place_write(name);
    return atomic_fetch_add(&place_calls, 1) + 1 == place_at;
}

/* Stores the next function of that name in a function pointer, to which ISO C cannot cast
 * a data pointer. */
static void place_find(const char *name, void *function, size_t size) {
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(function, &found, size);
}

#endif
