#include "selfplay/store/chunks/chunk_buffer.h"

#include "core/base/error.h"
#include "core/base/process/task_queue.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

/* A chunk to be written. */
typedef struct packed_chunk {
    const chunk_buffer_t *buffer;
    size_t first; /* row of the buffer */
    unsigned char *bytes;
    size_t size;
    uint32_t checksum;
} packed_chunk_t;

unsigned char *chunk_buffer_room(chunk_buffer_t *buffer, size_t rows) {
    size_t needed = buffer->count + rows;
    if (needed > buffer->capacity) {
        buffer->capacity = buffer->capacity > 0 ? 2 * needed : needed;
        buffer->rows = memory_resize(buffer->rows, buffer->capacity, buffer->row_bytes);
    }
    return buffer->rows + buffer->count * buffer->row_bytes;
}

static size_t chunks_of(const chunk_buffer_t *buffer, bool last) {
    return (buffer->count + (last ? buffer->chunk_rows - 1 : 0)) / buffer->chunk_rows;
}

/* The chunks of all buffers; the last ones are padded, as chunks have one size. */
static packed_chunk_t *list_chunks(chunk_buffer_t *buffers, size_t number, bool last,
                                   size_t *count) {
    *count = 0;
    for (size_t i = 0; i < number; i++)
        *count += chunks_of(&buffers[i], last);
    packed_chunk_t *chunks = memory_new(*count + 1, sizeof *chunks), *next = chunks;
    for (size_t i = 0; i < number; i++) {
        chunk_buffer_t *buffer = &buffers[i];
        size_t whole = chunks_of(buffer, last) * buffer->chunk_rows;
        if (whole > buffer->count) {
            size_t missing = whole - buffer->count;
            memset(chunk_buffer_room(buffer, missing), 0, missing * buffer->row_bytes);
        }
        for (size_t first = 0; first < whole; first += buffer->chunk_rows)
            *next++ = (packed_chunk_t){.buffer = buffer, .first = first};
    }
    return chunks;
}

static void pack(void *context, size_t index, int thread) {
    packed_chunk_t *chunk = (packed_chunk_t *)context + index;
    (void)thread;
    const chunk_buffer_t *buffer = chunk->buffer;
    size_t bytes = buffer->chunk_rows * buffer->row_bytes;
    size_t room = chunk_room(&buffer->filters, bytes);
    chunk->bytes = memory_new(room, 1);
    chunk->size =
        chunk_pack(&buffer->filters, buffer->rows + chunk->first * buffer->row_bytes,
                   bytes, chunk->bytes, room);
    if (chunk->buffer->log)
        chunk->checksum = libdeflate_crc32(0, chunk->bytes, chunk->size);
}

static bool write_chunk(const packed_chunk_t *chunk) {
    hsize_t offset[2] = {chunk->buffer->written + chunk->first, 0};
    chunk_log_t *log = chunk->buffer->log;
    if (log) {
        log->of = memory_grow(log->of, &log->capacity, log->count + 1, sizeof *log->of);
        log->of[log->count++] =
            (struct chunk_note){(uint32_t)chunk->size, chunk->checksum};
    }
    return H5Dwrite_chunk(chunk->buffer->dataset, H5P_DEFAULT, 0, offset, chunk->size,
                          chunk->bytes) >= 0;
}

/* Removes written rows from a buffer. */
static void drop_written(chunk_buffer_t *buffer, bool last) {
    size_t rest = last ? 0 : buffer->count % buffer->chunk_rows;
    size_t gone = buffer->count - rest;
    if (gone > 0 && rest > 0)
        memmove(buffer->rows, buffer->rows + gone * buffer->row_bytes,
                rest * buffer->row_bytes);
    buffer->written += gone;
    buffer->count = rest;
}

bool chunk_buffers_write(chunk_buffer_t *buffers, size_t number, bool last,
                         task_queue_t *queue) {
    size_t count;
    packed_chunk_t *chunks = list_chunks(buffers, number, last, &count);
    bool written = true;
    task_queue_do_all(queue, false, count, 1, pack, chunks);
    for (size_t i = 0; i < count; i++) {
        written = written && write_chunk(&chunks[i]);
        free(chunks[i].bytes);
    }
    free(chunks);
    for (size_t i = 0; i < number; i++)
        drop_written(&buffers[i], last);
    return written;
}

bool chunk_buffer_repeat(chunk_buffer_t *buffer, uint64_t rows, const chunk_log_t *log,
                         size_t *next) {
    size_t room = chunk_room(&buffer->filters, buffer->chunk_rows * buffer->row_bytes);
    unsigned char *any = memory_new(room, 1);
    bool ok = true;
    for (; ok && rows >= buffer->chunk_rows; rows -= buffer->chunk_rows) {
        hsize_t offset[2] = {buffer->written, 0};
        ok = *next < log->count && log->of[*next].size <= room &&
             H5Dwrite_chunk(buffer->dataset, H5P_DEFAULT, 0, offset, log->of[*next].size,
                            any) >= 0;
        ++*next;
        buffer->written += buffer->chunk_rows;
    }
    free(any);
    return ok;
}
