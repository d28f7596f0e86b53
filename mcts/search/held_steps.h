/* held_steps.h - how many steps of its last path a worker repeats without reading their
 * nodes.
 * Use: int held = held_steps_begin(search, worker);      before selection
 *      the path begins with worker->path[0 ... held-1]
 *      held_path_add(&worker->kept->held, value);         in backup
 *      held_steps_give(search, worker);                before the tree is read
 * In a single-threaded tree, a step holds while selection would choose it again, to the
 * bit (held_edge.h). If threads share the tree, it holds for as many visits as its thread
 * may withhold from the tree (visit_buffer.h): selection would not see them, and would
 * choose the same. Visits not yet added to the edges are pending: they are added when a
 * step is read or left.
 */
#ifndef MCTS_HELD_STEPS_H
#define MCTS_HELD_STEPS_H

#include "mcts/search/search_state.h"

/* Simulations of one thread from which this pays: shorter searches repeat few steps. */
enum { HELD_STEPS_LEAST = 10000 };

int held_steps_begin(search_t *search, worker_t *worker);
void held_steps_give(search_t *search, worker_t *worker);

#endif
