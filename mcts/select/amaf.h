/* amaf.h - all moves as first: what an action was worth wherever in a simulation its
 * player took it, and selection by that where an edge has few visits.
 * Use: amaf_t *amaf = amaf_new(game, &rule, &config);
 *      amaf_start(amaf);                                          before each simulation
 *      amaf_enter_node(amaf, &tree, &chunk, node, visits, at_root);   each of the path
 *      int edge = amaf_pick(amaf, node, edges, visits, &rng);
 *      ... game_playout_noted(game, &state, &rng, amaf_notes(amaf)) ...
 *      amaf_add_playout(amaf);             and, for each node, from the last one up:
 *      amaf_backup(amaf, &tree, node, action, value);
 *      amaf_free(amaf);
 * GRAVE: only nodes with many visits have statistics, of both players' actions, and those
 * below go by the nearest ancestor whose own come from enough simulations. So an edge
 * needs no more memory, and few nodes do. A node's statistics begin when it has
 * search.amaf_reference visits and are used when they come from as many; the root's begin
 * and are used at once. An action counts once a simulation.
 *
 * An edge's mean of n visits and AMAF's mean of a simulations make
 *      (1 - w) mean + w amaf,   w = a / (n + a + n a bias)
 * to which UCT adds its exploration term. An action that has not been tried is worth what
 * AMAF says; those of which it knows nothing come first.
 * Owns: the actions of one simulation; tables lie in the tree's arena, which is one
 *      TREE_WITH_TABLES.
 * Threads: one for each amaf_t, and its tree.
 * Errors: none; without memory for a table a node goes by those above, and without one at
 *      the root selection is UCT's.
 * Source: Gelly and Silver 2007 and 2011 (RAVE), Cazenave 2015 (GRAVE).
 */
#ifndef MCTS_AMAF_H
#define MCTS_AMAF_H

#include "core/base/pcg.h"
#include "core/game/game.h"
#include "mcts/select/selection.h"
#include "mcts/tree/tree.h"

typedef struct amaf amaf_t;

amaf_t *amaf_new(const game_t *game, const selection_rule_t *rule,
                 const struct search_config *config);
void amaf_free(amaf_t *amaf); /* NULL is fine */

/* Bytes of a node's statistics. */
size_t amaf_table_bytes(const game_t *game);

/* A simulation begins: it has no actions yet. */
void amaf_start(amaf_t *amaf);

/* The path has reached a node: gives it statistics where it has visits enough, and uses
 * them from here on where they come from enough simulations. */
void amaf_enter_node(amaf_t *amaf, tree_t *tree, tree_chunk_t *chunk, node_t *node,
                     uint32_t visits, bool at_root);

/* As selection_pick, at that node. */
int amaf_pick(const amaf_t *amaf, node_t *node, edge_t *edges, uint32_t visits,
              pcg32_t *rng);

/* Where the playout from the leaf has to note its actions. */
playout_notes_t *amaf_notes(amaf_t *amaf);

/* Backup begins: the actions of the playout count. */
void amaf_add_playout(amaf_t *amaf);

/* The actions until now do not count: they are not of this simulation. */
void amaf_discard(amaf_t *amaf);

/* Backup has come to a node of the path: adds the action that was selected there, and
 * updates the node's statistics, where it has some, with all actions since. value: the
 * leaf's, to player 1. */
void amaf_backup(amaf_t *amaf, const tree_t *tree, node_t *node, action_t action,
                 uint32_t value);

/* Statistics of a player's action at a node that has them, as edge_stats. */
uint64_t amaf_stats(const amaf_t *amaf, const tree_t *tree, node_t *node, int player,
                    action_t action);

#endif
