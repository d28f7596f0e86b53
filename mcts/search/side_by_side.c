#include "mcts/search/side_by_side.h"

#include "core/game/playout.h"
#include "mcts/search/leaf_batch.h"
#include "mcts/search/search.h"

typedef struct places {
    const search_feed_t *feed;
    search_t *searches[PLAYOUT_SLOTS];
    playout_slot_t slots[PLAYOUT_SLOTS];
    int until_watch; /* random games */
    bool stopped;
} places_t;

static bool goes_on(places_t *places) {
    if (!places->stopped && places->feed->watch && --places->until_watch == 0) {
        places->until_watch = SEARCHES_WATCH;
        places->stopped = !places->feed->watch(places->feed->context);
    }
    return !places->stopped;
}

/* Takes a search to its next leaf; false: it is done, or all is stopped. A search that plays
 * its random games itself has no leaves, and is run. */
static bool find_leaf(places_t *places, search_t *search, playout_slot_t *slot) {
    if (!search_plays_out(search))
        return search_next_leaf(search, &slot->state, &slot->rng);
    bool done = false;
    while (!places->stopped && !done) {
        done = search_run(search, SEARCHES_WATCH);
        places->until_watch = 1;
        goes_on(places);
    }
    return false;
}

/* Gives a place's search the result of its random game and asks for the next leaf. */
static bool next_leaf(void *context, int place) {
    places_t *places = context;
    playout_slot_t *slot = &places->slots[place];
    search_t *search = places->searches[place];
    if (!goes_on(places))
        return false;
    if (search)
        search_take(search, slot->result.outcome.winner, &slot->rng);
    else
        search = places->feed->next(places->feed->context, place, NULL);
    while (search && !find_leaf(places, search, slot)) {
        if (places->stopped)
            return false;
        search = places->feed->next(places->feed->context, place, search);
    }
    places->searches[place] = search;
    return search != NULL;
}

void searches_run(const game_t *game, const search_feed_t *feed) {
    if (feed->gathers) {
        leaf_batch_run(game, feed);
        return;
    }
    places_t places = {.feed = feed, .until_watch = SEARCHES_WATCH};
    game_playouts(game,
                  &(playout_feed_t){places.slots, feed->places, next_leaf, &places});
}
