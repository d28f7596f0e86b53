/* network_choice.h - the network that a configuration names: file, hash, and, of a
 * convolutional one, instructions.
 * Use: if (!network_choice_bind(&choice, game, "FILE", &error)) ...
 *      network_inference_t *inference = network_choice_inference(&choice, game, 8);
 * A network's outputs depend on its weights and on the instructions, so the hash of the
 * weights and the instructions are part of an effective configuration, like the path.
 * bind fills in what is not given. If a hash or instructions are given, it rejects a file
 * with another hash, and a machine without the instructions.
 * Owns: nothing; the network belongs to the program (network.h).
 * Threads: bind is for one thread, the other functions for many.
 * Errors: of bind: those of network.h and network_instructions.h; a hash other than the
 *      given one; a network that cannot be run here, so that nothing fails later.
 */
#ifndef MCTS_NETWORK_CHOICE_H
#define MCTS_NETWORK_CHOICE_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct game game_t; /* core/game/game.h */
typedef struct network_inference
    network_inference_t;          /* mcts/evaluate/convolution/network_inference.h */
typedef struct network network_t; /* mcts/evaluate/convolution/network.h */
typedef struct integer_network
    integer_network_t; /* mcts/evaluate/integer/integer_network.h */

enum { NETWORK_PATH = 256, NETWORK_CHOICE_HASH = 19 /* NETWORK_HASH_TEXT */ };

typedef struct network_choice {
    char weights[NETWORK_PATH];
    char hash[NETWORK_CHOICE_HASH];   /* empty: any */
    int instructions;                 /* network_instructions_t */
    int64_t cache_mb;                 /* of each evaluator */
    const network_t *opened;          /* by bind */
    const integer_network_t *integer; /* instead, by integer_evaluator_bind */
} network_choice_t;

/* Whether the file exists, of either kind; relative paths start at the current folder. */
bool network_choice_find(const network_choice_t *choice, const char *where,
                         failure_t *error);

bool network_choice_bind(network_choice_t *choice, const game_t *game, const char *where,
                         failure_t *error);

/* For one thread; batch: positions at a time. Release with network_inference_free. */
network_inference_t *network_choice_inference(const network_choice_t *choice,
                                              const game_t *game, int batch);

#endif
