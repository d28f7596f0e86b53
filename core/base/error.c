#include "core/base/error.h"

#include "core/base/c_locale.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __wasi__ /* no setjmp: nothing is caught there */
typedef int jmp_buf[1];
#define setjmp(place) 0
#define longjmp(place, value) abort()
#else
#include <setjmp.h>
#endif

static const char *program = "fulcrum";

void error_name_program(const char *name) {
    program = name;
}

const char *error_program(void) {
    return program;
}

/* The last byte is a mark, beyond the text. */
enum { TEXT_BYTES = sizeof(failure_t) - 1, LONGEST = 16384 };

PRINTF_LIKE(2, 0)
static void write_text(char text[LONGEST], const char *format, va_list arguments) {
    locale_t before = c_locale_enter();
    vsnprintf(text, LONGEST, format, arguments);
    uselocale(before);
}

/* Of a long text the middle is left out: its end says what is wrong with a long path. */
static void store(failure_t *error, const char *text) {
    static const char between[] = " ... ";
    enum { BETWEEN = sizeof between - 1, HALF = (TEXT_BYTES - BETWEEN - 1) / 2 };
    size_t length = strlen(text);
    if (length < TEXT_BYTES) {
        memcpy(error->message, text, length + 1);
        return;
    }
    memcpy(error->message, text, HALF);
    memcpy(error->message + HALF, between, BETWEEN);
    memcpy(error->message + HALF + BETWEEN, text + length - HALF, HALF + 1);
}

bool error_set(failure_t *error, const char *format, ...) {
    if (error) {
        va_list arguments;
        char text[LONGEST];
        va_start(arguments, format);
        write_text(text, format, arguments);
        va_end(arguments);
        store(error, text);
        error->message[TEXT_BYTES] = 0;
    }
    return false;
}

static void mark_system(failure_t *error) {
    if (error)
        error->message[TEXT_BYTES] = 1;
}

bool error_is_of_system(const failure_t *error) {
    return error->message[TEXT_BYTES] != 0;
}

bool error_set_system(failure_t *error, const char *path, const char *what) {
    int reason = errno;
    error_set(error, "%s: %s: %s", path, what, strerror(reason));
    if (reason != ENOENT && reason != ENOTDIR)
        mark_system(error);
    return false;
}

bool error_prefix(failure_t *error, const char *format, ...) {
    if (error) {
        char text[LONGEST];
        va_list arguments;
        va_start(arguments, format);
        write_text(text, format, arguments);
        va_end(arguments);
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, ": %s", error->message);
        store(error, text);
    }
    return false;
}

/* --- Catching ----------------------------------------------------------------------- */

typedef struct catcher {
    jmp_buf place;
    failure_t *error; /* may be NULL */
    struct catcher *outer;
} catcher_t;

static _Thread_local catcher_t *innermost;

bool error_is_caught(void) {
    return innermost != NULL;
}

/* The body's variables live in its own frames, so the jump loses nothing here. */
catch_t error_catch(void (*body)(void *context), void *context, failure_t *error) {
    catcher_t catcher = {.error = error, .outer = innermost};
    int kind = setjmp(catcher.place);
    if (kind == 0) {
        innermost = &catcher;
        body(context);
    }
    innermost = catcher.outer;
    return (catch_t)kind;
}

void error_throw(const char *format, ...) {
    REQUIRE(innermost);
    if (innermost->error) {
        char text[LONGEST];
        va_list arguments;
        va_start(arguments, format);
        write_text(text, format, arguments);
        va_end(arguments);
        store(innermost->error, text);
    }
    longjmp(innermost->place, CATCH_THROWN);
}

/* --- Ending the program ------------------------------------------------------------- */

_Noreturn void require_failed(const char *condition, const char *file, int line) {
    if (innermost) {
        error_set(innermost->error, "internal error: %s:%d: required: %s", file, line,
                  condition);
        longjmp(innermost->place, CATCH_MISUSE);
    }
    fprintf(stderr, "%s: internal error: %s:%d: required: %s\n", program, file, line,
            condition);
    abort();
}

/* Must not allocate, nor clean up while other threads run. */
_Noreturn void memory_ended(size_t count, size_t size) {
    char text[200];
    if (innermost) {
        error_set(innermost->error, "out of memory: cannot allocate %zu x %zu bytes",
                  count, size);
        longjmp(innermost->place, CATCH_MEMORY);
    }
    int length = snprintf(text, sizeof text,
                          "%.100s: out of memory: cannot allocate %zu x %zu bytes\n",
                          program, count, size);
    (void)!write(STDERR_FILENO, text, (size_t)length);
    _exit(PROCESS_FAILED);
}

void *memory_new(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (!memory)
        memory_ended(count, size);
    return memory;
}

void *memory_new_vectors(size_t bytes) {
    enum { VECTOR = 64 };
    size_t vectors = bytes / VECTOR + 1;
    void *memory = aligned_alloc(VECTOR, vectors * VECTOR);
    if (!memory)
        memory_ended(vectors, VECTOR);
    return memset(memory, 0, vectors * VECTOR);
}

void *memory_resize(void *memory, size_t count, size_t size) {
    REQUIRE(size > 0);
    if (count > SIZE_MAX / size)
        memory_ended(count, size);
    void *resized = realloc(memory, count ? count * size : 1);
    if (!resized)
        memory_ended(count, size);
    return resized;
}

void *memory_grow(void *items, size_t *capacity, size_t count, size_t size) {
    enum { SMALLEST = 16 };
    if (count <= *capacity)
        return items;
    size_t most = 2 * *capacity > SMALLEST ? 2 * *capacity : SMALLEST;
    *capacity = count > most ? count : most;
    return memory_resize(items, *capacity, size);
}
