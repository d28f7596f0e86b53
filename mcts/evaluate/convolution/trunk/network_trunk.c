#include "mcts/evaluate/convolution/trunk/network_trunk.h"

#include <stdlib.h>

void network_trunk_board_init(network_trunk_board_t *board, const game_t *game) {
    planes_shape_t shape = planes_shape(game);
    uint8_t *planes = memory_new(planes_bytes(game), 1);
    state_t state = {0};
    game_start(game, &state);
    planes_write(game, &state, planes);
    *board = (network_trunk_board_t){.height = shape.height, .width = shape.width};
    for (int place = 0; place < shape.height * shape.width; place++)
        if (planes[place]) /* plane 0 is the mask */
            board->places[board->cells++] = (uint16_t)place;
    free(planes);
    REQUIRE(board->cells == game->cells);
}

network_trunk_t *network_trunk_new_base(size_t bytes, const network_t *network,
                                        const network_trunk_board_t *board, int batch) {
    network_trunk_t *trunk = memory_new(1, bytes);
    trunk->network = network;
    trunk->board = *board;
    trunk->batch = batch;
    size_t input = (size_t)(board->height * board->width * network->shape.planes);
    size_t features = (size_t)(board->cells * network->architecture.channels);
    trunk->inputs = memory_new_vectors((size_t)batch * input * sizeof(float));
    trunk->features = memory_new_vectors((size_t)batch * features * sizeof(float));
    return trunk;
}

void network_trunk_free(network_trunk_t *trunk) {
    if (!trunk)
        return;
    trunk->clear(trunk);
    free(trunk->inputs);
    free(trunk->features);
    free(trunk);
}
