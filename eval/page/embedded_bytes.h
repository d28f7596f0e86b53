/* embedded_bytes.h - bytes within a page: compressed by gzip, as text in base 64.
 * Use: embedded_bytes_write(bytes, size, page);
 * A script gets them back by atob and DecompressionStream("gzip").
 * Threads: pure but for the file.   Errors: none.
 */
#ifndef EVAL_EMBEDDED_BYTES_H
#define EVAL_EMBEDDED_BYTES_H

#include <stddef.h>
#include <stdio.h>

void embedded_bytes_write(const unsigned char *bytes, size_t size, FILE *page);

#endif
