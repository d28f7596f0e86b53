/* growing_node.h - nodes that allocate edges as they are tried.
 * Use: if (growing_node_pays(&tree, count, !priors))
 *          node = growing_node_add(&tree, &chunk, player, actions, priors, count);
 *      if (growing_node_is_due(tree_node(&tree, node)))
 *          node = growing_node_move(&tree, node);   then relink the edge above to it
 *      growing_node_try(header, edges, next, chosen);
 * Most nodes of a tree are visited only a few times, so only a few of their edges are
 * ever read. Allocating all edges would dominate what a search writes and what its caches
 * hold. A growing node has room for 3, then 7, 15, ... edges, followed by the untried
 * actions: 2 bytes each, or, with priors, 4-byte keys. A node with room for all its edges
 * is like those of tree_add_node and has room 0. Where room is not 0, the edges from
 * node_tried on, which are untried, must not be read.
 * Owns: nothing; the tree's memory.   Threads: one, as for TREE_GROWING.
 * Errors: TREE_FULL if there is no memory.
 */
#ifndef MCTS_GROWING_NODE_H
#define MCTS_GROWING_NODE_H

#include "core/game/game.h"
#include "mcts/tree/tree.h"

enum { GROWING_FIRST_ROOM = 3, GROWING_MOST_ROOM = 255 };

/* An untried edge's priority and action. Edges are tried by ascending key: by descending
 * prior, ties by action. */
typedef uint32_t untried_key_t;

static inline untried_key_t untried_key(uint16_t prior, action_t action) {
    return (uint32_t)(UINT16_MAX - prior) << 16 | action;
}

static inline uint16_t untried_key_prior(untried_key_t key) {
    return (uint16_t)(UINT16_MAX - (key >> 16));
}

static inline action_t untried_key_action(untried_key_t key) {
    return (action_t)(key & UINT16_MAX);
}

/* The number of edges tried before a node got this room: the index of the first entry of
 * its untried actions. */
static inline int growing_node_first(int room) {
    return room == GROWING_FIRST_ROOM ? 0 : room / 2;
}

/* Untried actions, if priors are equal, indexed by edge - growing_node_first. */
static inline action_t *growing_node_actions(node_t *node) {
    return (action_t *)(void *)((unit_t *)(void *)node + 1 + node->room);
}

/* Untried keys, if priors differ. The first untried one has the smallest key. */
static inline untried_key_t *growing_node_keys(node_t *node) {
    return (untried_key_t *)(void *)((unit_t *)(void *)node + 1 + node->room);
}

/* The size in pairs that a node of a growing tree has with this room. */
uint32_t node_pairs_with(int room, const node_t *node);

/* The current size of a node, in any tree. */
uint32_t node_pairs(const tree_t *tree, const node_t *node);

/* Whether a node with this many edges should be added as a growing node. */
bool growing_node_pays(const tree_t *tree, int count, bool equal_priors);

/* Adds a growing node with no edge tried; only if growing_node_pays. actions: ascending;
 * priors: theirs, or NULL if equal. The chunk counts the node. */
uint32_t growing_node_add(tree_t *tree, tree_chunk_t *chunk, int player,
                          const action_t *actions, const uint16_t *priors, int count);

/* Whether the node must be moved before another edge can be tried. */
static inline bool growing_node_is_due(const node_t *node) {
    return node->room != 0 && node_tried(node) == (int)node->room;
}

/* Moves the node to a larger block. Returns its new index, or TREE_FULL: not moved. */
uint32_t growing_node_move(tree_t *tree, uint32_t node);

/* Copies a node with at least growing_node_first(room) tried edges into a copy with this
 * room; 0: for all edges. */
void growing_node_copy(node_t *copy, node_t *node, int room);

/* Makes the untried edge `chosen` the edge `next`, the first untried one. The node must
 * not be due. */
void growing_node_try(node_t *node, edge_t *edges, int next, int chosen);

/* The prior of the edge to be tried next. */
static inline uint16_t node_next_prior(node_t *node, const edge_t *edges, int next) {
    if (node->room == 0)
        return edges[next].prior;
    return node->equal_priors ? node_equal_prior(node->num_edges)
                              : untried_key_prior(growing_node_keys(
                                    node)[next - growing_node_first((int)node->room)]);
}

#endif
