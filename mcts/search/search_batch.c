#include "mcts/search/search_batch.h"

#include "mcts/evaluate/evaluator.h"
#include "mcts/search/search.h"

#include <stdlib.h>

enum { MAX_EVALUATORS = 8 };

/* One evaluator for all searches with equal choices. */
typedef struct common_evaluator {
    evaluator_choice_t choice;
    evaluator_t *evaluator; /* NULL: the entry is free */
    int batch;              /* maximum leaves at once */
} common_evaluator_t;

typedef struct place {
    search_t *search; /* NULL: no more */
    leaf_t *leaf;     /* of the search, waiting for evaluation; NULL: none */
    const common_evaluator_t *evaluator;
} place_t;

typedef struct driver {
    const game_t *game;
    const search_feed_t *feed;
    place_t *places;
    common_evaluator_t evaluators[MAX_EVALUATORS];
    int until_watch; /* leaves */
    bool stopped;
    /* The batch being evaluated: */
    const common_evaluator_t *running;
    leaf_t **leaves;
    int *place_of; /* by leaf; -1: the place no longer waits for the batch */
} driver_t;

static bool may_continue(driver_t *driver) {
    const search_feed_t *feed = driver->feed;
    if (!driver->stopped && feed->watch && --driver->until_watch <= 0) {
        driver->until_watch = SEARCH_BATCH_WATCH;
        driver->stopped = !feed->watch(feed->context);
    }
    return !driver->stopped;
}

static const common_evaluator_t *evaluator_for(driver_t *driver, const search_t *search) {
    const evaluator_choice_t *choice = search_evaluator(search);
    common_evaluator_t *common = driver->evaluators;
    while (common->evaluator && !evaluator_choice_equal(&common->choice, choice))
        REQUIRE(++common < driver->evaluators + MAX_EVALUATORS);
    if (!common->evaluator) {
        common->choice = *choice;
        common->batch = evaluator_choice_class(choice)->most_leaves;
        if (common->batch > driver->feed->places)
            common->batch = driver->feed->places;
        common->evaluator = evaluator_choice_make(choice, driver->game, common->batch);
    }
    return common;
}

static void next_search(driver_t *driver, int i) {
    place_t *place = &driver->places[i];
    place->search = driver->feed->next(driver->feed->context, i, place->search);
    if (place->search)
        place->evaluator = evaluator_for(driver, place->search);
}

/* Runs the search of a place, and those after it, to the next leaf, if there is one. */
static void advance(driver_t *driver, int i) {
    place_t *place = &driver->places[i];
    place->leaf = NULL;
    while (place->search && may_continue(driver)) {
        place->leaf = search_next_leaf(place->search);
        if (place->leaf)
            return;
        next_search(driver, i);
    }
}

/* leaf_batch_t.refill: the place's next leaf, if it is for the same evaluator. */
static bool refill(void *context, int i) {
    driver_t *driver = context;
    const place_t *place = &driver->places[driver->place_of[i]];
    advance(driver, driver->place_of[i]);
    if (place->leaf && place->evaluator == driver->running) {
        driver->leaves[i] = place->leaf;
        return true;
    }
    driver->place_of[i] = -1;
    return false;
}

/* leaf_batch_t.may_continue */
static bool watch_now(void *context) {
    driver_t *driver = context;
    driver->until_watch = 0;
    return may_continue(driver);
}

/* Evaluates leaves that wait for an evaluator; false: there are none. */
static bool run_evaluator(driver_t *driver, const common_evaluator_t *common) {
    leaf_batch_t batch = {.leaves = driver->leaves,
                          .refill = refill,
                          .may_continue = watch_now,
                          .context = driver};
    for (int i = 0; i < driver->feed->places && batch.count < common->batch; i++)
        if (driver->places[i].leaf && driver->places[i].evaluator == common) {
            driver->place_of[batch.count] = i;
            driver->leaves[batch.count++] = driver->places[i].leaf;
        }
    if (batch.count == 0)
        return false;
    driver->running = common;
    evaluator_run(common->evaluator, &batch);
    driver->until_watch = 0; /* a network's batch may have taken long */
    driver->stopped = driver->stopped || common->evaluator->failed;
    for (int i = 0; i < batch.count; i++)
        if (driver->place_of[i] >= 0)
            advance(driver, driver->place_of[i]);
    return true;
}

void search_batch_run(const game_t *game, const search_feed_t *feed) {
    driver_t driver = {.game = game, .feed = feed, .until_watch = SEARCH_BATCH_WATCH};
    bool waiting = true;
    REQUIRE(feed->places >= 1 && feed->places <= SEARCH_BATCH_PLACES);
    driver.places = memory_new((size_t)feed->places, sizeof *driver.places);
    driver.leaves = memory_new((size_t)feed->places, sizeof(leaf_t *));
    driver.place_of = memory_new((size_t)feed->places, sizeof *driver.place_of);
    for (int i = 0; i < feed->places; i++)
        next_search(&driver, i);
    for (int i = 0; i < feed->places; i++)
        advance(&driver, i);
    while (waiting) {
        waiting = false;
        for (int i = 0; i < MAX_EVALUATORS && driver.evaluators[i].evaluator; i++)
            waiting |= run_evaluator(&driver, &driver.evaluators[i]);
    }
    for (int i = 0; i < MAX_EVALUATORS; i++)
        evaluator_free(driver.evaluators[i].evaluator);
    free(driver.places);
    free(driver.leaves);
    free(driver.place_of);
}
