/* error.h - error messages of cold paths, errors that end the program, and allocation
 * that ends it when memory runs out.
 * Use: bool thing_load(..., failure_t *error) {
 *          ... return error_set(error, "%s: ...", file);
 *      }
 * Callers pass the message up; only main prints it and picks the exit status.
 * Messages name the place (file, key, position in a text), the problem and what is
 * allowed. In a library inside another program, error_catch turns errors that would end
 * the process into such messages.
 * Threads: functions may run concurrently on different failure_t.
 */
#ifndef CORE_ERROR_H
#define CORE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(format_index, first_index)                                           \
    __attribute__((format(printf, format_index, first_index)))
#else
#define PRINTF_LIKE(format_index, first_index)
#endif

typedef struct failure {
    char message[2048]; /* its last byte: error_is_of_system */
} failure_t;

/* Writes the message (error may be NULL) and returns false, so that callers can
 * `return error_set(...)`. Of a message that is too long the middle is left out. */
bool error_set(failure_t *error, const char *format, ...) PRINTF_LIKE(2, 3);

/* The same with "PATH: WHAT: the reason" for a failed call of the system that left its
 * reason in errno. Unless the file is not there, the error is of the system: a lock, a
 * disk, a permission, too many open files; what the file holds is not known. */
bool error_set_system(failure_t *error, const char *path, const char *what);
bool error_is_of_system(const failure_t *error);

/* Prepends "prefix: " to the message; returns false. */
bool error_prefix(failure_t *error, const char *format, ...) PRINTF_LIKE(2, 3);

/* Sets the prefix of every message on standard error, "PROGRAM: ..."; "fulcrum" until the
 * command is known. The string is borrowed. Call before starting threads. */
void error_name_program(const char *name);
const char *error_program(void);

/* Ends the program with a message: an interface was misused. Active in release builds. */
#define REQUIRE(condition)                                                               \
    ((condition) ? (void)0 : require_failed(#condition, __FILE__, __LINE__))
_Noreturn void require_failed(const char *condition, const char *file, int line);

/* --- Catching errors that end the program (libfulcrum, games from outside) ---------- */

typedef enum { CATCH_NOTHING, CATCH_THROWN, CATCH_MISUSE, CATCH_MEMORY } catch_t;

/* Calls body(context). Errors in this thread that would end the program (REQUIRE, out of
 * memory) end the call instead, with the message in *error; so does error_throw. Memory
 * that the body has allocated by then leaks. Calls nest. Parts of a body that OpenMP runs
 * in other threads need their own call. */
catch_t error_catch(void (*body)(void *context), void *context, failure_t *error);

/* Whether this thread is in such a call; then messages are not printed either. */
bool error_is_caught(void);

/* Ends the innermost such call. */
_Noreturn void error_throw(const char *format, ...) PRINTF_LIKE(1, 2);

/* --- Ending the program ------------------------------------------------------------- */

/* The exit status of a command that could not be carried out (cli.h: EXIT_WRONG_CALL). */
enum { PROCESS_FAILED = 2 };

/* Ends the program at once with that status after a failed allocation of count * size
 * bytes. For callers that do not allocate with the functions below. */
_Noreturn void memory_ended(size_t count, size_t size);

/* Returns count * size zeroed bytes, or ends the program with a message that names the
 * size. Aligned for any type; release with free. */
void *memory_new(size_t count, size_t size);

/* The same, rounded up to vectors of 64 bytes and aligned to them. */
void *memory_new_vectors(size_t bytes);

/* Resizes to count * size bytes; contents are kept, new bytes are not cleared. */
void *memory_resize(void *memory, size_t count, size_t size);

/* A growing array: resizes `items` so that `count` of `size` bytes each fit, at least
 * twice as many as before when it has to. *capacity starts at 0 with items NULL. */
void *memory_grow(void *items, size_t *capacity, size_t count, size_t size);

#endif
