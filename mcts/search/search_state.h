/* search_state.h - what a search consists of: for the rooms that make it up alone (search,
 * simulation, search_run, search_network, search_read). Everybody else sees search.h.
 * Owns: as search.h says.   Threads: what each field says.   Errors: none.
 */
#ifndef MCTS_SEARCH_STATE_H
#define MCTS_SEARCH_STATE_H

#include "mcts/search/search.h"
#include "mcts/select/amaf.h"
#include "mcts/select/gumbel.h"
#include "mcts/select/selection.h"
#include "mcts/tree/visit_buffer.h"

enum { CACHE_LINE = 64 };

/* One step of a simulation's way down. The edge that gets the visit is another one than
 * that of the way where selection came to an exact result, which needs no more looking
 * into: then the way goes on by a decision that might better it, and what comes of that
 * counts below it alone (simulation_walk). */
typedef struct step {
    uint32_t node;
    uint16_t edge, visited;
} step_t;

/* What each thread has of its own. */
typedef struct worker {
    pcg32_t rng;
    step_t *path;
    int length; /* of the path */
    tree_chunk_t chunk;
    uint32_t taken;               /* simulations that are its own to begin */
    uint32_t root_visits;         /* about so many, where the tree is shared */
    int num_untold;               /* steps at the path's beginning whose visits go to: */
    visit_buffer_t *visit_buffer; /* where the tree is shared */
    int to_move;            /* the player at the way's end, where a network is asked */
    char apart[CACHE_LINE]; /* from the next worker's */
} worker_t;

struct search {
    const game_t *game;
    search_config_t config;
    selection_rule_t rule;
    budget_t budget;
    tree_t tree, spare; /* spare: where a kept tree is copied to; only with reuse */
    uint32_t root;
    state_t root_state;
    bool at_root;                /* root is where the game has come to */
    bool has_tree;               /* and it holds a tree to be reused */
    _Atomic bool full;           /* set by any thread, relaxed */
    _Atomic uint8_t root_bounds; /* added to by any thread, relaxed */
    amaf_t *amaf;                /* NULL: none */
    gumbel_t *gumbel;            /* NULL: the root selects as the nodes below it */
    edge_t *before_noise;        /* the root's edges; NULL: there is no noise */
    int max_path;
    int virtual_loss; /* 0 when alone */
    int num_workers;
    worker_t *workers; /* the first one's generator is the search's */
    uint32_t simulations;
    uint32_t visits_before;  /* of the root, at the start of the share (open_share) */
    uint32_t share;          /* simulations in it */
    bool has_share, at_leaf; /* of search_next_leaf */
    bool root_waits;         /* for the network's priors */
    evaluator_t *evaluator;  /* of a network; made when search_run first needs it */
    evaluation_t *evaluation;
    char apart[CACHE_LINE];
    _Atomic uint32_t left; /* simulations to be begun; any thread takes some, relaxed */
};

static inline bool root_is_open(const search_t *search) {
    bounds_t bounds = atomic_load_explicit(&search->root_bounds, memory_order_relaxed);
    return bounds_proof(bounds) == PROOF_NONE;
}

/* What is drawn at the root, once its priors are known. */
void search_start_root(search_t *search);

#endif
