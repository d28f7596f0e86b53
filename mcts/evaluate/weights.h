/* weights.h - what networks of every kind have: named tensors, and a hash, by which
 * configurations and recorded games name them. The first member of each kind's struct.
 * Source: mcts/evaluate/WEIGHTS.md.
 */
#ifndef MCTS_WEIGHTS_H
#define MCTS_WEIGHTS_H

#include "core/base/error.h"
#include "core/base/files/safetensors.h"
#include "core/game/game.h"

#define WEIGHTS_SEPARATOR " | "

enum { WEIGHTS_HASH = 19 /* 0x and 16 hexadecimal digits */ };

typedef struct weights {
    const struct evaluator_class *class; /* that evaluates with them; set by its caller */
    const game_class_t *game;
    /* The variants that they are for, WEIGHTS_SEPARATOR between; NULL: all. */
    const char *variant;
    int num_tensors;
    tensor_t *tensors; /* in the order of their names' bytes */
    uint64_t hash;
} weights_t;

/* The hash of all tensors, and of a text that describes what they are for. */
uint64_t weights_find_hash(const weights_t *weights, const char *about);
void weights_write_hash(const weights_t *weights, char text[WEIGHTS_HASH]);

/* Whether they are for a game. */
bool weights_fit(const weights_t *weights, const game_t *game, failure_t *error);

void weights_allocate_tensors(weights_t *weights); /* all 0 */
void weights_clear_tensors(weights_t *weights);

#endif
