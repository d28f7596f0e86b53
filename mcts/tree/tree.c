#define _DEFAULT_SOURCE /* madvise */
#include "mcts/tree/tree.h"

#include <assert.h>
#include <stdlib.h>
#ifndef __wasm__
#include <sys/mman.h>
#endif

/* None of them has the index CHILD_CLAIMED. */
enum { MAX_PAIRS = CHILD_CLAIMED };

/* Paths touch the entire arena: with small pages, TLB misses would cost more than the
 * memory accesses. Pages never touched are never allocated. */
enum { HUGE_PAGE = 1 << 21 };

static unsigned char *from_huge_page(unsigned char *memory) {
    return memory + (HUGE_PAGE - (uintptr_t)memory % HUGE_PAGE) % HUGE_PAGE;
}

/* Pairs allocated for a growing tree: more than its nodes count for, as abandoned blocks
 * may not have a size that is needed. */
static size_t memory_pairs(const tree_t *tree) {
    enum { SPARE_PAIRS = 1 << 15 };
    if (!tree->grows)
        return tree->capacity;
    size_t pairs = tree->capacity + (size_t)tree->capacity / 4 + SPARE_PAIRS;
    return pairs < MAX_PAIRS ? pairs : MAX_PAIRS;
}

void tree_init(tree_t *tree, size_t bytes, tree_kind_t kind) {
    size_t pairs = bytes / PAIR_BYTES;
    REQUIRE(pairs > 1);
    *tree = (tree_t){.capacity = (uint32_t)(pairs < MAX_PAIRS ? pairs : MAX_PAIRS),
                     .tail = kind == TREE_WITH_TABLES,
                     .grows = kind == TREE_GROWING};
    size_t size = memory_pairs(tree) * PAIR_BYTES;
    tree->memory = memory_new(1, size + HUGE_PAGE);
    tree->units = (unit_t *)from_huge_page(tree->memory);
#ifdef MADV_HUGEPAGE
    (void)madvise(tree->units, size, MADV_HUGEPAGE);
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
    tree->next = 1;
    tree->end = (uint32_t)memory_pairs(tree);
    memset(tree->left, 0, sizeof tree->left); /* TREE_FULL */
}

/* The size of a node with this many edges, in pairs. */
static uint32_t pairs_of(uint32_t tail, uint32_t edges) {
    return (edges + tail) / 2 + 1;
}

size_t tree_node_bytes(int num_edges, tree_kind_t kind) {
    return (size_t)pairs_of(kind == TREE_WITH_TABLES, (uint32_t)num_edges) * PAIR_BYTES;
}

bool tree_count_node(tree_t *tree, int num_edges) {
    uint32_t pairs = pairs_of(tree->tail, (uint32_t)num_edges);
    if (tree->capacity - tree->used < pairs)
        return false;
    tree->used += pairs;
    return true;
}

uint32_t tree_take_block(tree_t *tree, uint32_t pairs) {
    uint32_t *left = pairs < TREE_BLOCK_SIZES ? &tree->left[pairs] : NULL;
    uint32_t index = left ? *left : TREE_FULL;
    if (index != TREE_FULL) {
        *left = tree_node(tree, index)->visits;
        return index;
    }
    if (tree->end - tree->next < pairs)
        return TREE_FULL;
    index = tree->next;
    tree->next += pairs;
    return index;
}

void tree_leave_block(tree_t *tree, uint32_t index, uint32_t pairs) {
    if (pairs >= TREE_BLOCK_SIZES)
        return;
    tree_node(tree, index)->visits = tree->left[pairs];
    tree->left[pairs] = index;
}

enum { CHUNK = 1024 /* pairs */ };

/* A node that does not fit leaves less than its own size of a chunk unused. */
size_t tree_unused_bytes(size_t bytes, int num_edges, int threads) {
    size_t node = pairs_of(0, (uint32_t)num_edges);
    size_t last = (node > CHUNK ? node : CHUNK) * PAIR_BYTES;
    return threads > 1 ? bytes + (size_t)threads * last : 0;
}

/* Takes more of the arena for a thread: a chunk, or what remains of the arena; false: not
 * enough for `count` pairs. The rest of the last chunk is lost, unless the new one
 * continues it, as it always does with a single thread. */
static bool take_chunk(tree_t *tree, tree_chunk_t *chunk, uint32_t count) {
    enum { LEAST_CHUNKS = 64 };
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

/* The index of this many unused pairs, or TREE_FULL; for a tree that does not grow. */
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

/* Memory for all edges of a node. */
static uint32_t take_node(tree_t *tree, tree_chunk_t *chunk, int count) {
    uint32_t pairs = pairs_of(tree->tail, (uint32_t)count);
    if (!tree->grows)
        return take_pairs(tree, chunk, pairs);
    return tree_count_node(tree, count) ? tree_take_block(tree, pairs) : TREE_FULL;
}

uint32_t tree_add_node(tree_t *tree, tree_chunk_t *chunk, int player,
                       const action_t *actions, int count) {
    assert(count > 0 && count <= UINT16_MAX);
    uint32_t index = take_node(tree, chunk, count);
    if (index == TREE_FULL)
        return TREE_FULL;
    chunk->nodes++;
    *tree_node(tree, index) = (node_t){.num_edges = (uint16_t)count,
                                       .player = (unsigned)player & 1,
                                       .equal_priors = 1,
                                       .best_edge = BEST_EDGE_NONE};
    edge_t *edges = tree_edges(tree, index);
    uint16_t prior = node_equal_prior(count);
    for (int i = 0; i < count; i++)
        edges[i] = (edge_t){.action = actions[i], .prior = prior};
    if (tree->tail)
        node_tail(tree_node(tree, index))->table = TREE_FULL;
    return index;
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
