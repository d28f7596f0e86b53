/* export_read_back.h - checks that a file of training data just written and closed holds
 * what was written.
 * Use: export_about_sum(file, &about)                      before it is closed
 *      export_rows_sum(dataset, &rows, &sum)              after it was opened again
 * Each large dataset has its own checksum of its rows, computed as they are written;
 * everything else (attributes, small datasets, names) has one checksum together.
 * Memory: 9 MiB of chunks and their decompressed data, or one chunk.
 * Threads: as hdf5_attributes.h; the threads of a queue decompress chunks.
 * Errors: false: something cannot be read.
 */
#ifndef SELFPLAY_EXPORT_READ_BACK_H
#define SELFPLAY_EXPORT_READ_BACK_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct task_queue task_queue_t; /* core/base/process/task_queue.h */

/* CRC-32 of everything below an object except the values of chunked datasets. */
bool export_about_sum(hid_t object, uint32_t *sum);

/* The expected rows of a dataset. */
typedef struct export_rows {
    uint64_t rows;
    size_t row_bytes;
    task_queue_t *queue; /* its threads decompress */
} export_rows_t;

/* CRC-32 of the values of a dataset in its stored type: the first chunk is read through
 * the HDF5 library and its filters, the others are decompressed by all threads. */
bool export_rows_sum(hid_t dataset, const export_rows_t *rows, uint32_t *sum);

#endif
