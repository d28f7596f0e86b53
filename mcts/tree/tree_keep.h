/* tree_keep.h - keeps a subtree for the next search.
 * Use: tree_reset(&spare);
 *      uint32_t root = tree_keep(&spare, &tree, child);
 * A tree's content fits into another of the same capacity.
 */
#ifndef MCTS_TREE_KEEP_H
#define MCTS_TREE_KEEP_H

#include "mcts/tree/tree.h"

/* Copies the subtree of a node of `from`, without tables and cached best edges, into the
 * empty `tree`, which must be of the same kind. Returns the node's new index. That node
 * has memory for all its edges. */
uint32_t tree_keep(tree_t *tree, const tree_t *from, uint32_t node);

#endif
