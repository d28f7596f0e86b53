/* simulation.h - the steps of a simulation: selection, expansion, evaluation, backup.
 * Use: if (simulation_select(search, worker)) {
 *          evaluator_run(worker->evaluator, &batch);      of worker->leaf
 *          simulation_expand(search, worker);
 *      }
 *      simulation_backup(search, worker);
 * Selection follows a path from the root to a leaf, an edge without a child, and makes it
 * the worker's. Where an evaluator gives priors, expansion gives the leaf its node with
 * them; where it gives none, selection itself expands a leaf that has had
 * search.expand_after visits, or more where threads share the tree and there are many
 * actions, and goes on into the new node. Backup adds the leaf's value
 * to all edges of the path, and what is proven as far up as it proves anything new.
 * Threads: many in one tree, each with a worker of its own (search->shared). Selection
 *      leaves virtual losses on the edges of the path, and backup takes them away.
 * Errors: none; without memory for a node the path ends at a leaf.
 * Source: mcts/README.md.
 */
#ifndef MCTS_SIMULATION_H
#define MCTS_SIMULATION_H

#include "core/game/game.h"
#include "mcts/search/search_state.h"

/* The root, for a position that is not over, with equal priors; TREE_FULL: there is no
 * memory. It has memory for all its edges, so that they can be read, given noise and put
 * in order. */
uint32_t simulation_add_root(search_t *search, const state_t *state);

/* True: the leaf has to be evaluated. False: its evaluation is known, as the game is over
 * there, or its result is proven. */
bool simulation_select(search_t *search, worker_t *worker);

/* Makes the root the leaf, so that its priors are evaluated: before the first simulation
 * of a search that has priors. */
void simulation_select_root(search_t *search, worker_t *worker);

/* Uses the priors of the leaf's evaluation, where there are any. */
void simulation_expand(search_t *search, worker_t *worker);

void simulation_backup(search_t *search, worker_t *worker);

#endif
