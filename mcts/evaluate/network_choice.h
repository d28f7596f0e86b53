/* network_choice.h - the network that a configuration names.
 * A network's outputs depend on its weights and, if it is a convolutional one, on the
 * instructions, so the hash of the weights and the instructions are part of an effective
 * configuration, like the path. Binding (evaluator_choice.h) fills in what is not given.
 */
#ifndef MCTS_NETWORK_CHOICE_H
#define MCTS_NETWORK_CHOICE_H

#include <stdint.h>

typedef struct weights weights_t; /* mcts/evaluate/weights.h */

enum { NETWORK_PATH = 256, NETWORK_CHOICE_HASH = 19 /* WEIGHTS_HASH */ };

typedef struct network_choice {
    char weights[NETWORK_PATH];
    char hash[NETWORK_CHOICE_HASH]; /* empty: any */
    int instructions;               /* network_instructions_t */
    int64_t cache_mb;               /* of each evaluator */
    const weights_t *opened;        /* by binding; belongs to the program */
} network_choice_t;

#endif
