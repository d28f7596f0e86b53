/* chunk_reader.h - reads rows of chunked datasets; all threads decompress.
 * Use: chunk_reader_t reader;
 *      if (chunk_reader_init(&reader, dataset)) {
 *          chunk_read_t read = {&reader, first, count, values};
 *          if (chunk_reads(&read, 1, queue) == 1) ...          several at once: an array
 *      }
 *      chunk_reader_clear(&reader);
 * The HDF5 library only reads the compressed chunks. The last chunk that was read in part
 * is cached, so that rows read in order, some at a time, are decompressed once.
 * Threads: those of the queue (NULL: none) decompress; the caller's calls the library.
 * Errors: init: false: the dataset cannot be read, or is not packed by chunk_filters.h.
 */
#ifndef SELFPLAY_CHUNK_READER_H
#define SELFPLAY_CHUNK_READER_H

#include "selfplay/store/chunks/chunk_filters.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct task_queue task_queue_t; /* core/base/process/task_queue.h */

typedef struct chunk_reader {
    hid_t dataset;
    uint64_t rows;
    size_t row_bytes, chunk_rows;
    chunk_filters_t filters;
    unsigned char *cached; /* a decompressed chunk, or NULL */
    uint64_t cached_first; /* its first row */
} chunk_reader_t;

/* Rows of a dataset, and their destination. */
typedef struct chunk_read {
    chunk_reader_t *reader;
    uint64_t first, count;
    void *to;
} chunk_read_t;

bool chunk_reader_init(chunk_reader_t *reader, hid_t dataset);
void chunk_reader_clear(chunk_reader_t *reader); /* zeros are fine */

/* Returns the number of reads done before the first that failed: all of them on success.
 * A reader may occur once. The rows have to exist. */
size_t chunk_reads(const chunk_read_t *reads, size_t number, task_queue_t *queue);

/* Whether the chunk that begins with a row is stored with this length and CRC-32. */
bool chunk_reader_holds(const chunk_reader_t *reader, uint64_t first, size_t size,
                        uint32_t checksum);

#endif
