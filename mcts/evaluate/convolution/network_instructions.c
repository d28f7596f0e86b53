#include "mcts/evaluate/convolution/network_instructions.h"

#include "mcts/evaluate/convolution/trunk/network_onednn_processor.h"

#include <stdlib.h>
#include <string.h>

const char *const network_instructions_names[INSTRUCTIONS_COUNT] = {
    "auto", "portable", "avx2", "avx512", "avx512_bf16", "amx"};

bool network_instructions_are_there(network_instructions_t instructions) {
    return instructions == INSTRUCTIONS_PORTABLE ||
           (instructions > INSTRUCTIONS_PORTABLE && network_onednn_has(instructions));
}

/* Half precision is faster only if the processor multiplies tiles of it (AMX). */
static network_instructions_t best(void) {
    static const struct {
        const char *bound; /* the value of DNNL_MAX_CPU_ISA that limits to these */
        network_instructions_t instructions;
    } all[] = {{"AMX", INSTRUCTIONS_AMX},
               {"AVX512_CORE", INSTRUCTIONS_AVX512},
               {"AVX2", INSTRUCTIONS_AVX2}};
    const char *bound = getenv("DNNL_MAX_CPU_ISA");
    bool allowed =
        !bound || !*bound || strcmp(bound, "ALL") == 0 || strcmp(bound, "DEFAULT") == 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        allowed = allowed || strstr(bound, all[i].bound);
        if (allowed && network_instructions_are_there(all[i].instructions))
            return all[i].instructions;
    }
    return INSTRUCTIONS_PORTABLE;
}

bool network_instructions_settle(int *instructions, const char *where, failure_t *error) {
    static network_instructions_t chosen = INSTRUCTIONS_AUTO; /* the library's setting */
    if (*instructions == INSTRUCTIONS_AUTO)
        *instructions = chosen != INSTRUCTIONS_AUTO ? (int)chosen : (int)best();
    const char *name = network_instructions_names[*instructions];
    if (!network_instructions_are_there((network_instructions_t)*instructions))
        return error_set(error,
                         "%s: \"network.instructions\" is %s, which this %s; portable is "
                         "always available",
                         where, name,
                         network_onednn_is_installed()
                             ? "processor lacks"
                             : "program has only with oneDNN 2 (libdnnl-dev)");
    if (*instructions == INSTRUCTIONS_PORTABLE)
        return true;
    if (chosen == INSTRUCTIONS_AUTO) {
        if (!network_onednn_bound((network_instructions_t)*instructions))
            return error_set(error, "%s: oneDNN rejects the instructions %s", where,
                             name);
        chosen = (network_instructions_t)*instructions;
    }
    return (int)chosen == *instructions ||
           error_set(error,
                     "%s: \"network.instructions\" is %s, but another network of this "
                     "command has %s: the library has one setting per process",
                     where, name, network_instructions_names[chosen]);
}
