#include "tests/nights/night_image.h"

#include "core/base/error.h"

#include <string.h>

void image_resize(image_t *image, size_t size) {
    image->bytes = memory_resize(image->bytes, size + 1, 1);
    if (size > image->size)
        memset(image->bytes + image->size, 0, size - image->size);
    image->size = size;
}

void image_copy(image_t *to, const image_t *from) {
    if (from->size == 0 && to->size == 0)
        return;
    image_resize(to, from->size);
    if (from->size > 0)
        memcpy(to->bytes, from->bytes, from->size);
}

/* A state that a power loss may leave when only the older image was synced: each page of
 * either image, and any length between. */
void image_decay(image_t *newer, const image_t *older, pcg32_t *rng) {
    size_t low = older->size, high = newer->size;
    if (low == high && (low == 0 || memcmp(older->bytes, newer->bytes, low) == 0))
        return;
    size_t ends[] = {low, high,
                     low < high ? low + pcg32_below(rng, (uint32_t)(high - low)) : low};
    size_t size = ends[pcg32_below(rng, 3)];
    for (size_t at = 0; at < size; at += DISK_PAGE) {
        size_t end = at + DISK_PAGE < size ? at + DISK_PAGE : size;
        bool is_new = at < high && pcg32_below(rng, 2) == 0;
        for (size_t i = at; i < end && !is_new && i < high; i++)
            newer->bytes[i] = i < low ? older->bytes[i] : 0;
    }
    image_resize(newer, size);
}
