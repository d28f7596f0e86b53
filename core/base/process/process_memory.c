/* process_memory.c - ends the program when an allocation by a library fails, as
 * memory_new does for our own code: HDF5 crashes when an allocation of its own fails, and
 * cJSON omits keys. Linked only into the program; tests, users of the libraries and
 * sanitizers keep their allocator. The functions replace the C library's for all
 * libraries of the process; each calls the next of its name, so that another allocator
 * can still be preloaded.
 * Threads: any.   Errors: none: memory_ended. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "core/base/error.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__

/* The C library's own, used until the next ones are found. */
/* NOLINTBEGIN(bugprone-reserved-identifier): the C library's names */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *memalign(size_t alignment, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
/* NOLINTEND(bugprone-reserved-identifier) */

static void *(*next_malloc)(size_t) = __libc_malloc;
static void *(*next_calloc)(size_t, size_t) = __libc_calloc;
static void *(*next_realloc)(void *, size_t) = __libc_realloc;
static void *(*next_memalign)(size_t, size_t) = __libc_memalign;

/* ISO C has no cast from a data pointer to a function pointer. */
static void find_next(const char *name, void *function, size_t size) {
    void *found = dlsym(RTLD_NEXT, name);
    if (found)
        memcpy(function, &found, size);
}

/* Before main, and before there are threads. */
__attribute__((constructor)) static void find_all(void) {
    find_next("malloc", &next_malloc, sizeof next_malloc);
    find_next("calloc", &next_calloc, sizeof next_calloc);
    find_next("realloc", &next_realloc, sizeof next_realloc);
    find_next("memalign", &next_memalign, sizeof next_memalign);
}

static void *there(void *memory, size_t count, size_t size) {
    if (!memory)
        memory_ended(count, size);
    return memory;
}

void *malloc(size_t size) {
    return there(next_malloc(size), 1, size);
}

void *calloc(size_t count, size_t size) {
    return there(next_calloc(count, size), count, size);
}

/* realloc(memory, 0) frees. */
void *realloc(void *memory, size_t size) {
    void *resized = next_realloc(memory, size);
    return size > 0 || !memory ? there(resized, 1, size) : resized;
}

void *memalign(size_t alignment, size_t size) {
    return there(next_memalign(alignment, size), 1, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 ||
        alignment == 0)
        return EINVAL;
    *memory = memalign(alignment, size);
    return 0;
}

#endif
