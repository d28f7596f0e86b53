/* sha256.h - SHA-256 of bytes, as `sha256sum` prints it.
 * Use: char text[SHA256_TEXT];
 *      sha256_write(bytes, size, text);                    64 hexadecimal digits
 *      uint64_t first = sha256_first64(bytes, size);       the first 16 as a number
 *      sha256_t sum;                                       the same of parts:
 *      sha256_begin(&sum);  sha256_add(&sum, bytes, size);  sha256_end(&sum, text);
 * Source: FIPS 180-4.
 */
#ifndef CORE_SHA256_H
#define CORE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_TEXT = 2 * SHA256_BYTES + 1, SHA256_BLOCK = 64 };

void sha256_digest(const void *bytes, size_t size, unsigned char digest[SHA256_BYTES]);
void sha256_write(const void *bytes, size_t size, char text[SHA256_TEXT]);
uint64_t sha256_first64(const void *bytes, size_t size);

typedef struct sha256 {
    uint32_t hash[SHA256_BYTES / 4];
    unsigned char block[SHA256_BLOCK]; /* the last, incomplete one */
    uint64_t size;                     /* of all parts */
} sha256_t;

void sha256_begin(sha256_t *sum);
void sha256_add(sha256_t *sum, const void *bytes, size_t size);
void sha256_end(sha256_t *sum, char text[SHA256_TEXT]);

#endif
