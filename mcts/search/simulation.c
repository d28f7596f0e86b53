#include "mcts/search/simulation.h"

#include "mcts/search/held_steps.h"
#include "mcts/search/search_root.h"
#include "mcts/select/cached_best_edge.h"
#include "mcts/select/priors.h"
#include "mcts/select/selection_rules.h"
#include "mcts/tree/growing_node.h"

/* Completes an added node; `node` may be TREE_FULL. */
static void complete_node(search_t *search, worker_t *worker, uint32_t node) {
    if (node == TREE_FULL)
        atomic_store_explicit(&search->full, true, memory_order_relaxed);
    else if (search->shared && !search->has_priors)
        selection_fix_order(tree_node(&search->tree, node),
                            tree_edges(&search->tree, node), &worker->rng);
}

uint32_t simulation_add_root(search_t *search, const state_t *state) {
    action_t actions[GAME_MAX_LEGAL];
    worker_t *worker = &search->workers[0];
    int count = game_legal(search->game, state, actions);
    uint32_t node = tree_add_node(&search->tree, &worker->chunk,
                                  game_player(search->game, state), actions, count);
    complete_node(search, worker, node);
    return node;
}

/* Adds a node for the leaf's position, for an evaluator without priors. */
static uint32_t add_node(search_t *search, worker_t *worker) {
    action_t actions[GAME_MAX_LEGAL];
    tree_t *tree = &search->tree;
    const state_t *state = &worker->leaf.state;
    int count = game_legal(search->game, state, actions),
        player = game_player(search->game, state);
    uint32_t node =
        growing_node_pays(tree, count, true)
            ? growing_node_add(tree, &worker->chunk, player, actions, NULL, count)
            : tree_add_node(tree, &worker->chunk, player, actions, count);
    complete_node(search, worker, node);
    return node;
}

/* The same, with the priors of its evaluation. */
static uint32_t add_node_with_priors(search_t *search, worker_t *worker) {
    const evaluation_t *evaluation = &worker->leaf.evaluation;
    tree_t *tree = &search->tree;
    int player = game_player(search->game, &worker->leaf.state);
    if (growing_node_pays(tree, evaluation->count, false))
        return growing_node_add(tree, &worker->chunk, player, evaluation->actions,
                                evaluation->priors, evaluation->count);
    uint32_t node = tree_add_node(tree, &worker->chunk, player, evaluation->actions,
                                  evaluation->count);
    if (node != TREE_FULL)
        priors_set(tree_node(tree, node), tree_edges(tree, node), evaluation);
    return node;
}

/* --- The path ----------------------------------------------------------------------- */

/* The index at which the path's next step is kept; -1: it is not. */
static inline int next_kept_step(const search_t *search, const worker_t *worker) {
    bool keeps = search->keeps_steps && worker->length < HELD_PATH_STEPS;
    return keeps ? worker->length : -1;
}

/* The state after the first `held` steps of the last path. A path's states are kept only
 * once its steps are held: few are. */
static const state_t *held_state(const search_t *search, worker_t *worker, int held) {
    kept_steps_t *kept = worker->kept;
    const state_t *root = &search->root_state;
    if (!kept)
        return root;
    for (int i = kept->num_states; i < held; i++) {
        step_t step = worker->path[i];
        game_copy(search->game, &kept->states[i], i > 0 ? &kept->states[i - 1] : root);
        game_apply(search->game, &kept->states[i],
                   tree_edges(&search->tree, step.node)[step.edge].action);
    }
    kept->num_states = held;
    return held > 0 ? &kept->states[held - 1] : root;
}

/* Starts with the first `held` steps of the last path; returns the node at their end. */
static uint32_t start_path(search_t *search, worker_t *worker, int held) {
    worker->length = worker->num_buffered = held;
    if (search->amaf)
        amaf_start(search->amaf);
    game_copy(search->game, &worker->leaf.state, held_state(search, worker, held));
    return held > 0 ? worker->path[held].node : search->root;
}

/* --- Selection ---------------------------------------------------------------------- */

static int pick_by_amaf(search_t *search, worker_t *worker, node_t *node, edge_t *edges,
                        uint32_t visits) {
    amaf_enter_node(search->amaf, &search->tree, &worker->chunk, node, visits,
                    worker->length == 0);
    return amaf_pick(search->amaf, node, edges, visits, &worker->rng);
}

/* If every selection scans: the previously selected edge is the likeliest, so its node is
 * prefetched meanwhile. */
