/* network_tool GAME SEED CHANNELS BLOCKS FILE: writes a network with random weights, for
 * scripts that need one without PyTorch.
 * network_tool integer SEED UNITS FILE GAME [key=value ...]: writes an integer network.
 */
#include "mcts/evaluate/convolution/network.h"
#include "mcts/evaluate/integer/integer_network.h"
#include "tests/support/weights_writer.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEED = 2, UNITS, INTEGER_FILE, GAME, VARIANT };

static int finish(const weights_t *weights, const char *path, const failure_t *error) {
    if (weights)
        test_weights_write(weights, path);
    else
        fprintf(stderr, "network_tool: %s\n", error->message);
    return weights ? 0 : 2;
}

static int write_integer(int count, char **words) {
    failure_t error;
    game_t *game = game_new(words[GAME], words + VARIANT, count - VARIANT, &error);
    integer_network_t *network =
        game ? integer_network_new(game, atoi(words[UNITS]), &error) : NULL;
    if (network)
        integer_network_randomize(network, strtoull(words[SEED], NULL, 10));
    int status = finish(network ? &network->weights : NULL, words[INTEGER_FILE], &error);
    integer_network_free(network);
    game_free(game);
    return status;
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
    int status = finish(network ? &network->weights : NULL, argv[5], &error);
    network_free(network);
    return status;
}
