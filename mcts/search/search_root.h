/* search_root.h - what the root has that nodes below it have not: noise in its priors,
 * Gumbel selection, forced playouts. For the files of a search alone.
 * Use: search_root_start(search);      once the root's priors are known
 *      int edge = search_root_pick(search, root, edges, visits);     -1: selection's turn
 * Threads: start: one; pick: many, where the search has many.   Errors: none.
 */
#ifndef MCTS_SEARCH_ROOT_H
#define MCTS_SEARCH_ROOT_H

#include "mcts/search/search_state.h"
#include "mcts/tree/tree.h"

/* Draws what is drawn at the root. */
void search_root_start(search_t *search);

/* The root's edge where it is planned or forced; -1: selection picks one. visits: of the
 * root. */
int search_root_pick(search_t *search, node_t *root, const edge_t *edges,
                     uint32_t visits);

#endif