static inline void prefetch_likely(const search_t *search, const node_t *node,
                                   const edge_t *edges) {
    int likely = atomic_load_explicit(&node->best_edge, memory_order_relaxed);
    if (likely != BEST_EDGE_NONE)
        tree_prefetch(&search->tree, edge_child(&edges[likely]));
}

/* The edge to follow from the node at the path's end, which has this many visits. */
static inline int pick(search_t *search, worker_t *worker, node_t *node, edge_t *edges,
                       uint32_t visits) {
    int planned =
        worker->length == 0 ? search_root_pick(search, node, edges, visits) : -1;
    if (planned >= 0) {
        best_edge_forget(node);
        return planned;
    }
    if (search->amaf)
        return pick_by_amaf(search, worker, node, edges, visits);
    bool alone = search->rule.kind == SELECTION_PUCT && !search->shared;
    if (alone)
        prefetch_likely(search, node, edges);
    int kept = alone ? next_kept_step(search, worker) : -1;
    int edge = selection_pick(&search->rule, node, edges, visits, &worker->rng,
                              kept >= 0 ? &worker->kept->rest[kept] : NULL);
    if (alone)
        best_edge_note(node, edge);
    return edge;
}

/* The edge to explore instead of one with an exact result, while the node's own result is
 * open; that edge itself if no other may be better. */
static int pick_beside(search_t *search, worker_t *worker, node_t *node, edge_t *edges,
                       uint32_t visits, int exact) {
    bool planned = search->gumbel && worker->length == 0;
    int better =
        selection_pick_better(&search->rule, node, edges, visits, !planned, &worker->rng);
    return better < 0 ? exact : better;
}

/* Moves the node at the path's end to a larger block; returns its new index. */
static uint32_t move_node(search_t *search, const worker_t *worker, uint32_t at) {
    uint32_t moved = growing_node_move(&search->tree, at);
    if (moved == TREE_FULL) {
        atomic_store_explicit(&search->full, true, memory_order_relaxed);
        return at;
    }
    step_t above = worker->path[worker->length - 1]; /* the root never moves */
    edge_move_child(&tree_edges(&search->tree, above.node)[above.edge], moved);
    return moved;
}

/* Extends the path by one step, along the picked edge or another. */
static step_t select_step(search_t *search, worker_t *worker, uint32_t at,
                          uint32_t visits, int credited) {
    node_t *node = tree_node(&search->tree, at);
    edge_t *edges = tree_edges(&search->tree, at);
    int chosen = credited;
    if (edge_proof(&edges[credited]) != PROOF_NONE) {
        chosen = pick_beside(search, worker, node, edges, visits, credited);
        if (edge_visits(&edges[chosen]) == 0)
            credited = chosen; /* its first visit counts like any other */
    }
    step_t step = {.node = at, .edge = (uint16_t)chosen, .credited = (uint16_t)credited};
    worker->path[worker->length++] = step;
    return step;
}

/* Adds a virtual loss to the edge of the path's last step, unless all edges up to it have
 * enough visits to be buffered. Returns the edge's visits before. */
static uint32_t add_virtual_loss(const search_t *search, worker_t *worker, edge_t *edge) {
    int lost = search->virtual_loss;
    uint32_t visits = edge_visits(edge);
    if (!search->shared)
        return visits;
    if (worker->num_buffered == worker->length - 1 &&
        visit_buffer_accepts(worker->visit_buffer, visits)) {
        worker->num_buffered = worker->length;
        return visits;
    }
    return lost == 0 ? visits : edge_add(edge, lost, 0, true);
}

/* Gives an edge its node; TREE_FULL if there is no memory or another thread is doing so:
 * the edge is then still a leaf. */
static uint32_t expand(search_t *search, worker_t *worker, edge_t *edge) {
    if (!edge_claim_child(edge, search->shared))
        return TREE_FULL;
    uint32_t child = add_node(search, worker);
    edge_set_child(edge, child, search->shared);
    return child;
}

/* Visits of an edge before its child is created, without priors. If threads share the
 * tree, a node has memory for all its edges from the start; most of its first visits
 * would each try another edge, which tells hardly more than a playout from its own
 * position. So expansion waits for 1/16 as many visits as the node above has edges. */
static inline uint32_t visits_to_expand(const search_t *search, const node_t *above) {
    enum { PART_BITS = 4 };
    uint32_t visits = (uint32_t)search->config.expand_after;
    uint32_t some = search->shared ? (uint32_t)above->num_edges >> PART_BITS : 0;
    return visits > some ? visits : some;
}

