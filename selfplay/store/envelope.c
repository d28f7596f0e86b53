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

/* Length of the file and checksum of the bytes after the envelope, where the file is
 * positioned. */
static void read_rest(FILE *file, size_t *size, uint32_t *checksum) {
    enum { PIECE = 1 << 16 };
    unsigned char *piece = memory_new(PIECE, 1);
    size_t got;
    *size = ENVELOPE_BYTES;
    *checksum = 0;
    while ((got = fread(piece, 1, PIECE, file)) > 0) {
        *checksum = libdeflate_crc32(*checksum, piece, got);
        *size += got;
    }
    free(piece);
}

static bool check_rest(FILE *file, const char *path, size_t size, uint32_t checksum,
                       bool *damaged, failure_t *error) {
    size_t read;
    uint32_t sum;
    read_rest(file, &read, &sum);
    if (ferror(file))
        return error_set_system(error, path, "cannot be read");
    *damaged = read != size || sum != checksum;
    if (read != size)
        return error_set(error, "%s: is damaged: %zu bytes long instead of %zu", path,
                         read, size);
    return sum == checksum ||
           error_set(error, "%s: is damaged: its checksum is wrong", path);
}

/* Whether the HDF5 library will detect changes in its tables. */
static bool has_checked_tables(FILE *file) {
    unsigned char start[9] = "";
    bool checked = fread(start, 1, sizeof start, file) == sizeof start &&
                   memcmp(start, hdf5_signature, sizeof hdf5_signature) == 0 &&
                   start[8] >= 2;
    return fseeko(file, ENVELOPE_BYTES, SEEK_SET) == 0 && checked;
}

static bool check_length(FILE *file, const char *path, size_t size, bool *damaged,
                         failure_t *error) {
    if (fseeko(file, 0, SEEK_END) != 0)
        return error_set_system(error, path, "cannot be read");
    *damaged = (size_t)ftello(file) != size;
    return !*damaged || error_set(error, "%s: is damaged: %zu bytes long instead of %zu",
                                  path, (size_t)ftello(file), size);
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

static bool check_file(FILE *file, const char *path, bool quick, bool *damaged,
                       failure_t *error) {
    char line[ENVELOPE_BYTES + 1] = "";
    size_t size, got = fread(line, 1, ENVELOPE_BYTES, file);
    uint32_t checksum;
    if (ferror(file))
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
    return quick && has_checked_tables(file)
               ? check_length(file, path, size, damaged, error)
               : check_rest(file, path, size, checksum, damaged, error);
}

bool envelope_check(const char *path, bool quick, bool *damaged, failure_t *error) {
    *damaged = false;
    int descriptor = file_open(path, error);
    if (descriptor < 0)
        return false;
    FILE *file = fdopen(descriptor, "rb");
    if (!file) {
        close(descriptor);
        return error_set_system(error, path, "cannot be opened");
    }
    bool ok = check_file(file, path, quick, damaged, error);
    fclose(file);
    return ok;
}

static bool write_line(const char *path, const unsigned char line[ENVELOPE_BYTES]) {
    int file = open(path, O_WRONLY);
    if (file < 0)
        return false;
    bool written = file_write(file, line, ENVELOPE_BYTES);
    int reason = errno;
    if (close(file) != 0 && written)
        return false;
    errno = reason;
    return written;
}

bool envelope_file(const char *path, uint64_t *size, failure_t *error) {
    unsigned char line[ENVELOPE_BYTES] = "";
    size_t bytes;
    uint32_t checksum;
    FILE *file = fopen(path, "rb");
    bool ok = file && fseeko(file, ENVELOPE_BYTES, SEEK_SET) == 0;
    if (ok) {
        read_rest(file, &bytes, &checksum);
        make_line(line, bytes, checksum);
        ok = !ferror(file) && write_line(path, line);
        *size = bytes;
    }
    if (!ok)
        publish_failed(path, "cannot be given its envelope", sizeof line, error);
    if (file)
        fclose(file);
    return ok;
}
