#include "eval/page/embedded_bytes.h"

#include "core/base/error.h"
#include "eval/render/html_page.h"

#include <libdeflate.h>
#include <stdlib.h>

void embedded_bytes_write(const unsigned char *bytes, size_t size, FILE *page) {
    enum { LEVEL = 9 };
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(LEVEL);
    REQUIRE(compressor);
    size_t room = libdeflate_gzip_compress_bound(compressor, size);
    unsigned char *packed = memory_new(room, 1);
    size_t used = libdeflate_gzip_compress(compressor, bytes, size, packed, room);
    REQUIRE(used > 0);
    html_base64(page, packed, used);
    libdeflate_free_compressor(compressor);
    free(packed);
}