/* The child of the path's last edge, or TREE_FULL if the path ends. Without priors it is
 * created when due. visits: of the edge before this simulation. */
static inline uint32_t next_node(search_t *search, worker_t *worker, const node_t *above,
                                 edge_t *edge, uint32_t visits) {
    uint32_t child = edge_child(edge);
    if (worker->length >= search->max_path)
        return TREE_FULL;
    if (child != TREE_FULL || search->has_priors ||
        visits < visits_to_expand(search, above) ||
        atomic_load_explicit(&search->full, memory_order_relaxed) ||
        game_outcome(search->game, &worker->leaf.state).over)
        return child;
    return expand(search, worker, edge);
}

/* Sets the evaluation of a leaf that needs no evaluator. */
static bool set_known(worker_t *worker, uint32_t value, bounds_t bounds) {
    worker->leaf.evaluation.value = value;
    worker->leaf.evaluation.bounds = bounds;
    return false;
}

/* Ends the path at an edge without a child. */
static bool end_path(const search_t *search, worker_t *worker) {
    outcome_t outcome = game_outcome(search->game, &worker->leaf.state);
    return !outcome.over || set_known(worker, value_of_winner(outcome.winner),
                                      bounds_of_winner(outcome.winner));
}

/* Visits of the node at the path's end; approximate if threads share the tree. */
static uint32_t visits_at(const search_t *search, const worker_t *worker) {
    if (!search->shared || worker->length == 0)
        return worker->root_visits;
    step_t above = worker->path[worker->length - 1];
    return edge_visits(&tree_edges(&search->tree, above.node)[above.edge]);
}

/* Takes the picked edge if it just leads to a node, as most do: without bounds, and in a
 * tree without virtual losses. Returns that node; TREE_FULL: the edge is not that simple,
 * and nothing is done. */
static inline uint32_t follow_edge(const search_t *search, worker_t *worker, uint32_t at,
                                   int picked) {
    const edge_t *edge = &tree_edges(&search->tree, at)[picked];
    uint32_t link = atomic_load_explicit(&edge->link, memory_order_relaxed);
    if (search->shared || link >= CHILD_CLAIMED || link == TREE_FULL ||
        worker->length + 1 >= search->max_path)
        return TREE_FULL;
    tree_prefetch(&search->tree, link);
    worker->path[worker->length++] =
        (step_t){.node = at, .edge = (uint16_t)picked, .credited = (uint16_t)picked};
    game_apply(search->game, &worker->leaf.state, edge->action);
    return link;
}

bool simulation_select(search_t *search, worker_t *worker) {
    uint32_t at = start_path(search, worker, held_steps_begin(search, worker));
    uint32_t visits = visits_at(search, worker);
    for (;;) {
        if (growing_node_is_due(tree_node(&search->tree, at)))
            at = move_node(search, worker, at);
        node_t *node = tree_node(&search->tree, at);
        edge_t *edges = tree_edges(&search->tree, at);
        if (!search->shared)
            visits = node_visits(node);
        int picked = pick(search, worker, node, edges, visits);
        uint32_t next = follow_edge(search, worker, at, picked);
        if (next != TREE_FULL) {
            at = next;
            continue;
        }
        step_t step = select_step(search, worker, at, visits, picked);
        edge_t *edge = &edges[step.edge];
        bool credited = step.credited == step.edge;
        tree_prefetch(&search->tree, edge_child(edge));
        visits = add_virtual_loss(search, worker, &edges[step.credited]);
        if (!credited)
            visits = edge_visits(edge);
        bounds_t bounds = edge_bounds(edge);
        if (bounds_proof(bounds) != PROOF_NONE)
            return set_known(worker,
                             value_for_player(node->player, value_of_exact(bounds)),
                             bounds_for_player(node->player, bounds));
        game_apply(search->game, &worker->leaf.state, edge->action);
        bool evaluates = visits == 0 || (search->has_priors && credited);
        if (evaluates && edge_child(edge) == TREE_FULL)
            return end_path(search, worker);
        at = next_node(search, worker, node, edge, visits);
        if (at == TREE_FULL) /* if not credited, the value would count nowhere */
            return credited ? end_path(search, worker)
                            : set_known(worker, VALUE_DRAW, BOUNDS_NONE);
    }
}

void simulation_select_root(search_t *search, worker_t *worker) {
    start_path(search, worker, 0);
}

/* --- Expansion ---------------------------------------------------------------------- */

