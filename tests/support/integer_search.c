#include "tests/support/integer_search.h"
#include "mcts/select/selection_rules.h"

integer_network_t *test_integer_network(const game_t *game, int units, uint64_t seed) {
    integer_network_t *network = integer_network_new(game, units, NULL);
    REQUIRE(network);
    integer_network_randomize(network, seed);
    network->weights.class = &integer_evaluator;
    return network;
}

search_config_t test_integer_config(const integer_network_t *network,
                                    int64_t simulations) {
    search_config_t config;
    keyset_set_defaults(&search_keys, &config);
    config.simulations = simulations;
    config.selection = SELECTION_PUCT;
    config.fpu = FPU_REDUCTION;
    evaluator_choice_take(&config.evaluator, &network->weights);
    config.memory_mb = 8;
    return config;
}
