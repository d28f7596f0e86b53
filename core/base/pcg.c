#include "core/base/pcg.h"

pcg32_t pcg32_seed(uint64_t seed, uint64_t stream) {
    pcg32_t rng = {0, (stream << 1) | 1};
    rng.state = (rng.increment + seed) * PCG32_MULTIPLIER + rng.increment;
    return rng;
}

uint64_t pcg_seed_of_game(uint64_t run_seed, uint64_t game) {
    return mix64(mix64(run_seed) ^ game);
}

pcg32_t pcg32_for(uint64_t run_seed, uint64_t game, uint64_t ply, pcg_purpose_t purpose) {
    uint64_t key = mix64(pcg_seed_of_game(run_seed, game) ^ ply);
    return pcg32_seed(key, mix64(key ^ (uint64_t)purpose));
}
