/* simulation.h - one simulation of a search: down the tree to a leaf, and back up.
 * Use: state_t state; leaf_t leaf;
 *      if (!simulation_walk(search, worker, &state, &leaf))
 *          leaf = ... the result of a random game from the state ...
 *      simulation_back_up(search, worker, leaf);
 * Threads: many in one tree, each with a worker of its own (search.rule.shared).
 * Errors: none; without room for a node the way ends at a leaf.
 */
#ifndef MCTS_SIMULATION_H
#define MCTS_SIMULATION_H

#include "mcts/search/search_state.h"

/* What a leaf came to, in the place of a winner: LEAF_SCORE and what the network expects for
 * player 0, in VALUE_ONE. */
enum { LEAF_SCORE = 16 };

/* The end of a simulation, for the player at the last step of the way. */
typedef struct leaf {
    int winner; /* of the random game or the game's end; player or NOBODY, or a score */
    bounds_t bounds; /* what it proves of the last edge */
} leaf_t;

/* A node for a position that is not over; TREE_FULL: there is no room. */
uint32_t simulation_add_node(search_t *search, worker_t *worker, const state_t *state);

/* Walks down from the root; the state becomes that at the end of the way. True: the leaf
 * has its result; false: that is a random game from the state. Threads that share the
 * tree leave their virtual losses on it. */
bool simulation_walk(search_t *search, worker_t *worker, state_t *state, leaf_t *leaf);

/* Adds the leaf's result to all edges of the way, less the virtual losses, and what is
 * proven as far up as it says anything new. */
void simulation_back_up(search_t *search, const worker_t *worker, leaf_t leaf);

#endif
