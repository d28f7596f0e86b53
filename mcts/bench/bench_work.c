#include "mcts/bench/bench_work.h"

#include "core/game/features.h"
#include "core/game/playout.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/search/search.h"
#include "mcts/search/search_batch.h"

#include <math.h>
#include <stdlib.h>

/* Where a search's playout begins. */
typedef struct leaf_start {
    state_t state;
    pcg32_t rng;
} leaf_start_t;

struct bench_work {
    const game_t *game;
    uint32_t simulations;
    search_t *searches[PLAYOUT_SLOTS]; /* the first one alone, or all */
    uint64_t starts;                   /* of searches */
    pcg32_t rng;
    playout_slot_t slots[PLAYOUT_SLOTS];
    long left[PLAYOUT_SLOTS]; /* playouts to begin */
    uint64_t actions;         /* in the slots' playouts */
    leaf_start_t *leaves;     /* of one search; NULL: not yet known */
    uint32_t num_leaves,
        leaf_simulations; /* of that search; fewer if its root was proven */
    uint64_t winners;     /* their sum, so that no work is optimized away */
};

bench_work_t *bench_work_new(const game_t *game, uint32_t simulations) {
    bench_work_t *work = memory_new(1, sizeof *work);
    search_config_t config = search_config_of(simulations);
    work->game = game;
    work->simulations = simulations;
    for (int i = 0; i < PLAYOUT_SLOTS; i++)
        work->searches[i] = search_new(game, &config);
    work->rng = pcg32_for(1, 0, 0, PCG_FOR_BENCH);
    return work;
}

void bench_work_free(bench_work_t *work) {
    if (!work)
        return;
    for (int i = 0; i < PLAYOUT_SLOTS; i++)
        search_free(work->searches[i]);
    free(work->leaves);
    free(work);
}

/* --- Playouts from the start -------------------------------------------------------- */

static uint64_t play_from_start(bench_work_t *work, bool generic, long playouts) {
    state_t state = {0};
    uint64_t actions = 0;
    for (long i = 0; i < playouts; i++) {
        game_start(work->game, &state);
        playout_t playout = generic ? playout_generic(work->game, &state, &work->rng)
                                    : game_playout(work->game, &state, &work->rng);
        actions += playout.length;
    }
    return actions;
}

uint64_t bench_work_playouts(bench_work_t *work, long playouts) {
    return play_from_start(work, false, playouts);
}

static bool next_from_start(void *context, int slot) {
    bench_work_t *work = context;
    playout_slot_t *place = &work->slots[slot];
    work->actions += place->result.length;
    game_start(work->game, &place->state);
    return work->left[slot]-- > 0;
}

static uint64_t play_batch(bench_work_t *work, long each) {
    for (int i = 0; i < PLAYOUT_SLOTS; i++) {
        work->slots[i].rng = work->rng;
        work->rng.increment += 2;
        work->slots[i].result.length = 0;
        work->left[i] = each;
    }
    work->actions = 0;
    game_playouts(work->game,
                  &(playout_feed_t){work->slots, PLAYOUT_SLOTS, next_from_start, work});
    return work->actions;
}

/* --- Searches ----------------------------------------------------------------------- */

static void start_anew(bench_work_t *work, search_t *search) {
    state_t state = {0};
    game_start(work->game, &state);
    search_start(search, &state, pcg32_for(1, work->starts++, 0, PCG_FOR_BENCH));
}

uint32_t bench_work_search(bench_work_t *work, uint32_t simulations) {
    start_anew(work, work->searches[0]);
    search_run(work->searches[0], simulations);
    return search_simulations(work->searches[0]);
}

static search_t *next_search(void *context, int place, search_t *done) {
    bench_work_t *work = context;
    if (done)
        return NULL;
    start_anew(work, work->searches[place]);
    return work->searches[place];
}

static uint64_t run_search_batch(bench_work_t *work) {
    uint64_t simulations = 0;
    search_batch_run(
        work->game,
        &(search_feed_t){.places = PLAYOUT_SLOTS, .next = next_search, .context = work});
    for (int i = 0; i < PLAYOUT_SLOTS; i++)
        simulations += search_simulations(work->searches[i]);
    return simulations;
}

