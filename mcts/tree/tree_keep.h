/* tree_keep.h - part of a search's tree, for the search after it.
 * Use: tree_reset(&spare);
 *      uint32_t root = tree_keep(&spare, &tree, child);
 * Owns: nothing.   Threads: one.   Errors: none: what was in a tree fits into another of
 * its capacity.
 */
#ifndef MCTS_TREE_KEEP_H
#define MCTS_TREE_KEEP_H

#include "mcts/tree/tree.h"

/* Copies the tree below a node of `from`, without tables and cached best edges, into the
 * empty `tree`, which is of the same kind; the node's new index. That node has memory for
 * all its edges. */
uint32_t tree_keep(tree_t *tree, const tree_t *from, uint32_t node);

#endif
