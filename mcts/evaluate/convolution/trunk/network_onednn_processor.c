#include "mcts/evaluate/convolution/trunk/network_onednn_processor.h"

#ifndef FULCRUM_ONEDNN

bool network_onednn_is_installed(void) {
    return false;
}

bool network_onednn_has(network_instructions_t instructions) {
    (void)instructions;
    return false;
}

bool network_onednn_bound(network_instructions_t instructions) {
    (void)instructions;
    return false;
}

#else

#include "mcts/evaluate/convolution/trunk/network_onednn_library.h"

#include <cpuid.h>

bool network_onednn_is_installed(void) {
    return network_onednn_load();
}

static const dnnl_cpu_isa_t bounds[INSTRUCTIONS_COUNT] = {
    [INSTRUCTIONS_AVX2] = dnnl_cpu_isa_avx2,
    [INSTRUCTIONS_AVX512] = dnnl_cpu_isa_avx512_core,
    [INSTRUCTIONS_AVX512_BF16] = dnnl_cpu_isa_avx512_core_bf16,
    [INSTRUCTIONS_AMX] = dnnl_cpu_isa_avx512_core_amx,
};

/* Whether the processor has tiles and bf16 products, and the system saves tiles at
 * context switches. */
static bool has_amx(void) {
    enum { AMX_BF16 = 1 << 22, AMX_TILE = 1 << 24, TILE_STATE = 3 << 17 };
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return false;
    if (!(d & AMX_BF16) || !(d & AMX_TILE))
        return false;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & TILE_STATE) == TILE_STATE;
}

static bool processor_has(network_instructions_t instructions) {
    bool avx512 =
        __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
    switch (instructions) {
    case INSTRUCTIONS_AVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case INSTRUCTIONS_AVX512:
        return avx512;
    case INSTRUCTIONS_AVX512_BF16:
        return avx512 && __builtin_cpu_supports("avx512vnni") &&
               __builtin_cpu_supports("avx512bf16");
    case INSTRUCTIONS_AMX:
        return avx512 && has_amx();
    case INSTRUCTIONS_AUTO:
    case INSTRUCTIONS_PORTABLE:
    case INSTRUCTIONS_COUNT:
        break;
    }
    return false;
}

bool network_onednn_has(network_instructions_t instructions) {
    return processor_has(instructions) && network_onednn_load();
}

bool network_onednn_bound(network_instructions_t instructions) {
    return dnnl.set_max_cpu_isa(bounds[instructions]) == dnnl_success &&
           dnnl.get_effective_cpu_isa() == bounds[instructions];
}

#endif
