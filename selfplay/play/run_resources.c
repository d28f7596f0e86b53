#include "selfplay/play/run_resources.h"

#include "core/game/playout.h"
#include "mcts/search/search_batch.h"
#include "selfplay/config/run_config.h"

enum {
    BATCH_SIMULATIONS = 1 << 14, /* of a search */
    MEMORY_BESIDE_MB = 256 /* per thread, besides its searches: games, files, libraries */
};

/* Two batches for all threads together: while one is evaluated another is filled. */
static int places_outside(const run_config_t *config, uint64_t places, uint64_t threads) {
    uint64_t most =
        (2 * (uint64_t)run_config_outside_batch(config) + threads - 1) / threads;
    most = most < SEARCH_BATCH_PLACES ? most : SEARCH_BATCH_PLACES;
    return places < 1 ? 1 : places < most ? (int)places : (int)most;
}

/* Concurrent games pay off with playouts and small trees: large ones fill the caches
 * and the memory. At most as many as keep all threads busy. */
int run_places(const run_config_t *config, uint64_t games, int num_threads) {
    uint64_t threads = (uint64_t)num_threads, places = (games + threads - 1) / threads;
    if (run_config_has_engine(config))
        return 1;
    if (run_config_outside_batch(config) > 0)
        return places_outside(config, places, threads);
    if (run_config_evaluates(config))
        return places < 1 ? 1 : places < PLAYOUT_SLOTS ? (int)places : PLAYOUT_SLOTS;
    if (!game_has_playouts(config->game))
        return 1;
    for (int i = 0; i < config->num_agents; i++)
        if (agent_simulations(&config->agents[i]) > BATCH_SIMULATIONS)
            return 1;
    return places < 1 ? 1 : places < PLAYOUT_SLOTS ? (int)places : PLAYOUT_SLOTS;
}

/* A search has its tree, with reuse a second one to which the reused part is copied, and
 * its network's cache. */
static int64_t memory_of_search(const search_config_t *search) {
    int64_t memory_mb = search->reuse ? 2 * search->memory_mb : search->memory_mb;
    if (evaluator_choice_class(&search->evaluator)->is_batched)
        memory_mb += search->evaluator.network.cache_mb;
    return memory_mb;
}

/* A thread has one search per agent, and one for fast searches. */
long run_memory_of_thread(const run_config_t *config) {
    int64_t memory_mb = MEMORY_BESIDE_MB;
    for (int i = 0; i < config->num_agents; i++)
        memory_mb += memory_of_search(&config->agents[i].search);
    if (learning_has_fast(&config->learning))
        memory_mb += memory_of_search(&config->agents[0].search);
    return (long)memory_mb;
}
