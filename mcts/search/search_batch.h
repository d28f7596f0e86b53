/* search_batch.h - many searches run by one thread, their leaves evaluated in batches.
 * Use: search_t *next(void *context, int place, search_t *done) { ... }
 *      search_batch_run(game, &(search_feed_t){.places = 8, .next = next, ...});
 * Each place has a search that was started (search_start) and runs until it is done; then
 * the feed is asked for the place's next, which may be the same one started anew: a
 * self-play game at each place keeps all of them busy. Leaves that wait for the same
 * evaluator make a batch; searches of different evaluators may run beside each other.
 * What a search finds is what search_run would have found; which searches run beside it
 * makes no difference.
 * Owns: an evaluator for each kind that it meets, until it returns; searches are
 *      borrowed.
 * Threads: one caller; other threads run other searches.   Errors: none.
 */
#ifndef MCTS_SEARCH_BATCH_H
#define MCTS_SEARCH_BATCH_H

#include "core/game/game.h"

#include <stdbool.h>

typedef struct search search_t; /* mcts/search/search.h */

typedef struct search_feed {
    /* 1 to SEARCH_BATCH_PLACES. The most speed: PLAYOUT_SLOTS, and twice the batch of an
     * outside evaluator. */
    int places;
    /* The search to be run at a place after the one that is done there (NULL: none yet);
     * NULL: no more at this place. */
    search_t *(*next)(void *context, int place, search_t *done);
    /* Asked every SEARCH_BATCH_WATCH leaves of all places, and after each batch that was
     * evaluated as a whole, whether to go on; false: search_batch_run returns at once,
     * with searches that are not done, as it does where an evaluator
     * has failed. NULL: goes on. */
    bool (*watch)(void *context);
    void *context;
} search_feed_t;

enum { SEARCH_BATCH_PLACES = 4096, SEARCH_BATCH_WATCH = 128 };

/* Runs until no place has a search any more, or the watch ends it. All searches are of
 * the same game, each with one thread of its own (search_new). */
void search_batch_run(const game_t *game, const search_feed_t *feed);

#endif
