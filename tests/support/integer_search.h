/* integer_search.h - searches whose leaves an integer network of random weights values.
 * Use: integer_network_t *network = test_integer_network(game, 64, seed);
 *      search_config_t config = test_integer_config(network, simulations);
 *      ... search_new(game, &config) ...      integer_network_free(network);
 */
#ifndef TESTS_INTEGER_SEARCH_H
#define TESTS_INTEGER_SEARCH_H

#include "mcts/evaluate/integer/integer_network.h"
#include "mcts/search/search_config.h"

/* Ends the test when it cannot be made. */
integer_network_t *test_integer_network(const game_t *game, int units, uint64_t seed);

/* Bound to the network, which has to live on. */
search_config_t test_integer_config(const integer_network_t *network,
                                    int64_t simulations);

#endif
