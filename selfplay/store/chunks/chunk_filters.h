/* chunk_filters.h - chunks of datasets as HDF5 stores them: shuffled, deflated, checked.
 * Use: chunk_filters_t filters = {.value_bytes = 4, .level = 1, .checksum = true};
 *      H5D_CHUNKED properties: chunk_filters_set(&filters, properties)
 *      size_t size = chunk_pack(&filters, values, bytes, packed, room);
 *      H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, offset, size, packed)
 *      if (!chunk_unpack(&filters, packed, size, values, bytes)) ...
 * The HDF5 library filters one chunk at a time, in the one thread that may call it, with
 * zlib; this does the same work in any thread, with libdeflate, which takes about half
 * the time (experiments/storage).
 * Source: HDF5 file format specification, filter pipeline message (shuffle, deflate,
 *      Fletcher-32, in this order).
 */
#ifndef SELFPLAY_CHUNK_FILTERS_H
#define SELFPLAY_CHUNK_FILTERS_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct chunk_filters {
    size_t value_bytes; /* over 1: deflated values are byte-shuffled */
    int level;          /* of deflate, 1 to 9; 0: uncompressed */
    bool checksum;      /* Fletcher-32 */
} chunk_filters_t;

/* Adds the filters to the creation properties of a chunked dataset. */
bool chunk_filters_set(const chunk_filters_t *filters, hid_t properties);

/* Maximum bytes of a compressed chunk. */
size_t chunk_room(const chunk_filters_t *filters, size_t bytes);

/* Compresses `bytes` bytes of values; returns the length of the compressed chunk. */
size_t chunk_pack(const chunk_filters_t *filters, const unsigned char *values,
                  size_t bytes, unsigned char *packed, size_t room);

/* Decompresses a chunk to `bytes` bytes of values; false: it is damaged. */
bool chunk_unpack(const chunk_filters_t *filters, const unsigned char *packed,
                  size_t size, unsigned char *values, size_t bytes);

#endif
