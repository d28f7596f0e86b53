#include "mcts/tree.h"

#include <assert.h>
#include <stdlib.h>

/* A node takes two units or more, so that none has the index CHILD_CLAIMED. */
enum { MAX_UNITS = 1 << CHILD_BITS };

void tree_init(tree_t *tree, size_t bytes) {
    size_t units = bytes / sizeof(unit_t);
    REQUIRE(units > 1);
    *tree = (tree_t){.capacity = (uint32_t)(units < MAX_UNITS ? units : MAX_UNITS)};
    tree->units = memory_new(tree->capacity, sizeof(unit_t));
    tree_reset(tree);
}

void tree_clear(tree_t *tree) {
    free(tree->units);
    *tree = (tree_t){0};
}

void tree_reset(tree_t *tree) {
    tree->used = 1;
    tree->num_nodes = 0;
}

/* Room for a node and its edges, or TREE_FULL. */
static uint32_t take_units(tree_t *tree, uint32_t count) {
    uint32_t index = atomic_load_explicit(&tree->used, memory_order_relaxed);
    do {
        if (count > tree->capacity - index)
            return TREE_FULL;
    } while (!atomic_compare_exchange_weak_explicit(
        &tree->used, &index, index + count, memory_order_relaxed, memory_order_relaxed));
    atomic_fetch_add_explicit(&tree->num_nodes, 1, memory_order_relaxed);
    return index;
}

uint32_t tree_add_node(tree_t *tree, int player, const action_t *actions, int count) {
    assert(count > 0 && count <= UINT16_MAX);
    uint32_t index = take_units(tree, (uint32_t)count + 1);
    if (index == TREE_FULL)
        return TREE_FULL;
    *tree_node(tree, index) = (node_t){
        .num_edges = (uint16_t)count, .player = (uint8_t)player, .equal_priors = 1};
    edge_t *edges = tree_edges(tree, index);
    uint16_t prior = (uint16_t)(UINT16_MAX / count);
    for (int i = 0; i < count; i++)
        edges[i] = (edge_t){.action = actions[i], .prior = prior};
    return index;
}

uint32_t tree_keep(tree_t *tree, const tree_t *from, uint32_t node) {
    /* Breadth first: copied nodes are their own queue. The copies' edges name children in
     * `from` until the queue comes to them. */
    REQUIRE(tree->used == 1 && tree->capacity >= from->used);
    uint32_t root = tree->used;
    uint32_t size = tree_node(from, node)->num_edges + 1u;
    memcpy(&tree->units[root], &from->units[node], size * sizeof(unit_t));
    tree->used += size;
    tree->num_nodes = 1;
    for (uint32_t at = root; at < tree->used;) {
        const node_t *header = tree_node(tree, at);
        edge_t *edges = tree_edges(tree, at);
        for (int i = 0; i < node_tried(header); i++) {
            uint32_t child = edge_child(&edges[i]);
            if (child == TREE_FULL)
                continue;
            size = tree_node(from, child)->num_edges + 1u;
            memcpy(&tree->units[tree->used], &from->units[child], size * sizeof(unit_t));
            uint32_t proof = (uint32_t)edge_proof(&edges[i]) << CHILD_BITS;
            edges[i].link = proof | tree->used;
            tree->used += size;
            tree->num_nodes++;
        }
        at += header->num_edges + 1u;
    }
    return root;
}

proof_t node_proof(const node_t *node, const edge_t *edges) {
    int tried = atomic_load_explicit(&node->num_tried, memory_order_seq_cst);
    proof_t best = tried == node->num_edges ? PROOF_LOSS : PROOF_NONE;
    for (int i = 0; i < tried; i++) {
        uint32_t link = atomic_load_explicit(&edges[i].link, memory_order_seq_cst);
        proof_t proof = (proof_t)(link >> CHILD_BITS);
        if (proof == PROOF_WIN)
            return PROOF_WIN;
        if (proof == PROOF_NONE)
            best = PROOF_NONE;
        else if (proof == PROOF_DRAW && best == PROOF_LOSS)
            best = PROOF_DRAW;
    }
    return best;
}
