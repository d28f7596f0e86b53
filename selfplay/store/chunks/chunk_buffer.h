/* chunk_buffer.h - buffers rows of datasets until there are full chunks, which all
 * threads compress and one writes.
 * Use: chunk_buffer_t buffer = {.dataset = dataset, .filters = filters,
 *                               .row_bytes = 8, .chunk_rows = 1024};
 *      memcpy(chunk_buffer_room(&buffer, rows), values, rows * buffer.row_bytes);
 *      buffer.count += rows;
 *      chunk_buffers_write(buffers, number, last, queue)
 *      free(buffer.rows);
 * Chunks are written by ascending row, those of the first buffer first: the same rows and
 * calls give the same bytes on any number of threads. Datasets have to be extended to
 * their rows first.
 * With a log, the same rows can be written a second time without their values, to repeat
 * the calls of the library (hdf5_open.h).
 * Threads: those of the queue compress; the caller's calls the HDF5 library.
 * Errors: false: HDF5 could not write. The buffered rows are then lost.
 */
#ifndef SELFPLAY_CHUNK_BUFFER_H
#define SELFPLAY_CHUNK_BUFFER_H

#include "selfplay/store/chunks/chunk_filters.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct task_queue task_queue_t; /* core/base/process/task_queue.h */

/* Compressed chunks in the order in which they were written. */
typedef struct chunk_log {
    struct chunk_note {
        uint32_t size, checksum; /* CRC-32 */
    } * of;
    size_t count, capacity;
} chunk_log_t;

typedef struct chunk_buffer {
    hid_t dataset; /* of one or two dimensions, in chunks of whole rows */
    chunk_filters_t filters;
    size_t row_bytes, chunk_rows;
    uint64_t written;       /* rows in the file */
    unsigned char *rows;    /* buffered */
    size_t count, capacity; /* buffered rows; room for rows */
    chunk_log_t *log;       /* borrowed: what is written is added; or NULL */
} chunk_buffer_t;

/* Room for the next rows; valid until the next call. */
unsigned char *chunk_buffer_room(chunk_buffer_t *buffer, size_t rows);

/* Writes the full chunks, and with `last` also the rest, padded with zeros. */
bool chunk_buffers_write(chunk_buffer_t *buffers, size_t number, bool last,
                         task_queue_t *queue);

/* Passes the chunks of the next `rows` rows of a dataset to the library again, as far as
 * they are full: their sizes are those of `log`, from *next on, their bytes are any. */
bool chunk_buffer_repeat(chunk_buffer_t *buffer, uint64_t rows, const chunk_log_t *log,
                         size_t *next);

#endif
