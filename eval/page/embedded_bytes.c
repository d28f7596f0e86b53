#include "eval/page/embedded_bytes.h"

#include "core/base/error.h"

#include <libdeflate.h>
#include <stdlib.h>

static void write_base64(const unsigned char *bytes, size_t size, FILE *page) {
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        unsigned word = (unsigned)bytes[i] << 16;
        word |= i + 1 < size ? (unsigned)bytes[i + 1] << 8 : 0;
        word |= i + 2 < size ? (unsigned)bytes[i + 2] : 0;
        fputc(digits[word >> 18], page);
        fputc(digits[word >> 12 & 63], page);
        fputc(i + 1 < size ? digits[word >> 6 & 63] : '=', page);
        fputc(i + 2 < size ? digits[word & 63] : '=', page);
    }
}

void embedded_bytes_write(const unsigned char *bytes, size_t size, FILE *page) {
    enum { LEVEL = 9 };
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(LEVEL);
    REQUIRE(compressor);
    size_t room = libdeflate_gzip_compress_bound(compressor, size);
    unsigned char *packed = memory_new(room, 1);
    size_t used = libdeflate_gzip_compress(compressor, bytes, size, packed, room);
    REQUIRE(used > 0);
    write_base64(packed, used, page);
    libdeflate_free_compressor(compressor);
    free(packed);
}
