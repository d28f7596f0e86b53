/* chunk_filters.h - chunks of datasets as HDF5 stores them: shuffled, deflated, checked.
 * Use: chunk_filters_t filters = {.value_bytes = 4, .level = 1, .checksum = true};
 *      H5D_CHUNKED properties: chunk_filters_set(&filters, properties)
 *      size_t size = chunk_pack(&filters, values, bytes, packed,
 *                               chunk_room(&filters, bytes));
 *      H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, offset, size, packed)
 *      if (!chunk_unpack(&filters, packed, size, values, bytes)) ...
 * The library filters one chunk at a time in the one thread that may call it, and by
 * zlib; this is the same work for as many threads as there are, and by libdeflate, which
 * takes about half the time. What comes out is what chunk_filters_set asks the library
 * for, and any reader takes it.
 * Owns: nothing.
 * Threads: any, but for chunk_filters_set, which calls the library.
 * Errors: chunk_filters_set, chunk_unpack: false; too little room is a REQUIRE.
 * Source: HDF5 file format specification, filter pipeline message (shuffle, deflate,
 *      Fletcher-32, in this order).
 */
#ifndef SELFPLAY_CHUNK_FILTERS_H
#define SELFPLAY_CHUNK_FILTERS_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct chunk_filters {
    size_t value_bytes; /* over 1: values are shuffled, where they are deflated */
    int level;          /* of deflate, 1 to 9; 0: not compressed */
    bool checksum;      /* Fletcher-32 */
} chunk_filters_t;

/* Adds the filters to the creation properties of a dataset that has chunks. */
bool chunk_filters_set(const chunk_filters_t *filters, hid_t properties);

/* Bytes that a packed chunk may need. */
size_t chunk_room(const chunk_filters_t *filters, size_t bytes);

/* Packs `bytes` bytes of values; the length of the packed chunk. */
size_t chunk_pack(const chunk_filters_t *filters, const unsigned char *values,
                  size_t bytes, unsigned char *packed, size_t room);

/* Unpacks a chunk to `bytes` bytes of values; false: it is not what was packed. */
bool chunk_unpack(const chunk_filters_t *filters, const unsigned char *packed,
                  size_t size, unsigned char *values, size_t bytes);

#endif