/* --- Searches without their trees --------------------------------------------------- */

static void find_leaves(bench_work_t *work) {
    search_t *search = work->searches[0];
    evaluator_t *evaluator =
        evaluator_choice_make(search_evaluator(search), work->game, 1);
    leaf_t *leaf;
    work->leaves = memory_new(work->simulations, sizeof *work->leaves);
    work->num_leaves = 0;
    start_anew(work, search);
    while ((leaf = search_next_leaf(search))) {
        work->leaves[work->num_leaves++] =
            (leaf_start_t){.state = leaf->state, .rng = *leaf->rng};
        evaluator_run(evaluator, &(leaf_batch_t){.leaves = &leaf, .count = 1});
    }
    evaluator_free(evaluator);
    work->leaf_simulations = search_simulations(search);
}

static uint64_t play_from_leaves(bench_work_t *work) {
    for (uint32_t i = 0; i < work->num_leaves; i++) {
        leaf_start_t leaf;
        game_copy(work->game, &leaf.state, &work->leaves[i].state);
        leaf.rng = work->leaves[i].rng;
        work->winners +=
            (uint64_t)game_playout(work->game, &leaf.state, &leaf.rng).outcome.winner;
    }
    return work->num_leaves;
}

static bool next_leaf(void *context, int slot) {
    bench_work_t *work = context;
    playout_slot_t *place = &work->slots[slot];
    if (work->left[slot]-- <= 0)
        return false;
    const leaf_start_t *leaf =
        &work->leaves[work->left[slot] * PLAYOUT_SLOTS + (long)slot];
    game_copy(work->game, &place->state, &leaf->state);
    place->rng = leaf->rng;
    return true;
}

static uint64_t play_leaf_batch(bench_work_t *work) {
    long each = work->num_leaves / PLAYOUT_SLOTS;
    for (int i = 0; i < PLAYOUT_SLOTS; i++)
        work->left[i] = each;
    game_playouts(work->game,
                  &(playout_feed_t){work->slots, PLAYOUT_SLOTS, next_leaf, work});
    return (uint64_t)each * PLAYOUT_SLOTS;
}

/* --- Features ----------------------------------------------------------------------- */

/* For the first leaves only, so that they stay in the cache. */
static uint64_t write_features(bench_work_t *work) {
    enum { POSITIONS = 128, ROUNDS = 64 };
    uint32_t positions = work->num_leaves < POSITIONS ? work->num_leaves : POSITIONS;
    uint64_t bits[FEATURES_WORDS];
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < positions; i++) {
            features_write(work->game, &work->leaves[i].state, bits);
            work->winners += bits[0];
        }
    return (uint64_t)positions * ROUNDS;
}

double bench_work_tree(const bench_work_t *work, double simulations, double leaves) {
    if (work->leaf_simulations < work->simulations)
        return (double)NAN;
    double games_a_simulation = (double)work->num_leaves / work->leaf_simulations;
    return leaves / (simulations * games_a_simulation) - 1;
}

/* --- Dispatch ----------------------------------------------------------------------- */

uint64_t bench_work_do(bench_work_t *work, bench_figure_t figure, uint64_t *actions) {
    enum { PLAYOUTS = 64, EACH = 256 };
    if (!work->leaves)
        find_leaves(work);
    switch (figure) {
    case BENCH_PLAYOUTS_BATCH:
        *actions += play_batch(work, EACH);
        return EACH * PLAYOUT_SLOTS;
    case BENCH_SEARCH:
        return bench_work_search(work, UINT32_MAX);
    case BENCH_LEAVES:
        return play_from_leaves(work);
    case BENCH_SEARCHES_BATCH:
        return run_search_batch(work);
    case BENCH_LEAVES_BATCH:
        return play_leaf_batch(work);
    case BENCH_FEATURES:
        return write_features(work);
    case BENCH_PLAYOUTS:
    case BENCH_GENERIC:
    case BENCH_FIGURES:
        break;
    }
    *actions += play_from_start(work, figure == BENCH_GENERIC, PLAYOUTS);
    return PLAYOUTS;
}
