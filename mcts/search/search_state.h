/* search_state.h - the internals of a search, only for the files that implement it
 * (search, simulation, search_root, search_run, search_read). All others include
 * search.h.
 */
#ifndef MCTS_SEARCH_STATE_H
#define MCTS_SEARCH_STATE_H

#include "core/base/pcg.h"
#include "core/game/game.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/search/budget.h"
#include "mcts/search/held_path.h"
#include "mcts/search/search.h"
#include "mcts/search/search_config.h"
#include "mcts/select/amaf.h"
#include "mcts/select/gumbel.h"
#include "mcts/select/selection.h"
#include "mcts/tree/bounds.h"
#include "mcts/tree/tree.h"
#include "mcts/tree/visit_buffer.h"

enum { CACHE_LINE = 64 };

/* One step of a path: the edge that it follows, and the edge credited with the visit.
 * They differ if selection reached an edge with an exact result, which needs no further
 * exploration: then the path continues with an action that may be better, and the result
 * counts only below that action. */
typedef struct step {
    uint32_t node;
    uint16_t edge, credited;
} step_t;

/* The steps of a path that are kept, so that the next path can begin with some. */
typedef struct kept_steps {
    held_path_t held;
    rest_t rest[HELD_PATH_STEPS];
    state_t states[HELD_PATH_STEPS]; /* after their actions */
    int num_states;                  /* of them; the others are unknown */
} kept_steps_t;

/* Per-thread state. */
typedef struct worker {
    pcg32_t rng;
    step_t *path;
    int length;         /* of the path */
    kept_steps_t *kept; /* its first steps; NULL: keeps_steps is false */
    tree_chunk_t chunk;
    uint32_t claimed;             /* simulations that it has claimed and not begun */
    bool has_claimed;             /* some, in this share */
    uint32_t root_visits;         /* approximate, if threads share the tree */
    int num_buffered;             /* steps at the path's start whose visits go to: */
    visit_buffer_t *visit_buffer; /* if threads share the tree */
    evaluator_t *evaluator;
    leaf_t leaf;            /* at the path's end */
    char apart[CACHE_LINE]; /* from the next worker's */
} worker_t;

struct search {
    const game_t *game;
    search_config_t config;
    selection_rule_t rule;
    budget_t budget;
    bool shared;        /* threads share the tree */
    bool has_priors;    /* the evaluator returns priors */
    bool keeps_steps;   /* a path begins with the steps of the last one that hold */
    tree_t tree, spare; /* spare: where a kept subtree is copied; only with reuse */
    uint32_t root;
    state_t root_state;
    bool at_root;                /* root is the game's current position */
    bool has_tree;               /* and it has a tree to reuse */
    _Atomic bool full;           /* set by any thread, relaxed */
    _Atomic bool stopped;        /* the share; set by any thread, relaxed */
    _Atomic uint8_t root_bounds; /* added to by any thread, relaxed */
    int *symmetries;             /* candidates; NULL: always the identity */
    int num_symmetries;          /* of them */
    amaf_t *amaf;                /* NULL: none */
    gumbel_t *gumbel;            /* NULL: the root selects like the nodes below it */
    edge_t *before_noise;        /* the root's edges; NULL: no noise */
    int max_path;
    int virtual_loss; /* 0 with one thread */
    int num_workers;
    worker_t *workers; /* the first one's generator is the search's */
    uint32_t simulations;
    uint32_t visits_before;  /* of the root, at the start of the share (open_share) */
    uint32_t share;          /* simulations in it */
    double next_look;        /* with many threads: when they stop (budget.h) */
    bool has_share, at_leaf; /* for search_next_leaf */
    bool root_waits;         /* for its priors */
    char apart[CACHE_LINE];
    _Atomic uint32_t left; /* simulations not yet begun; any thread takes some, relaxed */
};

static inline bool root_is_open(const search_t *search) {
    bounds_t bounds = atomic_load_explicit(&search->root_bounds, memory_order_relaxed);
    return bounds_proof(bounds) == PROOF_NONE;
}

/* Nodes in the tree; only while no thread is running. */
static inline uint32_t search_count_nodes(const search_t *search) {
    uint32_t nodes = search->tree.num_nodes;
    for (int i = 0; i < search->num_workers; i++)
        nodes += search->workers[i].chunk.nodes;
    return nodes;
}

#endif
