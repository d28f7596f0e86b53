/* game_source.h - the text of a game's source, one C file, with its SHA-256.
 * Use: game_source_t source;
 *      if (game_source_read(&source, "./mygame.c", &error)) ...
 *      game_source_clear(&source);
 * Runs, studies and bundles keep the text as FOLDER/game.c (game_source_keep), and the
 * hash in the configuration, as the key "game_source".
 * Errors: not a regular file, over GAME_SOURCE_MOST bytes, or not a text; of keep:
 *      another source is kept there.
 */
#ifndef CORE_GAME_SOURCE_H
#define CORE_GAME_SOURCE_H

#include "core/base/error.h"
#include "core/base/files/sha256.h"

#include <stdbool.h>
#include <stddef.h>

#define GAME_SOURCE_KEY "game_source"
#define GAME_SOURCE_FILE "game.c"
#define GAME_SOURCE_ATTRIBUTE "source" /* of a merged file: the text */

enum { GAME_SOURCE_MOST = 1 << 18 };

typedef struct game_source {
    char *path; /* as the user gave it */
    char *text;
    int lines;
    char sha256[SHA256_TEXT];
} game_source_t;

/* Whether a word names a source: it ends in ".c". */
bool game_source_is(const char *word);

bool game_source_read(game_source_t *source, const char *path, failure_t *error);
/* The same from `size` bytes; path: where they are from. */
bool game_source_copy(game_source_t *source, const char *path, const void *bytes,
                      size_t size, failure_t *error);
void game_source_clear(game_source_t *source);

/* Keeps the text in a folder, once. */
bool game_source_keep(const game_source_t *source, const char *folder, failure_t *error);

#endif
