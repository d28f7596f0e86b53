#include "core/base/memory_stream.h"

#include "core/base/error.h"

#include <stdbool.h>

FILE *memory_stream_open(char **text, size_t *size) {
    FILE *stream = open_memstream(text, size);
    if (!stream)
        memory_ended(1, BUFSIZ);
    return stream;
}

void memory_stream_close(FILE *stream) {
    long size = ftell(stream);
    bool failed = ferror(stream) != 0;
    if (fclose(stream) != 0 || failed)
        memory_ended(1, size > 0 ? (size_t)size : BUFSIZ);
}
