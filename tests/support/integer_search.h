/* integer_search.h - searches with an integer network of random weights as evaluator.
 * Use: integer_network_t *network = test_integer_network(game, 64, seed);
 *      search_config_t config = test_integer_config(network, simulations);
 *      ... search_new(game, &config) ...      integer_network_free(network);
 */
#ifndef TESTS_INTEGER_SEARCH_H
#define TESTS_INTEGER_SEARCH_H

#include "mcts/evaluate/integer/integer_network.h"
#include "mcts/search/search_config.h"

/* Aborts the test on failure. */
integer_network_t *test_integer_network(const game_t *game, int units, uint64_t seed);

/* Borrows the network, which must outlive the searches. */
search_config_t test_integer_config(const integer_network_t *network,
                                    int64_t simulations);

#endif
