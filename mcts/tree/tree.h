/* tree.h - node storage for one search.
 * Use: tree_t tree; tree_init(&tree, bytes, TREE_PLAIN);
 *      tree_chunk_t chunk = {0};      one per thread
 *      uint32_t node = tree_add_node(&tree, &chunk, player, actions, count);
 *      edge_t *edges = tree_edges(&tree, node);
 *      tree_clear(&tree);
 * A node is a 16-byte header followed by its 16-byte edges, in one arena. Nodes begin at
 * even 16-byte units, and an index counts pairs of units. An edge holds everything that
 * selection reads, visits and value, so a step of a path touches contiguous memory. A
 * position gets a node according to search.expand_after; until then only its edge exists.
 * Proven bounds are stored in the edge, for the node's player.
 * In a TREE_GROWING tree, a node added with growing_node.h allocates edges as they are
 * tried, and moves to a larger block when needed. All other nodes have memory for all
 * their edges from the start. The hard cap counts every node with all its edges, so which
 * nodes fit does not depend on the kind.
 * With TREE_WITH_TABLES each node has one more unit after its edges, which may refer to a
 * table of statistics (amaf.h): 32 more bytes for a node with an odd number of edges,
 * none for others, where the unit exists as padding.
 * Owns: the arena, of a fixed size (the hard cap); nothing is allocated after init.
 *      Indices are valid until tree_reset; that of a growing node until it grows.
 * Threads: many threads may concurrently add and read nodes and call the edge_ and node_
 *      functions. Functions that write take `shared`; if it is false, no other thread may
 *      use the tree, and plain writes are used. All other functions are for one thread.
 * Errors: TREE_FULL if something does not fit; init ends the program if there is no
 *      memory.
 */
#ifndef MCTS_TREE_H
#define MCTS_TREE_H

#include "core/game/game.h"
#include "mcts/tree/bounds.h"

#include <stdatomic.h>

enum { VALUE_BITS = 38 }; /* of a sum of values (value.h); visits use the rest */

enum { TREE_FULL = 0 }; /* also: no node, no table */

/* Not an edge of a node; a node has at most this many edges. */
enum { BEST_EDGE_NONE = UINT16_MAX };

/* An edge's link: in the low CHILD_BITS the index of its child, TREE_FULL if it has none
 * yet, or CHILD_CLAIMED while a thread creates it; above them its bounds_t. */
enum { CHILD_BITS = 32 - BOUND_BITS, CHILD_CLAIMED = (1 << CHILD_BITS) - 1 };

typedef struct edge {
    /* visits << VALUE_BITS | sum of values to the node's player. Any thread adds in
     * selection and backup, and reads in selection: relaxed, as sums do not depend on
     * order. */
    _Atomic uint64_t stats;
    /* One thread claims the child (relaxed) and links it (release); selection reads it
     * (acquire) and sees a complete node. Any thread adds bounds, which are never removed
     * (sequentially consistent, see node_bounds). */
    _Atomic uint32_t link;
    action_t action; /* fixed once tried */
    uint16_t prior;  /* in units of 1/65535; fixed while simulations run */
} edge_t;

/* Edges 0 ... num_tried-1 have been visited; the others are in the order in which they
 * will be tried, or, with equal priors, in any order (not if threads share the tree). */
typedef struct node {
    /* Sum over the edges. Not maintained while threads share the tree, as all would write
     * here: they use the visits of the edge above, and count the root's at the end. */
    _Atomic uint32_t visits;
    uint16_t num_edges;
    _Atomic uint16_t
        num_tried; /* any thread increments, see selection.c; ordered like bounds */
    unsigned player : 1;
    unsigned equal_priors : 1;
    unsigned room : 8; /* edges allocated; 0: all (growing_node.h) */
    /* The best edge of the last scan, or BEST_EDGE_NONE, and the best score of the other
     * edges then, minus the node's exploration factor (cached_best_edge.h). Any thread
     * writes them, relaxed. */
    _Atomic uint16_t best_edge;
    _Atomic float runner_up;
} node_t;

/* After the edges of a node, in a tree with tables. */
typedef struct node_tail {
    uint32_t table; /* the node's, or TREE_FULL */
} node_tail_t;

typedef union unit {
    node_t node;
    edge_t edge;
    node_tail_t tail;
} unit_t;

_Static_assert(sizeof(unit_t) == 16, "nodes and edges are 16 bytes each");

