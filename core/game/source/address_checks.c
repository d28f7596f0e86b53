/* What a game compiled with -fsanitize=address calls: our own library for that, as
 * the compilers' replaces the allocator, which this program has replaced already. The
 * compiler surrounds variables with bytes that nothing may use, and marks them in a
 * shadow of the whole address space, one byte for eight; it checks the shadow in front
 * of each access. Memory from elsewhere, such as a position, is not marked: conformance
 * has guard bytes around it.
 * Part of libfulcrum_game.a, linked only into such a game.
 * Source: the functions, the marks and the texts about frames are those of gcc's and
 * clang's libasan. */
#define _GNU_SOURCE /* pthread_getattr_np */
#include "core/game/source/sanitizer_messages.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { GRAIN = 8, FRAME_START = 0xf1, AFTER_SCOPE = 0xf8, OF_GLOBAL = 0xf9 };
#define FRAME_MAGIC 0x41b58ab3

/* A global variable, as the compilers describe it. */
typedef struct global {
    uintptr_t start, bytes, bytes_with_zone;
    const char *name, *module;
    uintptr_t is_dynamic;
    const void *place;
    uintptr_t odr;
} global_t;

static const global_t *globals; /* of the game */
static size_t num_globals;

static unsigned char *shadow_of(uintptr_t address) {
    return (unsigned char *)(ADDRESS_SHADOW + address / GRAIN); /* NOLINT */
}

/* Marks bytes, from a multiple of GRAIN on; 0: they may be used. */
static void mark(uintptr_t from, uintptr_t bytes, unsigned char value) {
    memset(shadow_of(from), value, bytes / GRAIN);
    if (value == 0 && bytes % GRAIN)
        *shadow_of(from + bytes) = (unsigned char)(bytes % GRAIN);
}

static bool may_use(uintptr_t address) {
    unsigned char value = *shadow_of(address);
    return value == 0 || (value < GRAIN && address % GRAIN < value);
}

/* --- Messages ----------------------------------------------------------------------- */

static bool is_on_stack(uintptr_t address, uintptr_t *top) {
    pthread_attr_t attributes;
    void *lowest;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return false;
    (void)pthread_attr_getstack(&attributes, &lowest, &size);
    (void)pthread_attr_destroy(&attributes);
    *top = (uintptr_t)lowest + size;
    return address >= (uintptr_t)lowest && address < *top;
}

/* Where the frame begins that has an address, by its marks; 0: in none. */
static uintptr_t find_frame(uintptr_t address) {
    enum { MOST = 1 << 20 };
    uintptr_t at = address / GRAIN * GRAIN, magic;
    while (*shadow_of(at) != FRAME_START && address - at < MOST)
        at -= GRAIN;
    if (*shadow_of(at) != FRAME_START)
        return 0;
    while (*shadow_of(at - GRAIN) == FRAME_START)
        at -= GRAIN;
    memcpy(&magic, (const void *)at, sizeof magic); /* NOLINT */
    return magic == FRAME_MAGIC ? at : 0;
}

/* Names the variable of a frame that is nearest below an address, or the first, from the
 * compiler's text, "2 32 4 5 one:7 48 12 5 three": offset, size, length of the name. */
static void name_local(uintptr_t address, char *name, size_t room) {
    uintptr_t frame = find_frame(address);
    char *text;
    if (!frame)
        return;
    memcpy(&text, (const char *)frame + sizeof frame, sizeof text); /* NOLINT */
    for (long left = strtol(text, &text, 10); left > 0; left--) {
        unsigned long offset = strtoul(text, &text, 10);
        (void)strtoul(text, &text, 10);
        unsigned long length = strtoul(text, &text, 10);
        if (*name && offset > address - frame)
            break;
        text++; /* a name ends where the compiler adds a line or a number */
        snprintf(name, room, "%.*s", (int)strcspn(text, ":. "), text);
        text += length;
    }
}

static void name_global(uintptr_t address, char *name, size_t room) {
    for (size_t i = 0; i < num_globals; i++)
        if (address >= globals[i].start &&
            address < globals[i].start + globals[i].bytes_with_zone)
            snprintf(name, room, "%s", globals[i].name);
}

static uintptr_t stack_top(void) {
    uintptr_t top = 0, here = (uintptr_t)__builtin_frame_address(0);
    return is_on_stack(here, &top) ? top : here;
}

static void use_stack(void) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0) / GRAIN * GRAIN;
    mark(here, (stack_top() - here) / GRAIN * GRAIN, 0);
}

static _Noreturn void refuse(uintptr_t address, size_t bytes, bool writes) {
    char name[128] = "", text[256];
    uintptr_t top;
    while (bytes > 1 && may_use(address)) {
        address++;
        bytes--;
    }
    bool is_late = *shadow_of(address) == AFTER_SCOPE;
    if (is_on_stack(address, &top))
        name_local(address, name, sizeof name);
    else
        name_global(address, name, sizeof name);
    snprintf(text, sizeof text, "game.c: %s memory %s %s%s", writes ? "writes" : "reads",
             is_late ? "after its block has ended: that of" : "beyond",
             *name ? "the variable " : "a variable", name);
    use_stack(); /* whoever is told may not return */
    sanitizer_fault(text);
}

/* --- What the compilers call -------------------------------------------------------- */

/* NOLINTBEGIN(bugprone-reserved-identifier): the compilers' names */
#define CALLED(type, name, ...)                                                          \
    type __asan_##name(__VA_ARGS__);                                                     \
    type __asan_##name(__VA_ARGS__)

