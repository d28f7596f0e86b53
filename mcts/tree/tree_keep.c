#include "mcts/tree/tree_keep.h"

#include "mcts/tree/growing_node.h"

/* Memory for a copy, which counts with all its edges. */
static uint32_t claim_memory(tree_t *tree, uint32_t pairs, int num_edges) {
    if (tree->grows) {
        bool fits = tree_count_node(tree, num_edges);
        uint32_t index = tree_take_block(tree, pairs);
        REQUIRE(fits && index != TREE_FULL);
        return index;
    }
    uint32_t index = tree->used;
    tree->used += pairs;
    return index;
}

/* Appends a copy of a node with its edges; returns its index. */
static uint32_t copy_node(tree_t *tree, const tree_t *from, uint32_t node) {
    const node_t *original = tree_node(from, node);
    uint32_t pairs = node_pairs(from, original),
             index = claim_memory(tree, pairs, original->num_edges);
    node_t *copy = tree_node(tree, index);
    memcpy(copy, original, (size_t)pairs * PAIR_BYTES);
    copy->best_edge = BEST_EDGE_NONE;
    if (tree->tail)
        node_tail(copy)->table = TREE_FULL;
    tree->num_nodes++;
    return index;
}

static uint32_t copy_root(tree_t *tree, const tree_t *from, uint32_t node) {
    node_t *original = tree_node(from, node);
    if (original->room == 0)
        return copy_node(tree, from, node);
    uint32_t index =
        claim_memory(tree, node_pairs_with(0, original), original->num_edges);
    growing_node_copy(tree_node(tree, index), original, 0);
    tree->num_nodes++;
    return index;
}

uint32_t tree_keep(tree_t *tree, const tree_t *from, uint32_t node) {
    /* Breadth first: the copied nodes are the queue. The copies' edges refer to children
     * in `from` until they are copied. */
    REQUIRE(tree->used == 1 && tree->capacity >= from->used && tree->tail == from->tail &&
            tree->grows == from->grows);
    uint32_t root = copy_root(tree, from, node), copies = 1;
    for (uint32_t at = root; copies > 0; copies--) {
        const node_t *header = tree_node(tree, at);
        edge_t *edges = tree_edges(tree, at);
        for (int i = 0; i < node_tried(header); i++) {
            uint32_t child = edge_child(&edges[i]);
            if (child == TREE_FULL)
                continue;
            uint32_t bounds = (uint32_t)edge_bounds(&edges[i]) << CHILD_BITS;
            edges[i].link = bounds | copy_node(tree, from, child);
            copies++;
        }
        at += node_pairs(tree, header);
    }
    return root;
}
