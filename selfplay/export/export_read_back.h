/* export_read_back.h - whether a file of training data that was just written and closed
 * holds what was written.
 * Use: export_about_sum(file, &about)                      before it is closed
 *      export_rows_sum(dataset, &rows, &sum)              after it was opened again
 * The rows of the large datasets have a checksum of their own each, made as they were
 * written; what else the file says (attributes, small datasets, names) has one together.
 * Memory: 9 MiB of chunks and what was read of them, or one chunk.
 * Threads: as hdf5_attributes.h; chunks are unpacked by the threads of a queue.
 * Errors: false: something cannot be read.
 */
#ifndef SELFPLAY_EXPORT_READ_BACK_H
#define SELFPLAY_EXPORT_READ_BACK_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct task_queue task_queue_t; /* selfplay/run/task_queue.h */

/* CRC-32 of all below an object but the values of chunked datasets. */
bool export_about_sum(hid_t object, uint32_t *sum);

/* What the rows of a dataset have to be. */
typedef struct export_rows {
    uint64_t rows;
    size_t row_bytes;
    task_queue_t *queue; /* its threads unpack */
} export_rows_t;

/* CRC-32 of the values of a dataset, of the type that it is stored in: the first chunk as
 * the library reads it, filters and all, the others unpacked by all threads. */
bool export_rows_sum(hid_t dataset, const export_rows_t *rows, uint32_t *sum);

#endif
