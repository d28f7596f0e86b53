/* simulation.h - the steps of a simulation: selection, expansion, evaluation, backup.
 * Use: if (simulation_select(search, worker)) {
 *          evaluator_run(worker->evaluator, &batch);      of worker->leaf
 *          simulation_expand(search, worker);
 *      }
 *      simulation_backup(search, worker);
 * Selection follows a path from the root to a leaf, an edge without a child, and makes it
 * the worker's leaf. If the evaluator gives priors, expansion adds the leaf's node with
 * them. If not, selection itself expands a leaf that has had search.expand_after visits,
 * or more if threads share the tree and there are many actions, and continues into the
 * new node. Backup adds the leaf's value to all edges of the path, and propagates proven
 * bounds as far up as they prove anything new.
 * Threads: many in one tree, each with its own worker (search->shared). Selection adds
 *      virtual losses to the edges of the path, and backup removes them.
 * Errors: without memory for a node the path ends at a leaf.
 * Source: mcts/README.md.
 */
#ifndef MCTS_SIMULATION_H
#define MCTS_SIMULATION_H

#include "core/game/game.h"
#include "mcts/search/search_state.h"

/* Adds the root, for a position that is not over, with equal priors; TREE_FULL: no
 * memory. All its edges are allocated, so that they can be read, given noise and sorted.
 */
uint32_t simulation_add_root(search_t *search, const state_t *state);

/* True: the leaf must be evaluated. False: its value is known: the game is over or
 * its result is proven. */
bool simulation_select(search_t *search, worker_t *worker);

/* Makes the root the leaf, to evaluate its priors before the first simulation of a search
 * with priors. */
void simulation_select_root(search_t *search, worker_t *worker);

/* Expands the leaf with the priors of its evaluation, if there are any. */
void simulation_expand(search_t *search, worker_t *worker);

void simulation_backup(search_t *search, worker_t *worker);

#endif
