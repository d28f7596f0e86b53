/* search_network.h - simulations whose leaves a network values. For the rooms of a search
 * alone; the halves for searches side by side are in search.h.
 * Threads: one, as such a search has.   Errors: none.
 */
#ifndef MCTS_SEARCH_NETWORK_H
#define MCTS_SEARCH_NETWORK_H

#include "mcts/search/search_state.h"

/* Asks the search's own evaluator about the root (root_waits) or the last leaf, one
 * position at a time. */
void search_ask_network(search_t *search, const state_t *state);

/* The simulations of a share. */
void search_run_network(search_t *search);

#endif
