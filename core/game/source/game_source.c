#include "core/game/source/game_source.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/base/plain_text.h"
#include "core/base/text.h"

#include <stdlib.h>
#include <string.h>

bool game_source_is(const char *word) {
    size_t length = strlen(word);
    return length > 2 && strcmp(word + length - 2, ".c") == 0;
}

bool game_source_copy(game_source_t *source, const char *path, const void *bytes,
                      size_t size, failure_t *error) {
    *source = (game_source_t){.path = text_copy(path), .text = memory_new(size + 1, 1)};
    memcpy(source->text, bytes, size);
    sha256_write(bytes, size, source->sha256);
    for (const char *at = source->text; *at; at++)
        source->lines += *at == '\n' || !at[1];
    if (size > 0 && size <= GAME_SOURCE_MOST && strlen(source->text) == size &&
        !plain_text_find_invalid(source->text))
        return true;
    game_source_clear(source);
    return error_set(error, "%s: is not a C file: it must be a text in UTF-8", path);
}

bool game_source_read(game_source_t *source, const char *path, failure_t *error) {
    size_t size;
    unsigned char *bytes = file_read_bytes(path, GAME_SOURCE_MOST, &size, error);
    bool ok = bytes && game_source_copy(source, path, bytes, size, error);
    free(bytes);
    return ok;
}

void game_source_clear(game_source_t *source) {
    free(source->path);
    free(source->text);
    *source = (game_source_t){0};
}

bool game_source_keep(const game_source_t *source, const char *folder, failure_t *error) {
    char path[FILE_PATH], *other = NULL;
    if (!file_path(path, error, "%s/" GAME_SOURCE_FILE, folder) ||
        !publish_once(path, source->text, &other, error))
        return false;
    free(other);
    return !other || error_set(error, "%s: is the source of another game than %s", path,
                               source->path);
}
