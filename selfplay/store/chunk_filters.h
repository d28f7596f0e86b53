/* chunk_filters.h - chunks of datasets as HDF5 stores them: shuffled, deflated, checked.
 * Use: size_t size = chunk_pack(values, bytes, value_bytes, packed, chunk_room(bytes));
 *      H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, offset, size, packed);
 * The library filters one chunk at a time in the one thread that may call it, and by
 * zlib; this is the same work for as many threads as there are, and by libdeflate, which
 * takes about half the time. What comes out is what hdf5_column_properties asks the
 * library for, and any reader takes it.
 * Owns: nothing.   Threads: any.   Errors: none; too little room is a REQUIRE.
 * Source: HDF5 file format specification, filter pipeline message (shuffle, deflate,
 *      Fletcher-32, in this order).
 */
#ifndef SELFPLAY_CHUNK_FILTERS_H
#define SELFPLAY_CHUNK_FILTERS_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that a packed chunk may need. */
size_t chunk_room(size_t bytes);

/* Packs `bytes` bytes of values of value_bytes each; the length of the packed chunk. */
size_t chunk_pack(const unsigned char *values, size_t bytes, size_t value_bytes,
                  unsigned char *packed, size_t room);

#endif