static void check(uintptr_t address, size_t bytes, bool writes) {
    for (size_t i = 0; i < bytes; i++)
        if (!may_use(address + i))
            refuse(address + i, bytes - i, writes);
}

#define ACCESS(bytes)                                                                    \
    CALLED(_Noreturn void, report_load##bytes, uintptr_t at) {                           \
        refuse(at, bytes, false);                                                        \
    }                                                                                    \
    CALLED(_Noreturn void, report_store##bytes, uintptr_t at) {                          \
        refuse(at, bytes, true);                                                         \
    }                                                                                    \
    CALLED(void, load##bytes, uintptr_t at) {                                            \
        check(at, bytes, false);                                                         \
    }                                                                                    \
    CALLED(void, store##bytes, uintptr_t at) {                                           \
        check(at, bytes, true);                                                          \
    }
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
CALLED(_Noreturn void, report_load_n, uintptr_t at, size_t bytes) {
    refuse(at, bytes, false);
}
CALLED(_Noreturn void, report_store_n, uintptr_t at, size_t bytes) {
    refuse(at, bytes, true);
}
CALLED(void, loadN, uintptr_t at, size_t bytes) {
    check(at, bytes, false);
}
CALLED(void, storeN, uintptr_t at, size_t bytes) {
    check(at, bytes, true);
}

CALLED(void *, memcpy, void *to, const void *from, size_t bytes) {
    check((uintptr_t)from, bytes, false);
    check((uintptr_t)to, bytes, true);
    return memmove(to, from, bytes);
}
CALLED(void *, memmove, void *to, const void *from, size_t bytes) {
    return __asan_memcpy(to, from, bytes);
}
CALLED(void *, memset, void *to, int value, size_t bytes) {
    check((uintptr_t)to, bytes, true);
    return memset(to, value, bytes);
}

/* Not 0: frames are taken from a heap of the library's. */
extern int __asan_option_detect_stack_use_after_return;
int __asan_option_detect_stack_use_after_return = 0;
#define FRAMES_OF(class)                                                                 \
    CALLED(uintptr_t, stack_malloc_##class, uintptr_t bytes) {                           \
        (void)bytes;                                                                     \
        return 0;                                                                        \
    }                                                                                    \
    CALLED(void, stack_free_##class, uintptr_t at, uintptr_t bytes) {                    \
        (void)at;                                                                        \
        (void)bytes;                                                                     \
    }
FRAMES_OF(0)
FRAMES_OF(1)
FRAMES_OF(2)
FRAMES_OF(3)
FRAMES_OF(4)
FRAMES_OF(5)
FRAMES_OF(6)
FRAMES_OF(7)
FRAMES_OF(8)
FRAMES_OF(9)
FRAMES_OF(10)

#define MARKED(digits)                                                                   \
    CALLED(void, set_shadow_##digits, uintptr_t shadow, size_t bytes) {                  \
        memset((void *)shadow, 0x##digits, bytes); /* NOLINT */                          \
    }
MARKED(00)
MARKED(f1)
MARKED(f2)
MARKED(f3)
MARKED(f5)
MARKED(f8)
CALLED(void, poison_stack_memory, uintptr_t at, size_t bytes) {
    mark(at, (bytes + GRAIN - 1) / GRAIN * GRAIN, AFTER_SCOPE);
}
CALLED(void, unpoison_stack_memory, uintptr_t at, size_t bytes) {
    mark(at, bytes, 0);
}

/* Arrays of a length that is computed are not marked. */
CALLED(void, alloca_poison, uintptr_t at, uintptr_t bytes) {
    (void)at;
    (void)bytes;
}
CALLED(void, allocas_unpoison, uintptr_t from, uintptr_t to) {
    (void)from;
    (void)to;
}

/* Frames may be left without their functions' ends. */
CALLED(void, handle_no_return, void) {
    use_stack();
}

CALLED(void, register_globals, const global_t *of, size_t count) {
    globals = of;
    num_globals = count;
    for (size_t i = 0; i < count; i++) {
        uintptr_t used = of[i].bytes, whole = (used + GRAIN - 1) / GRAIN * GRAIN;
        mark(of[i].start + whole, of[i].bytes_with_zone - whole, OF_GLOBAL);
        if (used % GRAIN)
            *shadow_of(of[i].start + used) = (unsigned char)(used % GRAIN);
    }
}
CALLED(void, unregister_globals, const global_t *of, size_t count) {
    num_globals = 0;
    for (size_t i = 0; i < count; i++)
        mark(of[i].start, of[i].bytes_with_zone, 0);
}

CALLED(void, version_mismatch_check_v8, void) {
}
CALLED(void, init, void) {
    void *shadow = mmap((void *)ADDRESS_SHADOW, ADDRESS_SHADOW_BYTES, /* NOLINT */
                        PROT_READ | PROT_WRITE, ADDRESS_SHADOW_MAPPING, -1, 0);
    bool is_mapped = shadow == (void *)ADDRESS_SHADOW; /* NOLINT */
    if (!is_mapped && shadow != MAP_FAILED)
        (void)munmap(shadow, ADDRESS_SHADOW_BYTES);
    if (is_mapped)
        (void)madvise(shadow, ADDRESS_SHADOW_BYTES, MADV_NOHUGEPAGE);
}
/* NOLINTEND(bugprone-reserved-identifier) */
