#define _DEFAULT_SOURCE /* madvise */
#include "mcts/tree/tree.h"

#include <assert.h>
#include <stdlib.h>
#ifndef __wasm__
#include <sys/mman.h>
#endif

/* None of them has the index CHILD_CLAIMED. */
enum { MAX_PAIRS = CHILD_CLAIMED };

/* A path goes all over the arena: with small pages, translations of addresses would cost
 * more than the memory does. Pages that are never used stay with the system. */
enum { HUGE_PAGE = 1 << 21 };

static unsigned char *from_huge_page(unsigned char *memory) {
    return memory + (HUGE_PAGE - (uintptr_t)memory % HUGE_PAGE) % HUGE_PAGE;
}

void tree_init(tree_t *tree, size_t bytes, tree_tables_t tables) {
    size_t pairs = bytes / PAIR_BYTES;
    REQUIRE(pairs > 1);
    *tree = (tree_t){.capacity = (uint32_t)(pairs < MAX_PAIRS ? pairs : MAX_PAIRS),
                     .tail = tables == TREE_WITH_TABLES};
    tree->memory = memory_new(1, (size_t)tree->capacity * PAIR_BYTES + HUGE_PAGE);
    tree->units = (unit_t *)from_huge_page(tree->memory);
#ifdef MADV_HUGEPAGE
    (void)madvise(tree->units, (size_t)tree->capacity * PAIR_BYTES, MADV_HUGEPAGE);
#endif
    tree_reset(tree);
}

void tree_clear(tree_t *tree) {
    free(tree->memory);
    *tree = (tree_t){0};
}

void tree_reset(tree_t *tree) {
    tree->used = 1;
    tree->num_nodes = 0;
}

/* The size of a node with so many edges, in pairs. */
static uint32_t pairs_of(uint32_t tail, uint32_t edges) {
    return (edges + tail) / 2 + 1;
}

size_t tree_node_bytes(int num_edges, tree_tables_t tables) {
    return (size_t)pairs_of(tables == TREE_WITH_TABLES, (uint32_t)num_edges) * PAIR_BYTES;
}

/* Takes more of the arena for a thread: a chunk, or what is left of it; false: not enough
 * for so many pairs. What was left of the last chunk is lost, unless the new one
 * continues it, as it always does where one thread is alone. */
static bool take_chunk(tree_t *tree, tree_chunk_t *chunk, uint32_t count) {
    enum { CHUNK = 1024, LEAST_CHUNKS = 64 };
    uint32_t size = tree->capacity / LEAST_CHUNKS;
    size = size < CHUNK ? size : CHUNK;
    size = size > count ? size : count;
    uint32_t index = atomic_load_explicit(&tree->used, memory_order_relaxed), taken;
    do {
        uint32_t left = tree->capacity - index;
        taken = size < left ? size : left;
        if (taken + (index == chunk->end ? chunk->end - chunk->next : 0) < count)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(
        &tree->used, &index, index + taken, memory_order_relaxed, memory_order_relaxed));
    if (index != chunk->end)
        chunk->next = index;
    chunk->end = index + taken;
    return true;
}

/* The index of so many unused pairs, or TREE_FULL. */
static uint32_t take_pairs(tree_t *tree, tree_chunk_t *chunk, uint32_t pairs) {
    if (chunk->end - chunk->next < pairs && !take_chunk(tree, chunk, pairs))
        return TREE_FULL;
    uint32_t index = chunk->next;
    chunk->next += pairs;
    return index;
}

uint32_t tree_add_table(tree_t *tree, tree_chunk_t *chunk, size_t bytes) {
    uint32_t pairs = (uint32_t)((bytes + PAIR_BYTES - 1) / PAIR_BYTES);
    uint32_t index = take_pairs(tree, chunk, pairs);
    if (index != TREE_FULL)
        memset(tree_table(tree, index), 0, (size_t)pairs * PAIR_BYTES);
    return index;
}

