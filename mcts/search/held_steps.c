#include "mcts/search/held_steps.h"

#include "mcts/select/held_edge.h"

/* Adds a held step's pending visits to its edge. */
static inline void give(search_t *search, worker_t *worker, int i) {
    pending_t pending = held_path_take(&worker->kept->held, i);
    step_t step = worker->path[i];
    edge_t *edge = &tree_edges(&search->tree, step.node)[step.edge];
    if (search->shared) {
        visit_buffer_add(worker->visit_buffer, edge, pending.visits, pending.value_sum);
        return;
    }
    edge_add(edge, (int)pending.visits, pending.value_sum, false);
    node_add_visits(tree_node(&search->tree, step.node), pending.visits);
}

/* The same for the steps from `first` on. */
static inline void give_from(search_t *search, worker_t *worker, int first) {
    for (int i = first; i < worker->kept->held.length; i++)
        give(search, worker, i);
}

void held_steps_give(search_t *search, worker_t *worker) {
    if (worker->kept)
        give_from(search, worker, 0);
}

/* Whether the path repeats this step, which has nothing pending. */
static inline bool step_holds(search_t *search, worker_t *worker, int i) {
    step_t step = worker->path[i];
    node_t *node = tree_node(&search->tree, step.node);
    hold_t hold;
    if (step.edge != step.credited ||
        !edge_holds(&search->rule, node, tree_edges(&search->tree, step.node), step.edge,
                    &worker->kept->rest[i], &hold))
        return false;
    held_path_hold(&worker->kept->held, i, (int)node->player, &hold);
    return true;
}

static inline int hold(search_t *search, worker_t *worker, int most) {
    held_path_t *path = &worker->kept->held;
    int i = path->length > 0 ? path->sure : 0;
    for (; i < most; i++) {
        if (i < path->length) {
            if (held_path_is_sure(path, i))
                continue;
            give(search, worker, i);
        }
        if (!step_holds(search, worker, i))
            break;
    }
    give_from(search, worker, i + 1);
    return i;
}

/* The same for a step that the last path selected, if threads share the tree. That visit
 * was the first of the withheld ones. */
static inline bool shared_step_holds(search_t *search, worker_t *worker, int i) {
    step_t step = worker->path[i];
    node_t *node = tree_node(&search->tree, step.node);
    const edge_t *edge = &tree_edges(&search->tree, step.node)[step.edge];
    uint32_t most = visit_buffer_most(worker->visit_buffer, edge_visits(edge));
    bool tries = node_tried(node) < node->num_edges && search->rule.fpu == FPU_FIRST;
    if (most < 2 || step.edge != step.credited || tries ||
        edge_bounds(edge) != BOUNDS_NONE)
        return false;
    hold_t hold = {
        .lead = HOLD_MOST_LEAD,
        .visits = most <= HOLD_MOST_VISITS ? (int32_t)most - 1 : HOLD_MOST_VISITS,
    };
    held_path_hold(&worker->kept->held, i, (int)node->player, &hold);
    return true;
}

static inline int hold_shared(search_t *search, worker_t *worker, int most) {
    held_path_t *path = &worker->kept->held;
    int i = path->length > 0 ? path->sure : 0;
    if (i < path->length) {
        give_from(search, worker, i);
        return i;
    }
    most = most < worker->num_buffered ? most : worker->num_buffered;
    while (i < most && shared_step_holds(search, worker, i))
        i++;
    return i;
}

int held_steps_begin(search_t *search, worker_t *worker) {
    if (!search->keeps_steps)
        return 0;
    int most = worker->length - 1; /* what follows the last step may change */
    most = most < HELD_PATH_STEPS - 1 ? most : HELD_PATH_STEPS - 1;
    int held =
        search->shared ? hold_shared(search, worker, most) : hold(search, worker, most);
    held_path_cut(&worker->kept->held, held);
    return held;
}
