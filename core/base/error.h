/* error.h - how a cold path says what went wrong, and what ends the program at once.
 * Use: bool thing_load(..., failure_t *error) {
 *          ... return error_set(error, "%s: ...", file);
 *      }
 * Callers pass the message up; only main prints it and picks the exit status.
 * Messages name where (file, key, place in a text), what is wrong and what is allowed.
 * Where the program is a guest in another's process, error_catch turns what would end the
 * process into such a message.
 * Threads: every call may run side by side on different failure_t.
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
    char message[2048];
} failure_t;

/* Writes the message (error may be NULL) and returns false, so that callers can
 * `return error_set(...)`. A message too long is cut. */
bool error_set(failure_t *error, const char *format, ...) PRINTF_LIKE(2, 3);

/* Puts "prefix: " before the message; returns false. */
bool error_prefix(failure_t *error, const char *format, ...) PRINTF_LIKE(2, 3);

/* What stands before every message on standard error, "PROGRAM: ...": "fulcrum", until
 * the program says which command it is. The text stays the caller's. Before threads
 * begin. */
void error_name_program(const char *name);
const char *error_program(void);

/* Ends the program with a message: the interface was misused. Stays on in release. */
#define REQUIRE(condition)                                                               \
    ((condition) ? (void)0 : require_failed(#condition, __FILE__, __LINE__))
_Noreturn void require_failed(const char *condition, const char *file, int line);

/* --- Where nothing may end the program (libfulcrum, games from outside) ------------- */

typedef enum { CATCH_NOTHING, CATCH_THROWN, CATCH_MISUSE, CATCH_MEMORY } catch_t;

/* Calls body(context). What would end the program meanwhile, in this thread, ends the
 * call instead, with the message in *error: misuse (REQUIRE), memory that is not there;
 * and so does error_throw. What the body had allocated by then is lost. Calls nest. Parts
 * of a body that OpenMP runs in other threads need their own. */
catch_t error_catch(void (*body)(void *context), void *context, failure_t *error);

/* Whether this thread is in such a call: then nobody prints messages either. */
bool error_is_caught(void);

/* In a child process that is not to come back to its parent's callers: what ends the
 * program ends the child again. */
void error_stop_catching(void);

/* Ends the innermost such call. */
_Noreturn void error_throw(const char *format, ...) PRINTF_LIKE(1, 2);

/* --- What ends the program ---------------------------------------------------------- */

/* The exit status of a call that could not be carried out (cli.h: EXIT_WRONG_CALL). */
enum { PROCESS_FAILED = 2 };

/* Ends the program at once with that status: there is not as much memory as was
 * asked for. For those that do not ask by the calls below. */
_Noreturn void memory_ended(size_t count, size_t size);

/* Zeroed memory of count * size bytes, or the end of the program with the size named.
 * Aligned for any type; release with free. */
void *memory_new(size_t count, size_t size);

/* The same, of whole vectors of 64 bytes and aligned for them. */
void *memory_new_vectors(size_t bytes);

/* Resizes to count * size bytes; contents are kept, what is new is not cleared. */
void *memory_resize(void *memory, size_t count, size_t size);

#endif
