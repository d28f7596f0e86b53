/* embedded_bytes.h - binary data embedded in a page: gzip-compressed, in base64.
 * Use: embedded_bytes_write(bytes, size, page);
 * A script decodes it with atob and DecompressionStream("gzip").
 */
#ifndef EVAL_EMBEDDED_BYTES_H
#define EVAL_EMBEDDED_BYTES_H

#include <stddef.h>
#include <stdio.h>

void embedded_bytes_write(const unsigned char *bytes, size_t size, FILE *page);

#endif
