/* tree.h - node storage for one search.
 * Use: tree_t tree; tree_init(&tree, bytes, TREE_PLAIN);
 *      tree_chunk_t chunk = {0};      each thread's own
 *      uint32_t node = tree_add_node(&tree, &chunk, player, actions, count);
 *      edge_t *edges = tree_edges(&tree, node);
 *      tree_clear(&tree);
 * A node is a header of 16 bytes followed by its edges of 16 bytes, in one arena; nodes
 * begin at even units of 16 bytes, and an index counts pairs of them. An edge holds all
 * that selection reads, visits and value, so that a step of a path touches one run of
 * memory. A position gets a node when search.expand_after says so; until then its edge is
 * all there is of it. What is proven is kept in the edge, from the point of view of the
 * node's player.
 * In a tree of TREE_GROWING a node that is added by growing_node.h gets memory for its
 * edges as they are tried, and is moved to where there is more. All others, and all in
 * trees of other kinds, have that of all edges from the start. The hard cap counts every
 * node with all its edges, so that which nodes fit does not depend on the kind.
 * With TREE_WITH_TABLES each node has one more unit behind its edges that may name a
 * table of statistics (amaf.h): 32 bytes more for a node of an odd number of edges, none
 * for others, where the unit is there anyway.
 * Owns: the arena, of a fixed size (the hard cap); nothing is allocated after init.
 *      Indices are valid until tree_reset; that of a growing node until it grows.
 * Threads: nodes may be added and read, and the edge_ and node_ functions called, by many
 *      threads side by side; those that write take `shared`, and where it is false,
 *      nobody else may use the tree and plain writes do. All other calls are for one
 *      thread.
 * Errors: TREE_FULL where something does not fit; init ends the program when there is no
 *      memory.
 */
#ifndef MCTS_TREE_H
#define MCTS_TREE_H

#include "core/game/game.h"
#include "mcts/tree/bounds.h"

#include <stdatomic.h>

enum { VALUE_BITS = 38 }; /* of a sum of values (value.h); visits take the others */

enum { TREE_FULL = 0 }; /* also: no node, no table */

/* No edge of a node: its number of edges is at most this. */
enum { BEST_EDGE_NONE = UINT16_MAX };

/* An edge's link is the index of its child, TREE_FULL for none yet or CHILD_CLAIMED while
 * a thread makes it, and above CHILD_BITS its bounds_t. */
enum { CHILD_BITS = 32 - BOUND_BITS, CHILD_CLAIMED = (1 << CHILD_BITS) - 1 };

typedef struct edge {
    /* visits << VALUE_BITS | sum of values to the node's player. Any thread adds, in
     * selection and backup, and reads in selection: relaxed, sums do not depend on
     * order. */
    _Atomic uint64_t stats;
    /* One thread claims the child (relaxed) and links it (release); selection reads it
     * (acquire) and finds the node whole. Bounds are added, never taken back, by any
     * thread (sequentially consistent, see node_bounds). */
    _Atomic uint32_t link;
    action_t action; /* fixed once tried */
    uint16_t prior;  /* of 65535; fixed while simulations run */
} edge_t;

/* Edges 0 ... num_tried-1 have been visited; the others stand in the order in which they
 * will be tried, or, with equal priors, in any (not so when threads share the tree). */
typedef struct node {
    /* Sum over the edges. Not so while threads share the tree, which would all write
     * here: they go by the visits of the edge above, and count the root's when they are
     * done. */
    _Atomic uint32_t visits;
    uint16_t num_edges;
    _Atomic uint16_t num_tried; /* any thread counts up, see selection.c; as bounds */
    unsigned player : 1;
    unsigned equal_priors : 1;
    unsigned room : 8; /* edges that there is memory for; 0: all (growing_node.h) */
    /* The edge that won the last scan, or BEST_EDGE_NONE, and the best score of the other
     * edges then, less the node's exploration factor (cached_best_edge.h). Any thread
     * writes them, relaxed. */
    _Atomic uint16_t best_edge;
    _Atomic float runner_up;
} node_t;

/* Behind the edges of a node, in a tree with tables. */
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

/* Blocks of fewer pairs than this are used again once a growing node has left them. */
enum { TREE_BLOCK_SIZES = 128 };

typedef struct tree {
    unit_t *units;
    void *memory;      /* that the units lie in */
    uint32_t capacity; /* pairs of units; pair 0 is not used */
    uint32_t tail;     /* units of a node behind its edges, 0 or 1 */
    /* Pairs; any thread takes some, relaxed; never past capacity. */
    _Atomic uint32_t used;
    uint32_t num_nodes; /* less those counted in chunks that are in use */
    /* Of a growing tree, in which used counts each node with all its edges: where unused
     * memory begins and ends, and the first of the blocks of each size that nodes have
     * left, or TREE_FULL; each names the next one by its first word. */
    bool grows;
    uint32_t next, end; /* pairs */
    uint32_t left[TREE_BLOCK_SIZES];
} tree_t;