enum { PAIR_BYTES = 2 * sizeof(unit_t) };

/* TREE_GROWING is for one thread. */
typedef enum { TREE_PLAIN, TREE_WITH_TABLES, TREE_GROWING } tree_kind_t;

/* Blocks of fewer pairs than this are reused after a growing node has left them. */
enum { TREE_BLOCK_SIZES = 128 };

typedef struct tree {
    unit_t *units;
    void *memory;      /* the allocation that contains the units */
    uint32_t capacity; /* pairs of units; pair 0 is not used */
    uint32_t tail;     /* units of a node after its edges, 0 or 1 */
    /* Pairs; any thread takes some, relaxed; never exceeds capacity. */
    _Atomic uint32_t used;
    uint32_t num_nodes; /* without those counted in chunks still in use */
    /* For a growing tree, in which `used` counts each node with all its edges: the bounds
     * of unused memory, and free lists: the first abandoned block of each size, or
     * TREE_FULL; a block's first word refers to the next. */
    bool grows;
    uint32_t next, end; /* pairs */
    uint32_t left[TREE_BLOCK_SIZES];
} tree_t;

/* The part of the arena that a thread is filling, so that threads neither contend for
 * every node nor write to the same cache lines. All zeroes: none yet; must be cleared
 * when the tree is reset. */
typedef struct tree_chunk {
    uint32_t next, end; /* pairs */
    uint32_t nodes;     /* created in this and earlier chunks of the thread */
} tree_chunk_t;

void tree_init(tree_t *tree, size_t bytes, tree_kind_t kind);
void tree_clear(tree_t *tree);
void tree_reset(tree_t *tree); /* removes all nodes */

/* The maximum size of a node with this many edges. */
size_t tree_node_bytes(int num_edges, tree_kind_t kind);

/* The maximum that the threads' chunks leave unused besides `bytes` of nodes with at most
 * num_edges edges. */
size_t tree_unused_bytes(size_t bytes, int num_edges, int threads);

/* Adds a node with an edge for each action, all allocated, and equal priors. TREE_FULL if
 * it does not fit. */
uint32_t tree_add_node(tree_t *tree, tree_chunk_t *chunk, int player,
                       const action_t *actions, int count);

/* Zeroed memory for a table of the few nodes that have one. TREE_FULL if it does not
 * fit. */
uint32_t tree_add_table(tree_t *tree, tree_chunk_t *chunk, size_t bytes);

static inline void *tree_table(const tree_t *tree, uint32_t table) {
    return &tree->units[(size_t)table * 2];
}

/* In a growing tree: counts a node with all its edges; false: it does not fit. */
bool tree_count_node(tree_t *tree, int num_edges);

/* Uninitialized memory for a node of a growing tree; TREE_FULL: there is none. */
uint32_t tree_take_block(tree_t *tree, uint32_t pairs);
void tree_leave_block(tree_t *tree, uint32_t index, uint32_t pairs);

static inline node_t *tree_node(const tree_t *tree, uint32_t node) {
    return &tree->units[(size_t)node * 2].node;
}

/* Each edge's prior if priors are equal. */
static inline uint16_t node_equal_prior(int num_edges) {
    return (uint16_t)(UINT16_MAX / num_edges);
}

static inline edge_t *tree_edges(const tree_t *tree, uint32_t node) {
    return &tree->units[(size_t)node * 2 + 1].edge;
}

/* For a node in a tree with tables. */
static inline node_tail_t *node_tail(node_t *node) {
    return &((unit_t *)(void *)node + 1 + node->num_edges)->tail;
}

/* Prefetches the first edges of a node while the caller does something else. */
static inline void tree_prefetch(const tree_t *tree, uint32_t node) {
    enum { LINE_BYTES = 64, LINES = 4 };
    const char *start = (const char *)tree_node(tree, node);
    for (int i = 0; i < LINES; i++)
        __builtin_prefetch(start + i * LINE_BYTES);
}

static inline uint64_t edge_stats(const edge_t *edge) {
    return atomic_load_explicit(&edge->stats, memory_order_relaxed);
}

static inline uint32_t stats_visits(uint64_t stats) {
    return (uint32_t)(stats >> VALUE_BITS);
}

static inline uint64_t stats_value_sum(uint64_t stats) {
    return stats & (((uint64_t)1 << VALUE_BITS) - 1);
}