void simulation_expand(search_t *search, worker_t *worker) {
    const evaluation_t *evaluation = &worker->leaf.evaluation;
    tree_t *tree = &search->tree;
    if (!search->has_priors)
        return;
    if (worker->length == 0) {
        priors_set(tree_node(tree, search->root), tree_edges(tree, search->root),
                   evaluation);
        search->root_waits = false;
        search_root_start(search);
        return;
    }
    step_t last = worker->path[worker->length - 1];
    edge_t *edge = &tree_edges(tree, last.node)[last.edge];
    if (edge_child(edge) != TREE_FULL ||
        atomic_load_explicit(&search->full, memory_order_relaxed) ||
        !edge_claim_child(edge, search->shared))
        return;
    uint32_t child = add_node_with_priors(search, worker);
    complete_node(search, worker, child);
    edge_set_child(edge, child, search->shared);
}

/* --- Backup ------------------------------------------------------------------------- */

/* AMAF backup of one step of the path: what followed a visit that stands for an exact
 * result does not belong to it. */
static void backup_amaf(search_t *search, node_t *node, const edge_t *edges, step_t step,
                        uint32_t value) {
    if (step.credited != step.edge)
        amaf_discard(search->amaf);
    amaf_backup(search->amaf, &search->tree, node, edges[step.credited].action, value);
}

/* Adds proven bounds, for player 1, to step i's edge. Returns the bounds that follow for
 * its node, or BOUNDS_NONE if nothing is new. */
static bounds_t backup_bounds(search_t *search, worker_t *worker, int i,
                              bounds_t bounds) {
    step_t step = worker->path[i];
    node_t *node = tree_node(&search->tree, step.node);
    edge_t *edges = tree_edges(&search->tree, step.node);
    if (!edge_add_bounds(&edges[step.edge], bounds_for_player(node->player, bounds),
                         search->shared))
        return BOUNDS_NONE; /* the thread that added them backs them up */
    best_edge_forget(node);
    if (worker->kept)
        held_path_loosen(&worker->kept->held, i);
    bounds_t proven = node_bounds(node, edges);
    if (i == 0)
        atomic_fetch_or_explicit(&search->root_bounds, proven, memory_order_relaxed);
    return bounds_for_player(node->player, proven);
}

/* A value and proven bounds, to player 1. */
typedef struct backed_up {
    uint32_t value;
    bounds_t bounds;
} backed_up_t;

/* Backs up the path's steps from `first` on; returns what the steps before receive.
 * Inlined for either kind of tree: a single-threaded one has no virtual losses or
 * buffered visits, and its nodes count their visits. */
__attribute__((always_inline)) static inline backed_up_t
backup_path(search_t *search, worker_t *worker, int first, const bool shared) {
    const int visits = shared ? 1 - search->virtual_loss : 1;
    uint32_t value = worker->leaf.evaluation.value;
    bounds_t bounds = search->config.solve ? worker->leaf.evaluation.bounds : BOUNDS_NONE;
    for (int i = worker->length - 1; i >= first; i--) {
        const step_t *step = &worker->path[i];
        node_t *node = tree_node(&search->tree, step->node);
        edge_t *edges = tree_edges(&search->tree, step->node);
        if (step->credited != step->edge)
            value = value_for_player(node->player,
                                     value_of_exact(edge_bounds(&edges[step->credited])));
        if (!shared && search->amaf)
            backup_amaf(search, node, edges, *step, value);
        uint32_t own = value_for_player(node->player, value);
        if (shared && i < worker->num_buffered)
            visit_buffer_add(worker->visit_buffer, &edges[step->credited], 1, own);
        else if (!shared || visits != 0 || own != 0)
            edge_add(&edges[step->credited], visits, own, shared);
        if (!shared)
            node_add_visits(node, 1);
        if (bounds != BOUNDS_NONE)
            bounds = backup_bounds(search, worker, i, bounds);
    }
    return (backed_up_t){.value = value, .bounds = bounds};
}

void simulation_backup(search_t *search, worker_t *worker) {
    if (search->amaf)
        amaf_add_playout(search->amaf);
    int held = worker->kept ? worker->kept->held.length : 0;
    backed_up_t above = search->shared ? backup_path(search, worker, held, true)
                                       : backup_path(search, worker, held, false);
    if (worker->kept)
        held_path_add(&worker->kept->held, above.value);
    for (int i = held - 1; i >= 0 && above.bounds != BOUNDS_NONE; i--)
        above.bounds = backup_bounds(search, worker, i, above.bounds);
}
