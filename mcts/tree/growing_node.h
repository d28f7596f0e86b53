/* growing_node.h - nodes whose edges get memory as they are tried.
 * Use: if (growing_node_pays(&tree, count, !priors))
 *          node = growing_node_add(&tree, &chunk, player, actions, priors, count);
 *      if (growing_node_is_due(tree_node(&tree, node)))
 *          node = growing_node_move(&tree, node);   and the edge above gets the new index
 *      growing_node_try(header, edges, next, chosen);
 * Most nodes of a tree are visited a few times, so that a few of their edges are all that
 * is ever read. Memory for all of them would be most of what a search writes, and what
 * its caches hold. A growing node has room for 3, then 7, 15, ... edges and behind them
 * what is known of the others: actions of 2 bytes, or, with priors, keys of 4. A node
 * with room for all its edges is like those of tree_add_node and has room 0. Edges at and
 * behind node_tried, which have not been tried, are not to be read where room is not 0.
 * Owns: nothing; the tree's memory.   Threads: one, as trees that grow.
 * Errors: TREE_FULL where there is no memory.
 */
#ifndef MCTS_GROWING_NODE_H
#define MCTS_GROWING_NODE_H

#include "core/game/game.h"
#include "mcts/tree/tree.h"

enum { GROWING_FIRST_ROOM = 3, GROWING_MOST_ROOM = 255 };

/* How soon an untried edge is tried, and its action: the least key first, that is by
 * falling priors, among equal ones by action. */
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

/* The edges that were tried before a node got so much room: what is known of the others
 * begins with the one of this index. */
static inline int growing_node_first(int room) {
    return room == GROWING_FIRST_ROOM ? 0 : room / 2;
}

/* Where priors are equal: by index less growing_node_first. */
static inline action_t *growing_node_actions(node_t *node) {
    return (action_t *)(void *)((unit_t *)(void *)node + 1 + node->room);
}

/* Where they are not. Of the untried ones the first has the least key. */
static inline untried_key_t *growing_node_keys(node_t *node) {
    return (untried_key_t *)(void *)((unit_t *)(void *)node + 1 + node->room);
}

/* The size of a node with other room, in a tree that grows, in pairs. */
uint32_t node_pairs_with(int room, const node_t *node);

/* The size of a node as it is, in any tree. */
uint32_t node_pairs(const tree_t *tree, const node_t *node);

/* Whether a node with so many edges is to be added as one that grows. */
bool growing_node_pays(const tree_t *tree, int count, bool equal_priors);

/* A node for which it pays, not tried. actions: ascending; priors: of them,
 * or NULL where they are equal. The chunk counts it. */
uint32_t growing_node_add(tree_t *tree, tree_chunk_t *chunk, int player,
                          const action_t *actions, const uint16_t *priors, int count);

/* Whether it has to be moved before another edge can be tried. */
static inline bool growing_node_is_due(const node_t *node) {
    return node->room != 0 && node_tried(node) == (int)node->room;
}

/* Moves the node to where it has more room; its new index, or TREE_FULL: it stays. */
uint32_t growing_node_move(tree_t *tree, uint32_t node);

/* Copies a node, of which at least growing_node_first(room) edges have been tried, and
 * gives the copy this room; 0: for all. */
void growing_node_copy(node_t *copy, node_t *node, int room);

/* Makes the untried edge `chosen` the edge `next`, the first that has not been tried, of
 * a node that is not due. */
void growing_node_try(node_t *node, edge_t *edges, int next, int chosen);

/* The prior of the edge that is to be tried next. */
static inline uint16_t node_next_prior(node_t *node, const edge_t *edges, int next) {
    if (node->room == 0)
        return edges[next].prior;
    return node->equal_priors ? node_equal_prior(node->num_edges)
                              : untried_key_prior(growing_node_keys(
                                    node)[next - growing_node_first((int)node->room)]);
}

#endif
