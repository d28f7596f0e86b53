/* network_trunk.h - runs a network's convolutions on a batch of positions of one game.
 * Use: network_trunk_t *trunk = network_trunk_portable_new(network, &board, batch);
 *                                        or network_trunk_onednn_new(...)
 *      memcpy(network_trunk_input(trunk, i), ...);  for each i < count
 *      network_trunk_run(trunk, count);
 *      const float *features = network_trunk_features(trunk, i);
 *      network_trunk_free(trunk);
 * Input: height x width x planes numbers, the planes' values, 0 off the board. Features:
 * for each cell of the board, in the order of board.places, `channels` numbers.
 * A position's features depend, to the bit, on the network, the position and the
 * instructions alone: not on the batch size, its place in the batch, or the threads.
 * Two implementations: network_trunk_portable.c in plain C, network_trunk_onednn.c with
 * oneDNN.
 * Owns: its buffers; the network is borrowed.
 * Threads: one caller at a time; trunks in different threads are independent. All work is
 *      done in the calling thread.
 * Errors: of network_trunk_onednn_new only: unavailable instructions, or only a reference
 *      implementation.
 */
#ifndef MCTS_NETWORK_TRUNK_H
#define MCTS_NETWORK_TRUNK_H

#include "core/base/error.h"
#include "core/game/planes.h"
#include "mcts/evaluate/convolution/network.h"

/* The board's places in its grid. */
typedef struct trunk_board {
    int height, width, cells;
    uint16_t places[PLANES_MAX_GRID]; /* of the cells, ascending */
} network_trunk_board_t;

void network_trunk_board_init(network_trunk_board_t *board, const game_t *game);

typedef struct trunk network_trunk_t;
struct trunk {
    const network_t *network;
    network_trunk_board_t board;
    int batch; /* maximum */
    float *inputs, *features;
    /* Set by each implementation: */
    void (*run)(network_trunk_t *trunk, int count);
    /* The library's convolutions alone, for measurements; NULL: none. */
    void (*run_bare)(network_trunk_t *trunk, int count);
    void (*clear)(network_trunk_t *trunk);
};

network_trunk_t *network_trunk_portable_new(const network_t *network,
                                            const network_trunk_board_t *board,
                                            int batch);
void network_trunk_free(network_trunk_t *trunk);

static inline float *network_trunk_input(network_trunk_t *trunk, int i) {
    int values = trunk->board.height * trunk->board.width * trunk->network->shape.planes;
    return trunk->inputs + (size_t)i * (size_t)values;
}

static inline const float *network_trunk_features(const network_trunk_t *trunk, int i) {
    int values = trunk->board.cells * trunk->network->architecture.channels;
    return trunk->features + (size_t)i * (size_t)values;
}

static inline void network_trunk_run(network_trunk_t *trunk, int count) {
    REQUIRE(count >= 1 && count <= trunk->batch);
    trunk->run(trunk, count);
}

/* For the two implementations: a trunk of `bytes` bytes that begins with a
 * network_trunk_t, with inputs and features allocated. */
network_trunk_t *network_trunk_new_base(size_t bytes, const network_t *network,
                                        const network_trunk_board_t *board, int batch);

#endif
