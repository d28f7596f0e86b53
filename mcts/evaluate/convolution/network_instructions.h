/* network_instructions.h - the instructions by which a network is evaluated, on which its
 * numbers depend to the last bit.
 * Use: int instructions = INSTRUCTIONS_AUTO;
 *      if (!network_instructions_settle(&instructions, "FILE", &error)) ...
 * Sums of floating-point numbers depend on their order, and that on the instructions: a
 * configuration says which were used (never `auto` once it is settled), and a program
 * that does not have them refuses it. `portable` is plain C and gives the same bits on
 * every machine; the others are oneDNN's, where the program was built with it. The
 * environment's DNNL_MAX_CPU_ISA bounds what `auto` becomes. oneDNN has one setting for
 * the whole program: settling two different ones is an error.
 * Owns: nothing.   Threads: settle is for one thread.
 * Errors: instructions that the processor or the build does not have; two in one program.
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

/* Turns `auto` into the best that is there, and checks anything else. */
bool network_instructions_settle(int *instructions, const char *where, failure_t *error);

/* Whether this program can run with them, here. */
bool network_instructions_are_there(network_instructions_t instructions);

#endif
