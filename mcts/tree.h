/* tree.h - node storage for one search.
 * Use: tree_t tree; tree_init(&tree, bytes);
 *      uint32_t node = tree_add_node(&tree, player, actions, count);   TREE_FULL: no room
 *      edge_t *edges = tree_edges(&tree, node);
 *      tree_clear(&tree);
 * A node is a header of 16 bytes followed by its edges of 16 bytes, in one arena; an
 * index is in units of 16 bytes. An edge holds all that selection reads: visits and
 * value, so that a walk down touches one run of memory a node. A position gets a node
 * when it is looked into for the second time; until then its edge is all there is of it.
 * Proofs are kept in the edge, from the point of view of the node's player.
 * Owns: the arena, of a fixed size (the hard cap); nothing is allocated after init.
 *      Indices die with tree_reset and tree_keep.
 * Threads: one tree, one thread.
 * Errors: TREE_FULL; init ends the program when there is no memory.
 */
#ifndef MCTS_TREE_H
#define MCTS_TREE_H

#include "core/game.h"

/* Proof of an edge or a node, for the player to move at the node. */
typedef enum { PROOF_NONE, PROOF_LOSS, PROOF_DRAW, PROOF_WIN } proof_t;

/* One simulation counts VALUE_ONE for a win, half of that for a draw. */
enum { VALUE_BITS = 38, VALUE_ONE = 4096 };

enum { TREE_FULL = 0 }; /* also: no node */

typedef struct edge {
    uint64_t stats;      /* visits << VALUE_BITS | sum of values to the node's player */
    uint32_t child : 30; /* index of the node, or TREE_FULL: none yet */
    uint32_t proof : 2;  /* proof_t */
    action_t action;
    uint16_t prior; /* of 65535 */
} edge_t;

/* Edges 0 ... num_tried-1 have been visited; the others stand in the order in which they
 * will be tried, or, with equal priors, in any. */
typedef struct node {
    uint32_t visits; /* sum over the edges */
    uint16_t num_edges, num_tried;
    uint8_t player;
    uint8_t equal_priors;
    uint8_t unused[6];
} node_t;

typedef union unit {
    node_t node;
    edge_t edge;
} unit_t;

_Static_assert(sizeof(unit_t) == 16, "nodes and edges are 16 bytes each");

typedef struct tree {
    unit_t *units;
    uint32_t used, capacity; /* units; unit 0 is not used */
    uint32_t num_nodes;
} tree_t;

void tree_init(tree_t *tree, size_t bytes);
void tree_clear(tree_t *tree);
void tree_reset(tree_t *tree); /* forgets all nodes */

/* A node with an edge for each action, equal priors. TREE_FULL when it does not fit. */
uint32_t tree_add_node(tree_t *tree, int player, const action_t *actions, int count);

/* Copies the tree below a node of `from` into the empty `tree`; its new index. */
uint32_t tree_keep(tree_t *tree, const tree_t *from, uint32_t node);

static inline node_t *tree_node(const tree_t *tree, uint32_t node) {
    return &tree->units[node].node;
}

static inline edge_t *tree_edges(const tree_t *tree, uint32_t node) {
    return &tree->units[node + 1].edge;
}

static inline uint32_t edge_visits(const edge_t *edge) {
    return (uint32_t)(edge->stats >> VALUE_BITS);
}

/* Sum of the values of its visits, in VALUE_ONE, to the player of the node. */
static inline uint64_t edge_value_sum(const edge_t *edge) {
    return edge->stats & (((uint64_t)1 << VALUE_BITS) - 1);
}

static inline void edge_add(edge_t *edge, uint32_t value) {
    edge->stats += ((uint64_t)1 << VALUE_BITS) + value;
}

#endif
