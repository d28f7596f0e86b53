/* network_heads.h - computes the logits of a position's actions and result from the
 * features of its cells, in plain C.
 * Use: network_heads_t heads;  network_heads_init(&heads, network, &board);
 *      network_heads_run(&heads, game, &state, features, &outputs);
 *      network_heads_clear(&heads);
 * Only what the legal actions need is computed. Each sum has a fixed order, and each
 * position is computed by itself: the same features give the same bits everywhere.
 * Owns: heads own their copies of the weights; network and board are borrowed.
 */
#ifndef MCTS_NETWORK_HEADS_H
#define MCTS_NETWORK_HEADS_H

#include "core/game/game.h"
#include "core/game/planes.h"
#include "mcts/evaluate/convolution/matrix_rows.h"
#include "mcts/evaluate/convolution/network.h"
#include "mcts/evaluate/convolution/trunk/network_trunk.h"
#include "mcts/evaluate/network_outputs.h"

typedef struct heads {
    const network_t *network;
    const network_trunk_board_t *board;
    uint16_t cell_at[PLANES_MAX_GRID]; /* the cell at a place */
    rows_layer_t hidden, value, whole, cell;
    rows_layer_t from[PLANES_MAX_HEADS],
        to[PLANES_MAX_HEADS]; /* embeddings, by pair head */
    float *pooled, *hidden_row, *value_row, *whole_row, *cell_rows;
    float *embeddings; /* [pair head][from, to][cell], rows of the padded pair size */
    uint8_t *embedded; /* whether they are computed; then likewise for cell_rows */
} network_heads_t;

void network_heads_init(network_heads_t *heads, const network_t *network,
                        const network_trunk_board_t *board);
void network_heads_clear(network_heads_t *heads);

/* The position must not be over. */
void network_heads_run(network_heads_t *heads, const game_t *game, const state_t *state,
                       const float *features, network_outputs_t *outputs);

#endif
