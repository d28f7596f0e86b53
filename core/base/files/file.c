#include "core/base/files/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *file_read_text(const char *path, failure_t *error) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
        return NULL;
    }
    char *text = memory_new(FILE_READ_LIMIT + 1, 1);
    size_t length = fread(text, 1, FILE_READ_LIMIT, file);
    bool failed = ferror(file) != 0;
    int reason = errno;
    fclose(file);
    if (failed)
        error_set(error, "%s: cannot be read: %s", path, strerror(reason));
    else if (length == FILE_READ_LIMIT)
        error_set(error, "%s: is too large", path);
    else if (memchr(text, 0, length))
        error_set(error, "%s: is not a text file", path);
    else
        return text;
    free(text);
    return NULL;
}

bool file_is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

const char *file_stem(const char *path, int *length) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t bytes = strlen(name), ending = strlen(".json");
    if (bytes > ending && strcmp(name + bytes - ending, ".json") == 0)
        bytes -= ending;
    *length = (int)bytes;
    return name;
}
