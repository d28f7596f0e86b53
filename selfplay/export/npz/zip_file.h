/* zip_file.h - writes a zip archive sequentially.
 * Use: zip_packed_t packed;
 *      zip_pack(1, bytes, size, &packed);
 *      zip_file_t *zip = zip_file_new("a.npz");
 *      zip_file_add(zip, "planes.npy", bytes, &packed) ...   free(packed.bytes)
 *      zip_file_finish(zip)                        or zip_file_abandon(zip)
 * Entries are stored, or deflated by libdeflate; each has its CRC-32. The archive uses
 * only features that every reader supports: no encryption, no times, entries and archive
 * below 4 GiB (as callers ensure). The same entries give the same bytes.
 * Owns: the open file.   Threads: one archive, one thread; zip_pack any.
 * Errors: new: NULL, with errno; add, finish: false, if it cannot be written (errno) or
 *      exceeds the bounds (EFBIG): then call zip_file_abandon.
 * Source: PKWARE, APPNOTE.TXT, "4.3.7 Local file header", "4.3.12 Central directory".
 */
#ifndef SELFPLAY_ZIP_FILE_H
#define SELFPLAY_ZIP_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct zip_file zip_file_t;

/* An entry as stored in an archive. */
typedef struct zip_packed {
    unsigned char *bytes; /* deflated; NULL: stored as they are */
    size_t size, packed;  /* uncompressed, and in the archive */
    uint32_t checksum;
} zip_packed_t;

/* level: of deflate; 0: stored. Values are also stored if deflating saves nothing. */
void zip_pack(int level, const void *bytes, size_t size, zip_packed_t *packed);

zip_file_t *zip_file_new(const char *path);
/* bytes: the values that were packed. */
bool zip_file_add(zip_file_t *zip, const char *name, const void *bytes,
                  const zip_packed_t *packed);

/* Writes the directory, syncs the file, closes it and reads it back. */
bool zip_file_finish(zip_file_t *zip);
void zip_file_abandon(zip_file_t *zip);

#endif