/* The part of the arena that a thread is filling, so that threads neither wait for each
 * other at every node nor write to the same cache lines. All zeroes: none yet; to be
 * cleared when the tree is reset. */
typedef struct tree_chunk {
    uint32_t next, end; /* pairs */
    uint32_t nodes;     /* made in this and earlier chunks of the thread */
} tree_chunk_t;

void tree_init(tree_t *tree, size_t bytes, tree_kind_t kind);
void tree_clear(tree_t *tree);
void tree_reset(tree_t *tree); /* forgets all nodes */

/* The most bytes that a node of so many edges takes. */
size_t tree_node_bytes(int num_edges, tree_kind_t kind);

/* What the chunks of threads leave unused at most, beside so many bytes of nodes of at
 * most so many edges. */
size_t tree_unused_bytes(size_t bytes, int num_edges, int threads);

/* A node with an edge for each action and memory for all, equal priors. TREE_FULL when it
 * does not fit. */
uint32_t tree_add_node(tree_t *tree, tree_chunk_t *chunk, int player,
                       const action_t *actions, int count);

/* Memory for what a few nodes have besides, all zeroes. TREE_FULL when it does not
 * fit. */
uint32_t tree_add_table(tree_t *tree, tree_chunk_t *chunk, size_t bytes);

static inline void *tree_table(const tree_t *tree, uint32_t table) {
    return &tree->units[(size_t)table * 2];
}

/* Of a growing tree: counts a node with all its edges; false: it does not fit. */
bool tree_count_node(tree_t *tree, int num_edges);

/* Memory for a node of a growing tree, of any content; TREE_FULL: there is none. */
uint32_t tree_take_block(tree_t *tree, uint32_t pairs);
void tree_leave_block(tree_t *tree, uint32_t index, uint32_t pairs);

static inline node_t *tree_node(const tree_t *tree, uint32_t node) {
    return &tree->units[(size_t)node * 2].node;
}

/* Where priors are equal. */
static inline uint16_t node_equal_prior(int num_edges) {
    return (uint16_t)(UINT16_MAX / num_edges);
}

static inline edge_t *tree_edges(const tree_t *tree, uint32_t node) {
    return &tree->units[(size_t)node * 2 + 1].edge;
}

/* Of a node in a tree with tables. */
static inline node_tail_t *node_tail(node_t *node) {
    return &((unit_t *)(void *)node + 1 + node->num_edges)->tail;
}

/* Brings the first edges of a node into the caches, while the caller does something
 * else. */
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

/* Sum of the values of its visits, in VALUE_ONE, to the player of the node. */
static inline uint64_t edge_value_sum(const edge_t *edge) {
    return stats_value_sum(edge_stats(edge));
}

/* Adds visits, which may be negative, and to the sum of values; the visits before. */
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

/* The node below, or TREE_FULL where there is none yet. */
static inline uint32_t edge_child(const edge_t *edge) {
    uint32_t link = atomic_load_explicit(&edge->link, memory_order_acquire);
    uint32_t child = link & CHILD_CLAIMED;
    return child == CHILD_CLAIMED ? TREE_FULL : child;
}

/* Whether the caller, and nobody else, is to make the child. */
static inline bool edge_claim_child(edge_t *edge, bool shared) {
    uint32_t nothing = 0; /* neither child nor bounds */
    return !shared || atomic_compare_exchange_strong_explicit(
                          &edge->link, &nothing, CHILD_CLAIMED, memory_order_relaxed,
                          memory_order_relaxed);
}

/* Ends a claim: with the child, or with TREE_FULL for none. */
static inline void edge_set_child(edge_t *edge, uint32_t child, bool shared) {
    if (shared) /* exchanges the claim for the child and leaves the bounds alone */
        atomic_fetch_xor_explicit(&edge->link, CHILD_CLAIMED ^ child,
                                  memory_order_release);
    else
        atomic_store_explicit(
            &edge->link, atomic_load_explicit(&edge->link, memory_order_relaxed) | child,
            memory_order_relaxed);
}

/* The child is elsewhere now. Where nobody else uses the tree. */
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

/* Adds to what is proven of the edge; whether any of it was new. */
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

/* Where nobody else uses the tree. */
static inline void node_add_visits(node_t *node, uint32_t visits) {
    atomic_store_explicit(&node->visits, node_visits(node) + visits,
                          memory_order_relaxed);
}

/* Counts them anew by the edges. */
void node_count_visits(node_t *node, const edge_t *edges);

static inline int node_tried(const node_t *node) {
    return atomic_load_explicit(&node->num_tried, memory_order_relaxed);
}

/* What the bounds of its edges prove of a node, for its player. When threads add bounds
 * to several edges at once, at least one of them sees all: each writes its own before it
 * reads. */
bounds_t node_bounds(const node_t *node, const edge_t *edges);

/* What the node's player can be sure of by the edges that have been tried. */
guarantee_t node_guarantee(const node_t *node, const edge_t *edges);

#endif