static inline uint32_t edge_visits(const edge_t *edge) {
    return stats_visits(edge_stats(edge));
}

/* Sum of the values of its visits, in units of 1/VALUE_ONE, to the node's player. */
static inline uint64_t edge_value_sum(const edge_t *edge) {
    return stats_value_sum(edge_stats(edge));
}

/* Adds visits, which may be negative, and a value. Returns the visits before. */
static inline uint32_t edge_add(edge_t *edge, int visits, uint32_t value, bool shared) {
    uint64_t sum = ((uint64_t)(int64_t)visits << VALUE_BITS) + value;
    uint64_t before;
    if (shared) {
        before = atomic_fetch_add_explicit(&edge->stats, sum, memory_order_relaxed);
    } else {
        before = edge_stats(edge);
        atomic_store_explicit(&edge->stats, before + sum, memory_order_relaxed);
    }
    return stats_visits(before);
}

/* The child, or TREE_FULL if there is none yet. */
static inline uint32_t edge_child(const edge_t *edge) {
    uint32_t link = atomic_load_explicit(&edge->link, memory_order_acquire);
    uint32_t child = link & CHILD_CLAIMED;
    return child == CHILD_CLAIMED ? TREE_FULL : child;
}

/* Whether the caller, and no other thread, is to create the child. */
static inline bool edge_claim_child(edge_t *edge, bool shared) {
    uint32_t nothing = 0; /* neither child nor bounds */
    return !shared || atomic_compare_exchange_strong_explicit(
                          &edge->link, &nothing, CHILD_CLAIMED, memory_order_relaxed,
                          memory_order_relaxed);
}

/* Ends a claim: with the child, or with TREE_FULL for none. */
static inline void edge_set_child(edge_t *edge, uint32_t child, bool shared) {
    if (shared) /* replaces the claim with the child; leaves the bounds alone */
        atomic_fetch_xor_explicit(&edge->link, CHILD_CLAIMED ^ child,
                                  memory_order_release);
    else
        atomic_store_explicit(
            &edge->link, atomic_load_explicit(&edge->link, memory_order_relaxed) | child,
            memory_order_relaxed);
}

/* Relinks a child that has moved. Only if no other thread uses the tree. */
static inline void edge_move_child(edge_t *edge, uint32_t child) {
    uint32_t link = atomic_load_explicit(&edge->link, memory_order_relaxed);
    atomic_store_explicit(&edge->link, (link & ~(uint32_t)CHILD_CLAIMED) | child,
                          memory_order_relaxed);
}

static inline bounds_t edge_bounds(const edge_t *edge) {
    return (bounds_t)(atomic_load_explicit(&edge->link, memory_order_relaxed) >>
                      CHILD_BITS);
}

static inline proof_t edge_proof(const edge_t *edge) {
    return bounds_proof(edge_bounds(edge));
}

/* Adds to the edge's proven bounds; whether any of it was new. */
static inline bool edge_add_bounds(edge_t *edge, bounds_t bounds, bool shared) {
    uint32_t bits = (uint32_t)bounds << CHILD_BITS, before;
    if (shared) {
        before = atomic_fetch_or_explicit(&edge->link, bits, memory_order_seq_cst);
    } else {
        before = atomic_load_explicit(&edge->link, memory_order_relaxed);
        atomic_store_explicit(&edge->link, before | bits, memory_order_relaxed);
    }
    return (bits & ~before) != 0;
}

static inline uint32_t node_visits(const node_t *node) {
    return atomic_load_explicit(&node->visits, memory_order_relaxed);
}

/* Only if no other thread uses the tree. */
static inline void node_add_visits(node_t *node, uint32_t visits) {
    atomic_store_explicit(&node->visits, node_visits(node) + visits,
                          memory_order_relaxed);
}

/* Recounts them from the edges. */
void node_count_visits(node_t *node, const edge_t *edges);

static inline int node_tried(const node_t *node) {
    return atomic_load_explicit(&node->num_tried, memory_order_relaxed);
}

/* The bounds of a node that follow from those of its edges, for its player. If threads
 * add bounds to several edges at once, at least one of them sees all, as each writes its
 * own before it reads. */
bounds_t node_bounds(const node_t *node, const edge_t *edges);

/* What the node's player can force with the edges tried so far. */
guarantee_t node_guarantee(const node_t *node, const edge_t *edges);

#endif
