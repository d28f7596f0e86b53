/* amaf.h - all moves as first: what a decision was worth wherever in a simulation its player
 * took it, and selection by that where few visits tell more.
 * Use: amaf_t *amaf = amaf_new(game, &rule);
 *      amaf_start(amaf);                                        before each simulation
 *      amaf_come(amaf, &tree, &room, node, visits, at_root);    to a node of the way
 *      int edge = amaf_pick(amaf, node, edges, visits, &rng);
 *      ... game_playout_noted(game, &state, &rng, amaf_notes(amaf)) ...
 *      amaf_gather(amaf);                         and, for each node, from the last one up:
 *      amaf_count(amaf, &tree, node, action, values);
 *      amaf_free(amaf);
 * GRAVE: only nodes with many visits have statistics, of both players' decisions, and those
 * below go by the nearest node above whose own come from simulations enough. So an edge
 * needs no more memory, and few nodes do. A node's statistics begin when it has
 * search.amaf_reference visits and are used when they have come from as many; the root's
 * begin and are used at once. A decision counts once a simulation.
 *
 * An edge's mean of n visits and AMAF's mean of a simulations make
 *      (1 - w) mean + w amaf,   w = a / (n + a + n a bias)
 * to which UCT adds its urge. A decision that has not been tried is as good as AMAF says;
 * those of which it knows nothing come first.
 * Owns: what it notes of one simulation; tables lie in the tree's arena.
 * Threads: one for each amaf_t, and its tree.
 * Errors: none; without room for a table a node goes by those above, and without one at
 *      the root selection is UCT's.
 * Source: Gelly and Silver 2007 and 2011 (RAVE), Cazenave 2015 (GRAVE).
 */
#ifndef MCTS_AMAF_H
#define MCTS_AMAF_H

#include "mcts/select/selection.h"

typedef struct amaf amaf_t;

amaf_t *amaf_new(const game_t *game, const selection_rule_t *rule);
void amaf_free(amaf_t *amaf); /* NULL is fine */

/* Bytes of a node's statistics. */
size_t amaf_table_bytes(const game_t *game);

/* A simulation begins: nothing is noted. */
void amaf_start(amaf_t *amaf);

/* The way comes to its next node: gives it statistics where it is time, and uses them from
 * here on where they tell enough. */
void amaf_come(amaf_t *amaf, tree_t *tree, tree_room_t *room, node_t *node,
               uint32_t visits, bool at_root);

/* As selection_pick, at that node. */
int amaf_pick(const amaf_t *amaf, node_t *node, edge_t *edges, uint32_t visits,
              pcg32_t *rng);

/* Where the random game at the way's end is noted. */
playout_notes_t *amaf_notes(amaf_t *amaf);

/* The random game is over: each of its decisions counts once from here on. */
void amaf_gather(amaf_t *amaf);

/* What was noted until now was not of this simulation. */
void amaf_forget(amaf_t *amaf);

/* The decision that the way took at a node, and the results, in VALUE_ONE, to the players:
 * counts all that is noted from there on, where the node has statistics. */
void amaf_count(amaf_t *amaf, const tree_t *tree, const node_t *node, action_t action,
                const uint32_t values[2]);

/* Statistics of a player's decision at a node that has them, as edge_stats. */
uint64_t amaf_stats(const amaf_t *amaf, const tree_t *tree, const node_t *node,
                    int player, action_t action);

#endif
