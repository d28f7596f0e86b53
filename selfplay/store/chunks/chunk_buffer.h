/* chunk_buffer.h - rows of datasets on their way to a file: they gather until there are
 * whole chunks, which all threads pack and one writes.
 * Use: chunk_buffer_t buffer = {.dataset = dataset, .filters = filters,
 *                               .row_bytes = 8, .chunk_rows = 1024};
 *      memcpy(chunk_buffer_room(&buffer, rows), values, rows * buffer.row_bytes);
 *      buffer.count += rows;
 *      chunk_buffers_write(buffers, number, last, queue)
 *      free(buffer.rows);
 * The chunks of a dataset are written by ascending row, those of the first buffer first:
 * the same rows and calls give the same bytes on any number of threads. Datasets have to
 * be as long as their rows before.
 * Memory: the rows that have gathered, and as much again while they are written.
 * Owns: plain data; the caller frees the rows and closes the dataset.
 * Threads: packing is done by the threads of the queue (task_queue.h); the library is
 *      called by the caller's, and allows no other call at the time. Rows of different
 *      buffers, and different rows of one, may be filled side by side.
 * Errors: false: HDF5 could not write. What has gathered is gone then.
 */
#ifndef SELFPLAY_CHUNK_BUFFER_H
#define SELFPLAY_CHUNK_BUFFER_H

#include "selfplay/store/chunks/chunk_filters.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct task_queue task_queue_t; /* selfplay/run/task_queue.h */

typedef struct chunk_buffer {
    hid_t dataset; /* of one or two dimensions, in chunks of whole rows */
    chunk_filters_t filters;
    size_t row_bytes, chunk_rows;
    uint64_t written;       /* rows in the file */
    unsigned char *rows;    /* those that have gathered */
    size_t count, capacity; /* how many there are; for how many there is room */
} chunk_buffer_t;

/* Where the next rows go, with room for so many: until the next call. */
unsigned char *chunk_buffer_room(chunk_buffer_t *buffer, size_t rows);

/* Writes the whole chunks that have gathered, and with `last` the rest, filled up with
 * zeros. */
bool chunk_buffers_write(chunk_buffer_t *buffers, size_t number, bool last,
                         task_queue_t *queue);

#endif
