/* trunk.h - the convolutions of a network over a batch of positions of one game.
 * Use: trunk_t *trunk = trunk_new(network, &board, instructions, batch, &error);
 *      memcpy(trunk_input(trunk, i), ...);  for each i < count
 *      trunk_run(trunk, count);
 *      const float *features = trunk_features(trunk, i);
 *      trunk_free(trunk);
 * Input: height x width x planes numbers, the planes' values, 0 off the board. Features: for
 * each cell of the board, in the order of board.places, `channels` numbers.
 * What comes out for a position hangs on the network, the position and the instructions
 * alone, to the bit: not on the size of the batch, its place in it, or the threads.
 * Two ways to compute: trunk_portable.c in plain C, trunk_onednn.c by oneDNN.
 * Owns: its buffers; the network is borrowed.
 * Threads: one caller at a time; trunks side by side do not disturb one another. All work
 *      is done in the calling thread.
 * Errors: trunk_new alone: instructions that are not there, or an implementation that is
 *      only a reference.
 */
#ifndef MCTS_TRUNK_H
#define MCTS_TRUNK_H

#include "mcts/instructions.h"
#include "mcts/network.h"

/* Where the board lies in its grid. */
typedef struct trunk_board {
    int height, width, cells;
    uint16_t places[PLANES_MAX_GRID]; /* of the cells, ascending */
} trunk_board_t;

void trunk_board_init(trunk_board_t *board, const game_t *game);

typedef struct trunk trunk_t;
struct trunk {
    const network_t *network;
    trunk_board_t board;
    int batch; /* the largest */
    float *inputs, *features;
    /* Of each way to compute: */
    void (*run)(trunk_t *trunk, int count);
    /* The library's convolutions alone, for measurements; NULL: there are none. */
    void (*run_bare)(trunk_t *trunk, int count);
    void (*clear)(trunk_t *trunk);
};

trunk_t *trunk_new(const network_t *network, const trunk_board_t *board,
                   instructions_t instructions, int batch, failure_t *error);
void trunk_free(trunk_t *trunk);

static inline float *trunk_input(trunk_t *trunk, int i) {
    int values = trunk->board.height * trunk->board.width * trunk->network->shape.planes;
    return trunk->inputs + (size_t)i * (size_t)values;
}

static inline const float *trunk_features(const trunk_t *trunk, int i) {
    int values = trunk->board.cells * trunk->network->architecture.channels;
    return trunk->features + (size_t)i * (size_t)values;
}

static inline void trunk_run(trunk_t *trunk, int count) {
    REQUIRE(count >= 1 && count <= trunk->batch);
    trunk->run(trunk, count);
}

/* For the two ways: a trunk of `bytes` bytes that begins with a trunk_t, its inputs and
 * features made; memory for vectors, released by free. */
trunk_t *trunk_new_base(size_t bytes, const network_t *network,
                        const trunk_board_t *board, int batch);
void *trunk_memory(size_t bytes);

trunk_t *trunk_portable_new(const network_t *network, const trunk_board_t *board,
                            int batch);

#endif
