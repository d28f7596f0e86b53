/* network_instructions.h - the instruction sets that can evaluate a network; they affect
 * the last bits of its outputs.
 * Use: int instructions = INSTRUCTIONS_AUTO;
 *      if (!network_instructions_settle(&instructions, "FILE", &error)) ...
 * Floating-point sums depend on their order, and that on the instructions: a settled
 * configuration records which were used (never `auto`), and a program without them
 * rejects it. `portable` is plain C and gives the same bits on every machine; the others
 * are oneDNN's, if the program was built with it. The environment variable
 * DNNL_MAX_CPU_ISA limits what `auto` becomes. oneDNN has one setting per process:
 * settling two different ones is an error.
 * Threads: settle is for one thread.
 * Errors: instructions that the processor or the build lacks; two in one process.
 */
#ifndef MCTS_NETWORK_INSTRUCTIONS_H
#define MCTS_NETWORK_INSTRUCTIONS_H

#include "core/base/error.h"

#include <stdbool.h>

typedef enum {
    INSTRUCTIONS_AUTO,
    INSTRUCTIONS_PORTABLE,
    INSTRUCTIONS_AVX2,
    INSTRUCTIONS_AVX512,
    INSTRUCTIONS_AVX512_BF16,
    INSTRUCTIONS_AMX,
    INSTRUCTIONS_COUNT
} network_instructions_t;

/* In the order of network_instructions_t, as a key's choices. */
#define INSTRUCTIONS_CHOICES "auto|portable|avx2|avx512|avx512_bf16|amx"

extern const char *const network_instructions_names[INSTRUCTIONS_COUNT];

/* Replaces `auto` with the best available, and checks anything else. */
bool network_instructions_settle(int *instructions, const char *where, failure_t *error);

/* Whether this program can use them on this machine. */
bool network_instructions_are_there(network_instructions_t instructions);

#endif
