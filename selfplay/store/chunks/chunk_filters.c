#include "selfplay/store/chunks/chunk_filters.h"

#include "core/base/error.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKSUM_BYTES = 4 };

static bool is_shuffled(const chunk_filters_t *filters) {
    return filters->level > 0 && filters->value_bytes > 1;
}

bool chunk_filters_set(const chunk_filters_t *filters, hid_t properties) {
    return (!is_shuffled(filters) || H5Pset_shuffle(properties) >= 0) &&
           (filters->level == 0 ||
            H5Pset_deflate(properties, (unsigned)filters->level) >= 0) &&
           (!filters->checksum || H5Pset_fletcher32(properties) >= 0);
}

size_t chunk_room(const chunk_filters_t *filters, size_t bytes) {
    return (filters->level > 0 ? libdeflate_zlib_compress_bound(NULL, bytes) : bytes) +
           CHECKSUM_BYTES;
}

/* First bytes of all values, then second bytes, and so on. */
static void shuffle(const unsigned char *values, size_t bytes, size_t value_bytes,
                    unsigned char *shuffled) {
    size_t count = bytes / value_bytes;
    for (size_t byte = 0; byte < value_bytes; byte++)
        for (size_t i = 0; i < count; i++)
            shuffled[byte * count + i] = values[i * value_bytes + byte];
}

/* Compiled for each column width, so that compilers can vectorize it. */
static inline void unshuffle_width(const unsigned char *restrict shuffled, size_t count,
                                   size_t width, unsigned char *restrict values) {
    for (size_t i = 0; i < count; i++)
        for (size_t byte = 0; byte < width; byte++)
            values[i * width + byte] = shuffled[byte * count + i];
}

static void unshuffle(const unsigned char *shuffled, size_t bytes, size_t value_bytes,
                      unsigned char *values) {
    size_t count = bytes / value_bytes;
    if (value_bytes == 2)
        unshuffle_width(shuffled, count, 2, values);
    else if (value_bytes == 4)
        unshuffle_width(shuffled, count, 4, values);
    else if (value_bytes == 8)
        unshuffle_width(shuffled, count, 8, values);
    else
        unshuffle_width(shuffled, count, value_bytes, values);
}

/* HDF5's variant of Fletcher's checksum, over 16-bit big-endian words. */
static uint32_t fletcher32(const unsigned char *bytes, size_t size) {
    enum { BLOCK = 360 }; /* words whose sums fit into 32 bits */
    uint32_t low = 0, high = 0;
    size_t words = size / 2;
    while (words > 0) {
        size_t block = words < BLOCK ? words : BLOCK;
        words -= block;
        for (; block > 0; block--, bytes += 2) {
            low += (uint32_t)bytes[0] << 8 | bytes[1];
            high += low;
        }
        low = (low & 0xffff) + (low >> 16);
        high = (high & 0xffff) + (high >> 16);
    }
    if (size % 2 != 0) {
        low += (uint32_t)bytes[0] << 8;
        high += low;
        low = (low & 0xffff) + (low >> 16);
        high = (high & 0xffff) + (high >> 16);
    }
    low = (low & 0xffff) + (low >> 16);
    high = (high & 0xffff) + (high >> 16);
    return high << 16 | low;
}

/* The length of the deflated values. */
static size_t deflate_values(const chunk_filters_t *filters, const unsigned char *values,
                             size_t bytes, unsigned char *packed, size_t room) {
    unsigned char *shuffled = NULL;
    if (is_shuffled(filters)) {
        shuffled = memory_new(bytes, 1);
        shuffle(values, bytes, filters->value_bytes, shuffled);
        values = shuffled;
    }
    struct libdeflate_compressor *compressor =
        libdeflate_alloc_compressor(filters->level);
    REQUIRE(compressor);
    size_t size = libdeflate_zlib_compress(compressor, values, bytes, packed, room);
    REQUIRE(size > 0);
    libdeflate_free_compressor(compressor);
    free(shuffled);
    return size;
}

size_t chunk_pack(const chunk_filters_t *filters, const unsigned char *values,
                  size_t bytes, unsigned char *packed, size_t room) {
    size_t size = bytes;
    REQUIRE(room >= chunk_room(filters, bytes) && bytes % filters->value_bytes == 0);
    if (filters->level > 0)
        size = deflate_values(filters, values, bytes, packed, room - CHECKSUM_BYTES);
    else
        memcpy(packed, values, bytes);
    if (!filters->checksum)
        return size;
    uint32_t checksum = fletcher32(packed, size);
    for (int i = 0; i < CHECKSUM_BYTES; i++)
        packed[size++] = (unsigned char)(checksum >> (8 * i));
    return size;
}

static bool inflate_values(const chunk_filters_t *filters, const unsigned char *packed,
                           size_t size, unsigned char *values, size_t bytes) {
    unsigned char *shuffled = is_shuffled(filters) ? memory_new(bytes, 1) : NULL;
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    REQUIRE(decompressor);
    bool ok = libdeflate_zlib_decompress(decompressor, packed, size,
                                         shuffled ? shuffled : values, bytes,
                                         NULL) == LIBDEFLATE_SUCCESS;
    libdeflate_free_decompressor(decompressor);
    if (ok && shuffled)
        unshuffle(shuffled, bytes, filters->value_bytes, values);
    free(shuffled);
    return ok;
}

bool chunk_unpack(const chunk_filters_t *filters, const unsigned char *packed,
                  size_t size, unsigned char *values, size_t bytes) {
    REQUIRE(bytes % filters->value_bytes == 0);
    if (filters->checksum) {
        if (size < CHECKSUM_BYTES)
            return false;
        size -= CHECKSUM_BYTES;
        uint32_t checksum = 0;
        for (int i = 0; i < CHECKSUM_BYTES; i++)
            checksum |= (uint32_t)packed[size + (size_t)i] << (8 * i);
        if (checksum != fletcher32(packed, size))
            return false;
    }
    if (filters->level > 0)
        return inflate_values(filters, packed, size, values, bytes);
    if (size == bytes)
        memcpy(values, packed, bytes);
    return size == bytes;
}
