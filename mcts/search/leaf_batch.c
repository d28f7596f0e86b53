#include "mcts/search/leaf_batch.h"

#include "mcts/evaluate/evaluator.h"
#include "mcts/search/search.h"

#include <stdlib.h>

enum { MAX_NETWORKS = 4 };

typedef struct asked {
    const network_t *network;
    int instructions;
    evaluator_t *evaluator;
} asked_t;

typedef struct gathering {
    const game_t *game;
    const search_feed_t *feed;
    search_t *searches[PLAYOUT_SLOTS];
    state_t states[PLAYOUT_SLOTS]; /* of the leaves that wait */
    asked_t *waits[PLAYOUT_SLOTS]; /* for whom a leaf waits; NULL: for nobody */
    evaluation_t *evaluations;     /* one for each place */
    asked_t asked[MAX_NETWORKS];
    int until_watch; /* leaves */
    bool stopped;
} gathering_t;

static bool goes_on(gathering_t *gathering) {
    const search_feed_t *feed = gathering->feed;
    if (!gathering->stopped && feed->watch && --gathering->until_watch <= 0) {
        gathering->until_watch = SEARCHES_WATCH;
        gathering->stopped = !feed->watch(feed->context);
    }
    return !gathering->stopped;
}

static bool is_asked(const asked_t *asked, const network_choice_t *choice) {
    return asked->network == choice->opened &&
           asked->instructions == choice->instructions;
}

static asked_t *asked_for(gathering_t *gathering, const network_choice_t *choice) {
    int i = 0;
    while (gathering->asked[i].network && !is_asked(&gathering->asked[i], choice))
        REQUIRE(++i < MAX_NETWORKS);
    asked_t *asked = &gathering->asked[i];
    if (!asked->network) {
        asked->network = choice->opened;
        asked->instructions = choice->instructions;
        asked->evaluator =
            network_choice_evaluator(choice, gathering->game, gathering->feed->places);
    }
    return asked;
}

/* Runs the search of a place, and those after it, up to a leaf that has to wait. */
static void run_to_leaf(gathering_t *gathering, int place) {
    const search_feed_t *feed = gathering->feed;
    state_t *state = &gathering->states[place];
    evaluation_t *evaluation = &gathering->evaluations[place];
    gathering->waits[place] = NULL;
    while (gathering->searches[place] && goes_on(gathering)) {
        search_t *search = gathering->searches[place];
        pcg32_t rng;
        if (!search_next_leaf(search, state, &rng)) {
            gathering->searches[place] = feed->next(feed->context, place, search);
            continue;
        }
        const network_choice_t *choice = search_network(search);
        if (!choice) {
            playout_t playout = game_playout(gathering->game, state, &rng);
            search_take(search, playout.outcome.winner, &rng);
            continue;
        }
        asked_t *asked = asked_for(gathering, choice);
        if (!evaluator_find(asked->evaluator, state, evaluation)) {
            gathering->waits[place] = asked;
            return;
        }
        search_take_evaluation(search, evaluation);
    }
}

/* Asks a network about all leaves that wait for it. */
static void ask(gathering_t *gathering, const asked_t *asked) {
    const state_t *states[PLAYOUT_SLOTS];
    evaluation_t *evaluations[PLAYOUT_SLOTS];
    int places[PLAYOUT_SLOTS], count = 0;
    for (int place = 0; place < gathering->feed->places; place++)
        if (gathering->waits[place] == asked) {
            places[count] = place;
            states[count] = &gathering->states[place];
            evaluations[count++] = &gathering->evaluations[place];
        }
    if (count == 0)
        return;
    evaluator_run(asked->evaluator, states, count, evaluations);
    for (int i = 0; i < count; i++)
        search_take_evaluation(gathering->searches[places[i]], evaluations[i]);
}

static bool has_search(const gathering_t *gathering) {
    for (int place = 0; place < gathering->feed->places; place++)
        if (gathering->searches[place])
            return true;
    return false;
}

void leaf_batch_run(const game_t *game, const search_feed_t *feed) {
    gathering_t *gathering = memory_new(1, sizeof *gathering);
    gathering->game = game;
    gathering->feed = feed;
    gathering->until_watch = SEARCHES_WATCH;
    gathering->evaluations =
        memory_new((size_t)feed->places, sizeof *gathering->evaluations);
    for (int place = 0; place < feed->places; place++)
        gathering->searches[place] = feed->next(feed->context, place, NULL);
    while (!gathering->stopped && has_search(gathering)) {
        for (int place = 0; place < feed->places; place++)
            run_to_leaf(gathering, place);
        for (int i = 0; i < MAX_NETWORKS && !gathering->stopped; i++)
            if (gathering->asked[i].network)
                ask(gathering, &gathering->asked[i]);
    }
    for (int i = 0; i < MAX_NETWORKS; i++)
        evaluator_free(gathering->asked[i].evaluator);
    free(gathering->evaluations);
    free(gathering);
}
