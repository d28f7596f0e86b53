#include "selfplay/seal.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define SEAL_FORMAT "fulcrum games, sealed: %zu bytes, crc32 %08lx\n"
#define SEAL_START "fulcrum games, sealed: "

static const unsigned char hdf5_signature[8] = {0x89, 'H',  'D',  'F',
                                                '\r', '\n', 0x1a, '\n'};

void seal_write(unsigned char *image, size_t size) {
    REQUIRE(size > SEAL_BYTES);
    memset(image, 0, SEAL_BYTES);
    snprintf((char *)image, SEAL_BYTES, SEAL_FORMAT, size,
             crc32_z(0, image + SEAL_BYTES, size - SEAL_BYTES));
}

/* Checks what is behind the seal, which says its length and checksum. */
static bool check_rest(FILE *file, const char *path, size_t size, unsigned long checksum,
                       failure_t *error) {
    enum { PIECE = 1 << 16 };
    unsigned char *piece = memory_new(PIECE, 1);
    size_t read = SEAL_BYTES, got;
    unsigned long sum = 0;
    while ((got = fread(piece, 1, PIECE, file)) > 0) {
        sum = crc32_z(sum, piece, got);
        read += got;
    }
    free(piece);
    if (ferror(file))
        return error_set(error, "%s: cannot be read: %s", path, strerror(errno));
    if (read != size)
        return error_set(error, "%s: is damaged: %zu bytes long instead of %zu", path,
                         read, size);
    return sum == checksum ||
           error_set(error, "%s: is damaged: its checksum is wrong", path);
}

/* Reads a seal, which has to be just as seal_write makes it: one byte changed, even where
 * it means nothing, is damage. */
static bool read_seal(const char seal[SEAL_BYTES], size_t *size,
                      unsigned long *checksum) {
    char again[SEAL_BYTES] = "";
    if (sscanf(seal, SEAL_FORMAT, size, checksum) != 2)
        return false;
    snprintf(again, sizeof again, SEAL_FORMAT, *size, *checksum);
    return memcmp(seal, again, sizeof again) == 0;
}

static bool check_file(FILE *file, const char *path, failure_t *error) {
    char seal[SEAL_BYTES + 1] = "";
    size_t size, got = fread(seal, 1, SEAL_BYTES, file);
    unsigned long checksum;
    if (ferror(file))
        return error_set(error, "%s: cannot be read: %s", path, strerror(errno));
    if (strncmp(seal, SEAL_START, strlen(SEAL_START)) != 0) {
        bool is_hdf5 = memcmp(seal, hdf5_signature, sizeof hdf5_signature) == 0;
        return error_set(error, "%s: is %s of recorded games", path,
                         is_hdf5 ? "an HDF5 file, but not one" : "not a file");
    }
    if (got < SEAL_BYTES || !read_seal(seal, &size, &checksum))
        return error_set(error, "%s: is damaged: its seal is broken", path);
    return check_rest(file, path, size, checksum, error);
}

bool seal_check(const char *path, failure_t *error) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
    bool right = check_file(file, path, error);
    fclose(file);
    return right;
}
