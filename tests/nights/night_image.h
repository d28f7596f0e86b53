/* night_image.h - the contents of a file in a simulated file system.
 * Use: image_resize(&image, 100);   image_copy(&to, &from);   free(image.bytes);
 *      image_decay(&newer, &older, &rng);      what a power loss may leave
 * Owns: its bytes.   Threads: one.
 */
#ifndef TESTS_NIGHT_IMAGE_H
#define TESTS_NIGHT_IMAGE_H

#include "core/base/pcg.h"

#include <stddef.h>

enum { DISK_PAGE = 64 };

typedef struct image {
    unsigned char *bytes;
    size_t size;
} image_t;

void image_resize(image_t *image, size_t size);
void image_copy(image_t *to, const image_t *from);
void image_decay(image_t *newer, const image_t *older, pcg32_t *rng);

#endif
