/* side_by_side.h - many searches run by one thread, their random games side by side.
 * Use: search_t *next(void *context, int place, search_t *done) { ... }
 *      searches_run(game, &(search_feed_t){.places = 8, .next = next, .context = ...});
 * Each place has a search that was started (search_start) and runs until it is done; then
 * the feed is asked for the place's next, which may be the same one started anew: a game
 * that plays itself at each place keeps all of them busy. What a search finds is what
 * search_run would have found; which searches run beside it makes no difference.
 * Pays where the game plays random games side by side (game_playouts) faster than one by
 * one; where it does not, each place's searches are run to their end in turn.
 * Owns: nothing.   Threads: one caller; other threads run other searches.   Errors: none.
 */
#ifndef MCTS_SIDE_BY_SIDE_H
#define MCTS_SIDE_BY_SIDE_H

#include "core/game/game.h"

typedef struct search search_t; /* search.h */

typedef struct search_feed {
    int places; /* 1 to PLAYOUT_SLOTS; all of them for the most speed */
    /* The search to be run at a place after the one that is done there (NULL: none yet);
     * NULL: no more at this place. */
    search_t *(*next)(void *context, int place, search_t *done);
    /* Asked every SEARCHES_WATCH random games of all places whether to go on; false:
     * searches_run returns at once, with searches that are not done. NULL: goes on. */
    bool (*watch)(void *context);
    void *context;
    bool
        gathers; /* some searches may have a network: their leaves in batches (gather.h) */
} search_feed_t;

enum { SEARCHES_WATCH = 128 };

/* Runs until no place has a search any more, or the watch ends it; all of the same game, each with one thread
 * of its own (search_new). */
void searches_run(const game_t *game, const search_feed_t *feed);

#endif
