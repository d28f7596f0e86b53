/* held_steps.h - how many steps of its last path a worker takes again without a look at
 * their nodes.
 * Use: int held = held_steps_begin(search, worker);      before selection
 *      the path begins with worker->path[0 ... held-1]; worker->kept->states[held] is the
 *      position behind them
 *      held_path_add(&worker->kept->held, value);         in backup
 *      held_steps_give(search, worker);                before anybody reads the tree
 * In a tree of one thread a step holds where selection would find it again, to the bit
 * (held_edge.h). Where threads share the tree it holds for as many visits as its thread
 * may keep from the tree (visit_buffer.h): selection would not see them, and find what it
 * found. What the edges have not been given is pending: they get it when a step is looked
 * at or left.
 * Owns: nothing.   Threads: each with a worker of its own.   Errors: none.
 */
#ifndef MCTS_HELD_STEPS_H
#define MCTS_HELD_STEPS_H

#include "mcts/search/search_state.h"

int held_steps_begin(search_t *search, worker_t *worker);
void held_steps_give(search_t *search, worker_t *worker);

#endif
