/* amaf.h - all moves as first: an action's mean value in simulations in which its player
 * played it at any point, and selection by it where edges have few visits.
 * Use: amaf_t *amaf = amaf_new(game, &rule, &config);
 *      amaf_start(amaf);                                          before each simulation
 *      amaf_enter_node(amaf, &tree, &chunk, node, visits, at_root);   each of the path
 *      int edge = amaf_pick(amaf, node, edges, visits, &rng);
 *      ... game_playout_noted(game, &state, &rng, amaf_notes(amaf)) ...
 *      amaf_add_playout(amaf);             and, for each node, from the last one up:
 *      amaf_backup(amaf, &tree, node, action, value);
 *      amaf_free(amaf);
 * GRAVE: only nodes with many visits have statistics, of both players' actions; nodes
 * below use the nearest ancestor whose statistics come from enough simulations. So edges
 * need no more memory, and few nodes do. A node starts collecting statistics at
 * search.amaf_reference visits, and they are used once they come from as many
 * simulations; the root's are collected and used from the start. An action counts once
 * per simulation.
 *
 * An edge's mean over n visits and AMAF's mean over a simulations combine to
 *      (1 - w) mean + w amaf,   w = a / (n + a + n a bias)
 * to which UCT adds its exploration term. An untried action has its AMAF value; untried
 * actions without one come first.
 * Owns: the actions of one simulation; tables are in the tree's arena, which must be
 *      TREE_WITH_TABLES.
 * Threads: one per amaf_t and tree.
 * Errors: without memory for a table a node uses those above it, and without one at
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

/* Begins a simulation, with no actions yet. */
void amaf_start(amaf_t *amaf);

/* The path has reached a node: gives it statistics if it has enough visits, and uses them
 * from here on if they come from enough simulations. */
void amaf_enter_node(amaf_t *amaf, tree_t *tree, tree_chunk_t *chunk, node_t *node,
                     uint32_t visits, bool at_root);

/* Like selection_pick, at that node. */
int amaf_pick(const amaf_t *amaf, node_t *node, edge_t *edges, uint32_t visits,
              pcg32_t *rng);

/* Where the playout from the leaf must note its actions. */
playout_notes_t *amaf_notes(amaf_t *amaf);

/* Begins backup: adds the playout's actions. */
void amaf_add_playout(amaf_t *amaf);

/* Discards the actions so far, which are not of this simulation. */
void amaf_discard(amaf_t *amaf);

/* Backup has reached a node of the path: adds the action selected there, and updates the
 * node's statistics, if it has any, with all actions from there on. value: the leaf's, to
 * player 1. */
void amaf_backup(amaf_t *amaf, const tree_t *tree, node_t *node, action_t action,
                 uint32_t value);

/* Statistics of a player's action at a node that has them, in edge_stats' format. */
uint64_t amaf_stats(const amaf_t *amaf, const tree_t *tree, node_t *node, int player,
                    action_t action);

#endif
