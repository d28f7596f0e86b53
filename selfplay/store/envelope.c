#include "selfplay/store/envelope.h"

#include "core/base/files/file.h"
#include "core/base/files/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ENVELOPE_FORMAT "fulcrum games, sealed: %zu bytes, crc32 %08" PRIx32 "\n"

static const unsigned char hdf5_signature[8] = {0x89, 'H',  'D',  'F',
                                                '\r', '\n', 0x1a, '\n'};

static void make_line(unsigned char line[ENVELOPE_BYTES], size_t size,
                      uint32_t checksum) {
    memset(line, 0, ENVELOPE_BYTES);
    snprintf((char *)line, ENVELOPE_BYTES, ENVELOPE_FORMAT, size, checksum);
}

void envelope_write(unsigned char *image, size_t size) {
    REQUIRE(size > ENVELOPE_BYTES);
    make_line(image, size,
              libdeflate_crc32(0, image + ENVELOPE_BYTES, size - ENVELOPE_BYTES));
}

/* Length of the file, and checksum of the bytes after the envelope; false with errno. */
static bool read_rest(int file, size_t *size, uint32_t *checksum) {
    enum { PIECE = 1 << 16 };
    unsigned char *piece = memory_new(PIECE, 1);
    ssize_t got;
    *size = ENVELOPE_BYTES;
    *checksum = 0;
    while ((got = file_read_at(file, piece, PIECE, (off_t)*size)) > 0) {
        *checksum = libdeflate_crc32(*checksum, piece, (size_t)got);
        *size += (size_t)got;
    }
    free(piece);
    return got == 0;
}

/* Whether the HDF5 library will detect changes in its tables. */
static bool has_checked_tables(int file) {
    unsigned char start[9] = "";
    return file_read_at(file, start, sizeof start, ENVELOPE_BYTES) == sizeof start &&
           memcmp(start, hdf5_signature, sizeof hdf5_signature) == 0 && start[8] >= 2;
}

/* quick: only the length. */
static bool check_rest(int file, bool quick, const char *path, size_t size,
                       uint32_t checksum, bool *damaged, failure_t *error) {
    struct stat status;
    size_t found;
    uint32_t sum = checksum;
    bool ok = quick ? fstat(file, &status) == 0 : read_rest(file, &found, &sum);
    if (!ok)
        return error_set_system(error, path, "cannot be read");
    found = quick ? (size_t)status.st_size : found;
    *damaged = found != size || sum != checksum;
    if (found != size)
        return error_set(error, "%s: is damaged: %zu bytes long instead of %zu", path,
                         found, size);
    return sum == checksum ||
           error_set(error, "%s: is damaged: its checksum is wrong", path);
}

/* Reads the first line, which must be exactly as written by envelope_write: any changed
 * byte, even an insignificant one, is damage. */
static bool read_line(const char line[ENVELOPE_BYTES], size_t *size, uint32_t *checksum) {
    char again[ENVELOPE_BYTES] = "";
    /* NOLINTNEXTLINE(cert-err34-c): an out-of-range number prints differently */
    if (sscanf(line, ENVELOPE_FORMAT, size, checksum) != 2)
        return false;
    snprintf(again, sizeof again, ENVELOPE_FORMAT, *size, *checksum);
    return memcmp(line, again, sizeof again) == 0;
}

static bool check_file(int file, const char *path, bool quick, bool *damaged,
                       failure_t *error) {
    char line[ENVELOPE_BYTES + 1] = "";
    size_t size;
    uint32_t checksum;
    ssize_t got = file_read_at(file, line, ENVELOPE_BYTES, 0);
    if (got < 0)
        return error_set_system(error, path, "cannot be read");
    *damaged = true;
    if (strncmp(line, ENVELOPE_START, strlen(ENVELOPE_START)) != 0) {
        bool is_hdf5 = memcmp(line, hdf5_signature, sizeof hdf5_signature) == 0;
        return error_set(error, "%s: is %s of recorded games", path,
                         is_hdf5 ? "an HDF5 file, but not one" : "not a file");
    }
    if (got < ENVELOPE_BYTES || !read_line(line, &size, &checksum))
        return error_set(error, "%s: is damaged: its first line is broken", path);
    *damaged = false;
    return check_rest(file, quick && has_checked_tables(file), path, size, checksum,
                      damaged, error);
}

bool envelope_check(const char *path, bool quick, bool *damaged, failure_t *error) {
    *damaged = false;
    int file = file_open(path, error);
    if (file < 0)
        return false;
    bool ok = check_file(file, path, quick, damaged, error);
    close(file);
    return ok;
}

bool envelope_is_likely(const char *path) {
    enum { START = sizeof ENVELOPE_START - 1, SIGNATURE = sizeof hdf5_signature };
    unsigned char start[ENVELOPE_BYTES + SIGNATURE] = "";
    failure_t ignored;
    int file = file_open(path, &ignored);
    if (file < 0)
        return false;
    (void)file_read_at(file, start, sizeof start, 0);
    close(file);
    return memcmp(start, ENVELOPE_START, START) == 0 ||
           memcmp(start + ENVELOPE_BYTES, hdf5_signature, SIGNATURE) == 0;
}

bool envelope_file(const char *path, uint64_t *size, failure_t *error) {
    unsigned char line[ENVELOPE_BYTES];
    size_t bytes = 0;
    uint32_t checksum;
    int file = open(path, O_RDWR);
    bool ok = file >= 0 && read_rest(file, &bytes, &checksum);
    if (ok) {
        make_line(line, bytes, checksum);
        ok = file_write_at(file, line, sizeof line, 0);
    }
    int reason = errno;
    if (file >= 0 && close(file) != 0 && ok)
        ok = false;
    else
        errno = reason;
    *size = bytes;
    return ok || publish_failed(path, "cannot be given its envelope", sizeof line, error);
}
