/* search_root.h - root-only methods: noise in the priors, Gumbel selection, forced
 * playouts. Internal to the search.
 * Use: search_root_start(search);      once the root's priors are known
 *      int edge = search_root_pick(search, root, edges, visits);     -1: use selection
 * Threads: start: one; pick: all threads of the search.
 */
#ifndef MCTS_SEARCH_ROOT_H
#define MCTS_SEARCH_ROOT_H

#include "mcts/search/search_state.h"
#include "mcts/tree/tree.h"

/* Draws the root's noise and Gumbel variates. */
void search_root_start(search_t *search);

/* The root's edge if one is planned or forced; -1: use selection. visits: of the root. */
int search_root_pick(search_t *search, node_t *root, const edge_t *edges,
                     uint32_t visits);

#endif
