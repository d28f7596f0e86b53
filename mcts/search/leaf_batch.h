/* leaf_batch.h - searches side by side whose leaves a network values: in batches.
 * Use: side_by_side.h, with a feed that says `gathers`; nobody else.
 * Each round walks every search down to a leaf that the network has to be asked about and
 * asks about all of them at once, so that no search waits for another thread. Leaves that
 * the cache knows are taken on the way. Searches of random games and of other networks may
 * stand beside them: each network has a batch of its own, random games are played one by
 * one. What a search finds is what search_run would have found.
 * Owns: an evaluator for each network that it meets, until it returns.
 * Threads: one caller; other threads run other searches.   Errors: none.
 */
#ifndef MCTS_LEAF_BATCH_H
#define MCTS_LEAF_BATCH_H

#include "mcts/search/side_by_side.h"

void leaf_batch_run(const game_t *game, const search_feed_t *feed);

#endif
