#include "tests/unit/pcg_reference.h"

#include <pcg_random.hpp>

static void draw(pcg32 &rng, uint32_t *outputs, size_t count) {
    for (size_t i = 0; i < count; i++)
        outputs[i] = rng();
}

void pcg_reference_draw(uint64_t seed, uint64_t stream, uint64_t steps, uint32_t *outputs,
                        size_t count) {
    pcg32 rng(seed, stream);
    rng.advance(steps);
    draw(rng, outputs, count);
}

void pcg_reference_draw_back(uint64_t seed, uint64_t stream, uint64_t steps,
                             uint32_t *outputs, size_t count) {
    pcg32 rng(seed, stream);
    rng.backstep(steps);
    draw(rng, outputs, count);
}
