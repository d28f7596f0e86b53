/* place_layer.h - what preloaded layers share that fail one call of a program: the n-th,
 * or none while they write down which calls there are. Of the tests alone.
 * Use: PLACE_LOG=log LD_PRELOAD=LAYER.so program     a line a call: its name and places
 *      PLACE_AT=12 LD_PRELOAD=LAYER.so program       the 12th fails
 *      in a layer: if (place_fails("H5Dopen2")) return -1;
 * Places are those in the program that are to be gone back to, the innermost first, the
 * same in every call of it.
 * Threads: any; which call is the n-th is then not the same every time. */
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
    unsetenv("LD_PRELOAD"); /* children are not meant */
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

/* Counts a call; whether it is the one that fails. */
static bool place_fails(const char *name) {
    if (place_log >= 0)
        place_write(name);
    return atomic_fetch_add(&place_calls, 1) + 1 == place_at;
}

/* The next function of a name, into a pointer to one: a pointer to data cannot be cast to
 * it in ISO C. */
static void place_find(const char *name, void *function, size_t size) {
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(function, &found, size);
}

#endif
