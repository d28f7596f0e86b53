/* game_compiler.h - compiles the source of a game, one C file, to a shared object, and
 * keeps the object for the next time.
 * Use: char object[FILE_PATH];
 *      if (game_compile(&source, GAME_FAST, object, &error)) ... dlopen(object) ...
 *      game_compile_discard(object);
 * The compiler is $CC or cc, with our installed headers or those of the build tree. A
 * game is one file: it is compiled alone in an empty folder, and refused if it includes
 * another file than our and the system's headers.
 * Objects are kept in $XDG_CACHE_HOME/fulcrum (~/.cache/fulcrum), each under the hash of
 * all that it depends on: the source, our headers, library and engine of play pages, the
 * compiler, its options and the processor. They appear complete (publish.h): any number
 * of processes may compile the same source. Where the folder cannot be used the object is
 * temporary.
 * Limits: GAME_COMPILE_SECONDS (or the environment variable FULCRUM_COMPILE_SECONDS),
 * 4 GiB of memory, 64 MiB for a file, 16 MiB of messages.
 * Errors: no compiler, or no headers, with what to install; a source that does not
 *      compile, with the compiler's messages (compiler_messages.h), which are printed on
 *      standard error, or are in the error within error_catch; limits exceeded.
 */
#ifndef CORE_GAME_COMPILER_H
#define CORE_GAME_COMPILER_H

#include "core/base/error.h"
#include "core/base/files/file.h"

#include <stdbool.h>

typedef struct game_source game_source_t; /* game_source.h */

enum { GAME_COMPILE_SECONDS = 60 };

typedef enum {
    GAME_FAST,
    GAME_CHECKED, /* what C leaves undefined is found when it happens
                     (sanitizer_messages.h) */
    GAME_PAGE     /* a play page's engine with the game: WebAssembly, by clang */
} game_build_t;

/* The path of the object. */
bool game_compile(const game_source_t *source, game_build_t build, char object[FILE_PATH],
                  failure_t *error);

/* Removes an object that is temporary, after it has been loaded. */
void game_compile_discard(const char *object);

#endif
