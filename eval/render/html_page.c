#include "eval/render/html_page.h"

#include "core/base/error.h"
#include "core/base/files/sha256.h"
#include "core/base/memory_stream.h"
#include "eval/render/html.h"

#include <libdeflate.h>
#include <stdlib.h>

static void write_base64(FILE *page, const unsigned char *bytes, size_t size) {
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

void html_compressed(FILE *page, const unsigned char *bytes, size_t size) {
    enum { LEVEL = 9 };
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(LEVEL);
    REQUIRE(compressor);
    size_t room = libdeflate_gzip_compress_bound(compressor, size);
    unsigned char *packed = memory_new(room, 1);
    size_t used = libdeflate_gzip_compress(compressor, bytes, size, packed, room);
    REQUIRE(used > 0);
    write_base64(page, packed, used);
    libdeflate_free_compressor(compressor);
    free(packed);
}

void html_run(FILE *page, const char *script) {
    fprintf(page, "<script>\n%s</script>\n", script);
}

/* The hash of what html_run writes between the tags. */
static void write_hash(const char *script, FILE *page) {
    unsigned char digest[SHA256_BYTES];
    char *text;
    size_t size;
    FILE *stream = memory_stream_open(&text, &size);
    fprintf(stream, "\n%s", script);
    memory_stream_close(stream);
    sha256_digest(text, size, digest);
    free(text);
    fputs(" 'sha256-", page);
    write_base64(page, digest, sizeof digest);
    fputs("'", page);
}

void html_head(FILE *page, const char *title, const char *css, const char *const *scripts,
               const char *sources) {
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "img-src data:; base-uri 'none'; form-action 'none'; style-src "
          "'unsafe-inline'; script-src",
          page);
    for (const char *const *script = scripts; *script; script++)
        write_hash(*script, page);
    fprintf(page, "%s\">\n<title>", *scripts || *sources ? sources : " 'none'");
    html_text(page, title);
    fprintf(page, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", css);
}
