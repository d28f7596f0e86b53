/* network_choice.h - the network that a configuration names: file, hash, instructions.
 * Use: if (!network_choice_bind(&choice, game, "FILE", &error)) ...
 *      evaluator_t *evaluator = network_choice_evaluator(&choice, game, 8);
 * What a network says hangs on its weights and on the instructions, so both are part of an
 * effective configuration: bind fills them in where they are not given, and refuses others
 * than those that are. Where the file lies is part of it, too.
 * Owns: nothing; the network belongs to the program (network.h).
 * Threads: bind is for one thread, evaluators for as many as like.
 * Errors: of bind: as network.h and instructions.h; another hash than the one that is
 *      given; an evaluator that cannot be made, so that none fails later.
 */
#ifndef MCTS_NETWORK_CHOICE_H
#define MCTS_NETWORK_CHOICE_H

#include "core/base/error.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct evaluator evaluator_t; /* mcts/evaluate/evaluator.h */
typedef struct game game_t;           /* core/game/game.h */
typedef struct network network_t;     /* mcts/evaluate/network.h */

enum { NETWORK_PATH = 256, NETWORK_CHOICE_HASH = 19 /* NETWORK_HASH_TEXT */ };

typedef struct network_choice {
    char weights[NETWORK_PATH];
    char hash[NETWORK_CHOICE_HASH]; /* empty: any */
    int instructions;               /* network_instructions_t */
    int64_t cache_mb;               /* of each evaluator */
    const network_t *opened;        /* by bind */
} network_choice_t;

bool network_choice_bind(network_choice_t *choice, const game_t *game, const char *where,
                         failure_t *error);

/* For one thread; batch: positions at a time. evaluator_free. */
evaluator_t *network_choice_evaluator(const network_choice_t *choice, const game_t *game,
                                      int batch);

#endif
