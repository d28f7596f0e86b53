/* sha256.h - SHA-256 of bytes, as `sha256sum` prints it.
 * Use: char text[SHA256_TEXT];
 *      sha256_write(bytes, size, text);                    64 hexadecimal digits
 *      uint64_t first = sha256_first64(bytes, size);       the first 16 as a number
 * Threads: pure.   Errors: none.
 * Source: FIPS 180-4.
 */
#ifndef CORE_SHA256_H
#define CORE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_TEXT = 2 * SHA256_BYTES + 1 };

void sha256_write(const void *bytes, size_t size, char text[SHA256_TEXT]);
uint64_t sha256_first64(const void *bytes, size_t size);

#endif
