#include "selfplay/export/npz/zip_file.h"

#include "core/base/error.h"
#include "core/base/text.h"

#include <errno.h>
#include <libdeflate.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Only three records of fixed layout are needed besides zlib and libdeflate: an archive
 * library (libzip, minizip) would be another dependency for each cluster, and writes
 * timestamps. */
enum {
    VERSION_NEEDED = 20,
    METHOD_STORED = 0,
    METHOD_DEFLATED = 8,
    NEW_YEAR_1980 = 1 << 5 | 1, /* the earliest date: no time is written */
    LOCAL_BYTES = 30,
    CENTRAL_BYTES = 46,
    END_BYTES = 22
};

typedef struct entry {
    char *name;
    uint32_t checksum, packed, size, offset;
    uint16_t method;
} entry_t;

struct zip_file {
    FILE *file;
    entry_t *entries;
    size_t count;
    uint64_t written;
    uint32_t sum; /* CRC-32 of all of it */
    char *path;
};

/* --- Records ------------------------------------------------------------------------ */

typedef struct record_bytes {
    unsigned char bytes[CENTRAL_BYTES];
    size_t used;
} record_bytes_t;

static void put16(record_bytes_t *to, unsigned value) {
    to->bytes[to->used++] = (unsigned char)value;
    to->bytes[to->used++] = (unsigned char)(value >> 8);
}

static void put32(record_bytes_t *to, uint32_t value) {
    put16(to, value & 0xffff);
    put16(to, value >> 16);
}

/* From the required version to the length of the name, the same in both records. */
static void put_entry(record_bytes_t *to, const entry_t *entry) {
    put16(to, VERSION_NEEDED);
    put16(to, 0); /* flags */
    put16(to, entry->method);
    put16(to, 0); /* time */
    put16(to, NEW_YEAR_1980);
    put32(to, entry->checksum);
    put32(to, entry->packed);
    put32(to, entry->size);
    put16(to, (unsigned)strlen(entry->name));
    put16(to, 0); /* no extra field */
}

static bool write_bytes(zip_file_t *zip, const void *bytes, size_t size) {
    zip->written += size;
    if (zip->written > UINT32_MAX) {
        errno = EFBIG;
        return false;
    }
    zip->sum = libdeflate_crc32(zip->sum, bytes, size);
    return size == 0 || fwrite(bytes, size, 1, zip->file) == 1;
}

static bool write_local(zip_file_t *zip, const entry_t *entry) {
    record_bytes_t local = {.used = 0};
    put32(&local, 0x04034b50);
    put_entry(&local, entry);
    REQUIRE(local.used == LOCAL_BYTES);
    return write_bytes(zip, local.bytes, local.used) &&
           write_bytes(zip, entry->name, strlen(entry->name));
}

static bool write_central(zip_file_t *zip, const entry_t *entry) {
    record_bytes_t central = {.used = 0};
    put32(&central, 0x02014b50);
    put16(&central, VERSION_NEEDED); /* version made by */
    put_entry(&central, entry);
    put16(&central, 0); /* comment */
    put16(&central, 0); /* disk */
    put16(&central, 0); /* attributes */
    put32(&central, 0);
    put32(&central, entry->offset);
    REQUIRE(central.used == CENTRAL_BYTES);
    return write_bytes(zip, central.bytes, central.used) &&
           write_bytes(zip, entry->name, strlen(entry->name));
}

static bool write_end(zip_file_t *zip, uint64_t directory) {
    record_bytes_t end = {.used = 0};
    put32(&end, 0x06054b50);
    put16(&end, 0); /* disks */
    put16(&end, 0);
    put16(&end, (unsigned)zip->count);
    put16(&end, (unsigned)zip->count);
    put32(&end, (uint32_t)(zip->written - directory));
    put32(&end, (uint32_t)directory);
    put16(&end, 0); /* comment */
    REQUIRE(end.used == END_BYTES);
    return write_bytes(zip, end.bytes, end.used);
}

/* --- The archive -------------------------------------------------------------------- */

zip_file_t *zip_file_new(const char *path) {
    FILE *file = fopen(path, "wb");
    if (!file)
        return NULL;
    zip_file_t *zip = memory_new(1, sizeof *zip);
    zip->file = file;
    zip->path = text_copy(path);
    return zip;
}

void zip_pack(int level, const void *bytes, size_t size, zip_packed_t *packed) {
    *packed = (zip_packed_t){
        .size = size, .packed = size, .checksum = libdeflate_crc32(0, bytes, size)};
    if (level == 0 || size == 0)
        return;
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(level);
    REQUIRE(compressor);
    size_t room = libdeflate_deflate_compress_bound(compressor, size);
    packed->bytes = memory_resize(NULL, room, 1);
    size_t used =
        libdeflate_deflate_compress(compressor, bytes, size, packed->bytes, room);
    libdeflate_free_compressor(compressor);
    if (used > 0 && used < size) {
        packed->packed = used;
        return;
    }
    free(packed->bytes);
    packed->bytes = NULL;
}

bool zip_file_add(zip_file_t *zip, const char *name, const void *bytes,
                  const zip_packed_t *packed) {
    if (packed->size > UINT32_MAX || zip->written + packed->size > UINT32_MAX) {
        errno = EFBIG;
        return false;
    }
    entry_t entry = {.name = text_copy(name),
                     .checksum = packed->checksum,
                     .size = (uint32_t)packed->size,
                     .packed = (uint32_t)packed->packed,
                     .offset = (uint32_t)zip->written,
                     .method = packed->bytes ? METHOD_DEFLATED : METHOD_STORED};
    zip->entries = memory_resize(zip->entries, zip->count + 1, sizeof *zip->entries);
    zip->entries[zip->count++] = entry;
    return write_local(zip, &entry) &&
           write_bytes(zip, packed->bytes ? packed->bytes : bytes, packed->packed);
}

static bool close_file(zip_file_t *zip) {
    bool closed = zip->file && fclose(zip->file) == 0;
    zip->file = NULL;
    return closed;
}

void zip_file_abandon(zip_file_t *zip) {
    int reason = errno;
    (void)close_file(zip);
    for (size_t i = 0; i < zip->count; i++)
        free(zip->entries[i].name);
    free(zip->entries);
    free(zip->path);
    free(zip);
    errno = reason;
}

/* Checks that the closed file holds what was written. */
static bool reads_back(const zip_file_t *zip) {
    enum { PIECE = 1 << 16 };
    unsigned char *piece = memory_new(PIECE, 1);
    uint64_t size = 0;
    uint32_t sum = 0;
    size_t got;
    FILE *file = fopen(zip->path, "rb");
    while (file && (got = fread(piece, 1, PIECE, file)) > 0) {
        sum = libdeflate_crc32(sum, piece, got);
        size += got;
    }
    bool same = file && !ferror(file) && size == zip->written && sum == zip->sum;
    if (file)
        fclose(file);
    free(piece);
    if (!same)
        errno = EIO;
    return same;
}

bool zip_file_finish(zip_file_t *zip) {
    uint64_t directory = zip->written;
    bool ok = true;
    for (size_t i = 0; ok && i < zip->count; i++)
        ok = write_central(zip, &zip->entries[i]);
    ok = ok && write_end(zip, directory) && fflush(zip->file) == 0 &&
         fsync(fileno(zip->file)) == 0;
    ok = ok && close_file(zip) && reads_back(zip);
    if (ok)
        zip_file_abandon(zip);
    return ok;
}