uint32_t tree_add_node(tree_t *tree, tree_chunk_t *chunk, int player,
                       const action_t *actions, int count) {
    assert(count > 0 && count <= UINT16_MAX);
    uint32_t index = take_pairs(tree, chunk, pairs_of(tree->tail, (uint32_t)count));
    if (index == TREE_FULL)
        return TREE_FULL;
    chunk->nodes++;
    *tree_node(tree, index) = (node_t){.num_edges = (uint16_t)count,
                                       .player = (uint8_t)player,
                                       .equal_priors = 1,
                                       .best_edge = BEST_EDGE_NONE};
    edge_t *edges = tree_edges(tree, index);
    uint16_t prior = (uint16_t)(UINT16_MAX / count);
    for (int i = 0; i < count; i++)
        edges[i] = (edge_t){.action = actions[i], .prior = prior};
    if (tree->tail)
        node_tail(tree_node(tree, index))->table = TREE_FULL;
    return index;
}

/* Copies a node with its edges to the end; its index there. */
static uint32_t copy_node(tree_t *tree, const tree_t *from, uint32_t node) {
    uint32_t index = tree->used,
             pairs = pairs_of(tree->tail, tree_node(from, node)->num_edges);
    node_t *copy = tree_node(tree, index);
    memcpy(copy, tree_node(from, node), (size_t)pairs * PAIR_BYTES);
    copy->best_edge = BEST_EDGE_NONE;
    if (tree->tail)
        node_tail(copy)->table = TREE_FULL;
    tree->used += pairs;
    tree->num_nodes++;
    return index;
}

uint32_t tree_keep(tree_t *tree, const tree_t *from, uint32_t node) {
    /* Breadth first: copied nodes are their own queue. The copies' edges name children in
     * `from` until it is their turn. */
    REQUIRE(tree->used == 1 && tree->capacity >= from->used && tree->tail == from->tail);
    uint32_t root = copy_node(tree, from, node);
    for (uint32_t at = root; at < tree->used;) {
        const node_t *header = tree_node(tree, at);
        edge_t *edges = tree_edges(tree, at);
        for (int i = 0; i < node_tried(header); i++) {
            uint32_t child = edge_child(&edges[i]);
            if (child == TREE_FULL)
                continue;
            uint32_t bounds = (uint32_t)edge_bounds(&edges[i]) << CHILD_BITS;
            edges[i].link = bounds | copy_node(tree, from, child);
        }
        at += pairs_of(tree->tail, header->num_edges);
    }
    return root;
}

void node_count_visits(node_t *node, const edge_t *edges) {
    uint32_t visits = 0;
    for (int i = 0; i < node_tried(node); i++)
        visits += edge_visits(&edges[i]);
    atomic_store_explicit(&node->visits, visits, memory_order_relaxed);
}

guarantee_t node_guarantee(const node_t *node, const edge_t *edges) {
    guarantee_t guarantee = {0};
    int tried = node_tried(node);
    for (int i = 0; i < tried; i++)
        guarantee_add(&guarantee, edge_bounds(&edges[i]));
    if (tried < node->num_edges)
        guarantee_add(&guarantee, BOUNDS_NONE);
    return guarantee;
}

bounds_t node_bounds(const node_t *node, const edge_t *edges) {
    int tried = atomic_load_explicit(&node->num_tried, memory_order_seq_cst);
    int least = 0, most = tried == node->num_edges ? 0 : 2;
    for (int i = 0; i < tried; i++) {
        uint32_t link = atomic_load_explicit(&edges[i].link, memory_order_seq_cst);
        bounds_t bounds = (bounds_t)(link >> CHILD_BITS);
        int pessimistic = bounds_pessimistic(bounds),
            optimistic = bounds_optimistic(bounds);
        least = pessimistic > least ? pessimistic : least;
        most = optimistic > most ? optimistic : most;
    }
    return bounds_between(least, most);
}
