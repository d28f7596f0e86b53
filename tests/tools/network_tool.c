/* network_tool GAME SEED CHANNELS BLOCKS FILE: writes a network with random weights, for
 * scripts that need one without PyTorch.
 * network_tool integer SEED UNITS FILE GAME [key=value ...]: writes an integer network.
 */
#include "mcts/evaluate/convolution/network.h"
#include "mcts/evaluate/integer/integer_network.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEED = 2, UNITS, INTEGER_FILE, GAME, VARIANT };

static int write_integer(int count, char **words) {
    failure_t error;
    game_t *game = game_new(words[GAME], words + VARIANT, count - VARIANT, &error);
    integer_network_t *network =
        game ? integer_network_new(game, atoi(words[UNITS]), &error) : NULL;
    if (network)
        integer_network_randomize(network, strtoull(words[SEED], NULL, 10));
    bool ok = network && integer_network_write(network, words[INTEGER_FILE], &error);
    if (!ok)
        fprintf(stderr, "network_tool: %s\n", error.message);
    integer_network_free(network);
    game_free(game);
    return ok ? 0 : 2;
}

int main(int argc, char **argv) {
    failure_t error;
    if (argc > GAME && strcmp(argv[1], "integer") == 0)
        return write_integer(argc, argv);
    if (argc != 6) {
        fprintf(stderr, "usage: network_tool GAME SEED CHANNELS BLOCKS FILE\n");
        return 2;
    }
    const game_class_t *class = game_class_find(argv[1], &error);
    network_t *network = NULL;
    if (class) {
        bool has_pairs = planes_class_shape(class).pair_heads > 0;
        architecture_t architecture = {.channels = atoi(argv[3]),
                                       .blocks = atoi(argv[4]),
                                       .pool_every = 2,
                                       .pair_size = has_pairs ? 16 : 0,
                                       .hidden = 32};
        network = network_new(class, &architecture, &error);
    }
    if (network)
        network_randomize(network, strtoull(argv[2], NULL, 10));
    bool ok = network && network_write(network, argv[5], &error);
    if (!ok)
        fprintf(stderr, "network_tool: %s\n", error.message);
    network_free(network);
    return ok ? 0 : 2;
}
