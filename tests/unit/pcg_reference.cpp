#include "tests/unit/pcg_reference.h"

#include <pcg_random.hpp>

void pcg_reference_draw(uint64_t seed, uint64_t stream, uint32_t *outputs, size_t count) {
    pcg32 rng(seed, stream);
    for (size_t i = 0; i < count; i++)
        outputs[i] = rng();
}
