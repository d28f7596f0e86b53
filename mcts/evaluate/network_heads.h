/* heads.h - from the features of a position's cells to the logits of its decisions and of
 * its result, in plain C.
 * Use: heads_t heads;  heads_init(&heads, network, &board);
 *      heads_run(&heads, game, &state, features, &outputs);
 *      heads_clear(&heads);
 * Only what the legal decisions ask for is computed. Each sum is made in one order, for
 * each position by itself: the same bits everywhere for the same features.
 * Owns: heads own their copies of the weights; network and board are borrowed.
 * Threads: one caller at a time for one heads_t.   Errors: none.
 */
#ifndef MCTS_HEADS_H
#define MCTS_HEADS_H

#include "mcts/rows.h"
#include "mcts/trunk.h"

/* What a network says of a position; decisions in ascending order. */
typedef struct network_outputs {
    float result[3]; /* logits: the mover wins, draws, loses */
    int count;
    action_t actions[GAME_MAX_LEGAL];
    float logits[GAME_MAX_LEGAL];
} network_outputs_t;

typedef struct heads {
    const network_t *network;
    const trunk_board_t *board;
    uint16_t cell_at[PLANES_MAX_GRID]; /* the cell of a place */
    rows_layer_t hidden, value, whole, cell;
    rows_layer_t from[PLANES_MAX_HEADS],
        to[PLANES_MAX_HEADS]; /* embeddings, by pair head */
    float *pooled, *hidden_row, *value_row, *whole_row, *cell_rows;
    float *embeddings; /* [pair head][from, to][cell], rows of the padded pair size */
    uint8_t
        *embedded; /* whether they have been computed; the same for cell_rows behind */
} heads_t;

void heads_init(heads_t *heads, const network_t *network, const trunk_board_t *board);
void heads_clear(heads_t *heads);

/* The position must not be over. */
void heads_run(heads_t *heads, const game_t *game, const state_t *state,
               const float *features, network_outputs_t *outputs);

#endif
