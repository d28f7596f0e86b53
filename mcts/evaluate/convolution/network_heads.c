#include "mcts/evaluate/convolution/network_heads.h"

#include <math.h>
#include <stdlib.h>

/* Initializes a layer by name, from output `first` on. */
static void init_layer(rows_layer_t *layer, const network_t *network, const char *name,
                       int first, int outputs, int inputs) {
    char full[2 * TENSOR_NAME];
    if (outputs == 0)
        return;
    snprintf(full, sizeof full, "%s.weight", name);
    const float *weights = network_tensor(network, full);
    snprintf(full, sizeof full, "%s.bias", name);
    const float *bias = network_tensor(network, full);
    REQUIRE(weights && bias);
    rows_layer_init(layer, weights + (size_t)first * (size_t)inputs, bias + first,
                    outputs, inputs);
}

static float *row_for(const rows_layer_t *layer, int count) {
    size_t values = (size_t)layer->matrix.padded * (size_t)count;
    return memory_new(values + 1, sizeof(float));
}

void network_heads_init(network_heads_t *heads, const network_t *network,
                        const network_trunk_board_t *board) {
    const architecture_t *a = &network->architecture;
    const planes_shape_t *shape = &network->shape;
    *heads = (network_heads_t){.network = network, .board = board};
    for (int cell = 0; cell < board->cells; cell++)
        heads->cell_at[board->places[cell]] = (uint16_t)cell;
    init_layer(&heads->hidden, network, "hidden", 0, a->hidden, 3 * a->channels);
    init_layer(&heads->value, network, "value", 0, 3, a->hidden);
    init_layer(&heads->whole, network, "whole", 0, shape->whole_heads, a->hidden);
    init_layer(&heads->cell, network, "cell", 0, shape->cell_heads, a->channels);
    for (int h = 0; h < shape->pair_heads; h++) {
        int first = h * a->pair_size;
        init_layer(&heads->from[h], network, "pair_from", first, a->pair_size,
                   a->channels);
        init_layer(&heads->to[h], network, "pair_to", first, a->pair_size, a->channels);
    }
    heads->pooled = memory_new((size_t)(3 * a->channels), sizeof(float));
    heads->hidden_row = row_for(&heads->hidden, 1);
    heads->value_row = row_for(&heads->value, 1);
    heads->whole_row = row_for(&heads->whole, 1);
    heads->cell_rows = row_for(&heads->cell, board->cells);
    heads->embeddings = row_for(&heads->from[0], 2 * shape->pair_heads * board->cells);
    heads->embedded = memory_new((size_t)((2 * shape->pair_heads + 1) * board->cells), 1);
}

void network_heads_clear(network_heads_t *heads) {
    rows_layer_t *layers[] = {&heads->hidden, &heads->value, &heads->whole, &heads->cell};
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++)
        rows_layer_clear(layers[i]);
    for (int h = 0; h < PLANES_MAX_HEADS; h++) {
        rows_layer_clear(&heads->from[h]);
        rows_layer_clear(&heads->to[h]);
    }
    float *rows[] = {heads->pooled,    heads->hidden_row, heads->value_row,
                     heads->whole_row, heads->cell_rows,  heads->embeddings};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        free(rows[i]);
    free(heads->embedded);
    *heads = (network_heads_t){0};
}

/* A layer's outputs for a cell, computed on first use. */
static const float *of_cell(const rows_layer_t *layer, const float *features,
                            int channels, int cell, float *rows, uint8_t *known) {
    float *row = rows + (size_t)cell * (size_t)layer->matrix.padded;
    if (!known[cell])
        rows_layer_run(layer, features + (size_t)cell * (size_t)channels, row);
    known[cell] = 1;
    return row;
}

static const float *embedding(network_heads_t *heads, const float *features, int head,
                              bool to, int place) {
    const rows_layer_t *layer = to ? &heads->to[head] : &heads->from[head];
    size_t cells = (size_t)heads->board->cells, table = (size_t)(2 * head + to);
    return of_cell(layer, features, heads->network->architecture.channels,
                   heads->cell_at[place],
                   heads->embeddings + table * cells * (size_t)layer->matrix.padded,
                   heads->embedded + table * cells);
}

static float dot(const float *a, const float *b, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

static float logit_of(network_heads_t *heads, const float *features,
                      policy_output_t output) {
    const architecture_t *a = &heads->network->architecture;
    int pair_heads = heads->network->shape.pair_heads, cells = heads->board->cells;
    switch ((output_kind_t)output.kind) {
    case OUTPUT_CELL:
        return of_cell(&heads->cell, features, a->channels, heads->cell_at[output.from],
                       heads->cell_rows,
                       heads->embedded + 2 * pair_heads * cells)[output.head];
    case OUTPUT_PAIR:
        return dot(embedding(heads, features, output.head, false, output.from),
                   embedding(heads, features, output.head, true, output.to),
                   a->pair_size) /
               sqrtf((float)a->pair_size);
    case OUTPUT_WHOLE:
        break;
    }
    return heads->whole_row[output.head];
}

void network_heads_run(network_heads_t *heads, const game_t *game, const state_t *state,
                       const float *features, network_outputs_t *outputs) {
    const architecture_t *a = &heads->network->architecture;
    int cells = heads->board->cells, side = game_side(game, state);
    int tables = 2 * heads->network->shape.pair_heads + 1;
    rows_pool(features, cells, a->channels, heads->pooled);
    rows_layer_run(&heads->hidden, heads->pooled, heads->hidden_row);
    for (int i = 0; i < a->hidden; i++)
        heads->hidden_row[i] = heads->hidden_row[i] > 0 ? heads->hidden_row[i] : 0;
    rows_layer_run(&heads->value, heads->hidden_row, heads->value_row);
    rows_layer_run(&heads->whole, heads->hidden_row, heads->whole_row);
    memcpy(outputs->result, heads->value_row, sizeof outputs->result);
    memset(heads->embedded, 0, (size_t)(tables * cells));
    outputs->count = game_legal(game, state, outputs->actions);
    REQUIRE(outputs->count > 0);
    for (int i = 0; i < outputs->count; i++)
        outputs->logits[i] =
            logit_of(heads, features, planes_output(game, side, outputs->actions[i]));
}
