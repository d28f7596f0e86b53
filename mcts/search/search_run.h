/* search_run.h - shares of a search's simulations, and the threads that run them. For the
 * rooms of a search alone; search_run itself is in search.h.
 * Threads: as each call says.   Errors: none.
 */
#ifndef MCTS_SEARCH_RUN_H
#define MCTS_SEARCH_RUN_H

#include "mcts/search/search_state.h"

/* Takes one of the simulations that are left in the share; any thread, with its own
 * worker. False: there is none. */
bool search_take_simulation(search_t *search, worker_t *worker);

/* Nodes in the tree; while no thread is running. */
uint32_t search_count_nodes(const search_t *search);

#endif
