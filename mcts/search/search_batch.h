/* search_batch.h - many searches run by one thread, their leaves evaluated in batches.
 * Use: search_t *next(void *context, int place, search_t *done) { ... }
 *      search_batch_run(game, &(search_feed_t){.places = 8, .next = next, ...});
 * Each place has a started search (search_start), which runs until it is done; then the
 * feed is asked for the place's next search, which may be the same one started anew: a
 * self-play game at each place keeps all places busy. Leaves that need the same evaluator
 * form a batch; searches with different evaluators may run together. A search finds what
 * search_run would have found, whichever searches run beside it.
 * Owns: an evaluator for each kind that it meets, until it returns; searches are
 *      borrowed.
 * Threads: one caller; other threads run other searches.
 */
#ifndef MCTS_SEARCH_BATCH_H
#define MCTS_SEARCH_BATCH_H

#include "core/game/game.h"

#include <stdbool.h>

typedef struct search search_t; /* mcts/search/search.h */

typedef struct search_feed {
    /* 1 to SEARCH_BATCH_PLACES. Fastest: PLAYOUT_SLOTS; for an outside evaluator, twice
     * its batch. */
    int places;
    /* Returns the search to run at a place after `done` (NULL: the first); NULL: no more
     * at this place. */
    search_t *(*next)(void *context, int place, search_t *done);
    /* Whether to continue; called every SEARCH_BATCH_WATCH leaves of all places, and
     * after each complete batch. false: search_batch_run returns at once, with unfinished
     * searches, as it does if an evaluator has failed. NULL: always continue. */
    bool (*watch)(void *context);
    void *context;
} search_feed_t;

enum { SEARCH_BATCH_PLACES = 4096, SEARCH_BATCH_WATCH = 128 };

/* Runs until no place has a search left, or the watch ends it. All searches must be of
 * the same game and single-threaded (search_new). */
void search_batch_run(const game_t *game, const search_feed_t *feed);

#endif
