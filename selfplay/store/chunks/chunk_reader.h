/* chunk_reader.h - rows of datasets, unpacked by all threads.
 * Use: chunk_reader_t reader;
 *      if (chunk_reader_init(&reader, dataset)) {
 *          chunk_read_t read = {&reader, first, count, values};
 *          if (chunk_reads(&read, 1, queue) == 1) ...          several at once: an array
 *      }
 *      chunk_reader_clear(&reader);
 * The library unpacks one chunk at a time in the one thread that may call it, by zlib.
 * Here it only hands out the packed chunks, and as many threads as there are unpack them
 * (chunk_filters.h). Where a chunk is not packed as chunk_filters.h does it (another
 * program wrote the file, or there are no chunks), the library reads the rows itself:
 * values are the same.
 * A chunk of which a part was read last is kept unpacked, so that rows that are read in
 * order, some at a time, are unpacked once.
 * Memory: the kept chunk, and as much as the packed chunks of a call have.
 * Owns: chunk_reader_clear releases everything; the dataset stays the caller's.
 * Threads: unpacking is done by the threads of the queue (task_queue.h; NULL: none); the
 *      library is called by the caller's, and allows no other call at the time.
 * Errors: chunk_reader_init: false: the dataset cannot be read; chunk_reads says where.
 */
#ifndef SELFPLAY_CHUNK_READER_H
#define SELFPLAY_CHUNK_READER_H

#include "selfplay/store/chunks/chunk_filters.h"

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct task_queue task_queue_t; /* selfplay/run/task_queue.h */

typedef struct chunk_reader {
    hid_t dataset, type; /* type: as values are stored */
    uint64_t rows;
    size_t row_bytes, chunk_rows; /* chunk_rows: 0: the library reads */
    chunk_filters_t filters;
    unsigned char *kept; /* a chunk, unpacked, or NULL */
    uint64_t kept_first; /* its first row */
} chunk_reader_t;

/* Rows of a dataset, and where they go. */
typedef struct chunk_read {
    chunk_reader_t *reader;
    uint64_t first, count;
    void *to;
} chunk_read_t;

bool chunk_reader_init(chunk_reader_t *reader, hid_t dataset);
void chunk_reader_clear(chunk_reader_t *reader); /* zeros are fine */

/* How many of the reads were done before the first that could not be: all of them, if all
 * is well. A reader may be named once. Rows have to be there. */
size_t chunk_reads(const chunk_read_t *reads, size_t number, task_queue_t *queue);

#endif
