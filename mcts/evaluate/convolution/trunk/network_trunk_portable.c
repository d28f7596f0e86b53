/* The trunk in plain C: only the cells of the board are computed, and everything around
 * them stays 0, so no masking is needed. */
#include "mcts/evaluate/convolution/matrix_rows.h"
#include "mcts/evaluate/convolution/trunk/network_trunk.h"

#include <stdlib.h>

enum { TAPS = 9, TAP_ROW = 3 };

typedef struct convolution {
    rows_matrix_t taps[TAPS];
    const float *bias;
    int inputs;
} convolution_t;

typedef struct portable {
    network_trunk_t base;
    convolution_t stem, *first, *second; /* of each block */
    rows_layer_t *pools; /* of each block; without weights: not a pooling block */
    /* For one position at a time, with a border of zeros; rows of `planes` or `channels`.
     */
    float *planes, *x, *y, *pooled, *added;
    float *sums; /* of the current convolution, a row of channels per cell */
    int framed;  /* width with the border */
} portable_t;

/* The row of a place within the border. */
static size_t framed_place(const portable_t *portable, int place) {
    int width = portable->base.board.width;
    return (size_t)((place / width + 1) * portable->framed + place % width + 1);
}

/* --- Creating ----------------------------------------------------------------------- */

static void init_convolution(convolution_t *convolution, const network_t *network,
                             const char *name, int inputs) {
    int channels = network->architecture.channels;
    char full[2 * TENSOR_NAME];
    snprintf(full, sizeof full, "%s.weight", name);
    const float *weights = network_tensor(network, full);
    snprintf(full, sizeof full, "%s.bias", name);
    convolution->bias = network_tensor(network, full);
    convolution->inputs = inputs;
    for (int tap = 0; tap < TAPS; tap++)
        rows_matrix_init(&convolution->taps[tap], weights + tap, channels, inputs,
                         (size_t)inputs * TAPS, TAPS);
}

static void clear_convolution(convolution_t *convolution) {
    for (int tap = 0; tap < TAPS; tap++)
        rows_matrix_clear(&convolution->taps[tap]);
}

static void init_blocks(portable_t *portable) {
    const network_t *network = portable->base.network;
    const architecture_t *a = &network->architecture;
    char name[TENSOR_NAME], bias[TENSOR_NAME];
    for (int i = 0; i < a->blocks; i++) {
        snprintf(name, sizeof name, "blocks.%d.first", i);
        init_convolution(&portable->first[i], network, name, a->channels);
        snprintf(name, sizeof name, "blocks.%d.second", i);
        init_convolution(&portable->second[i], network, name, a->channels);
        if (!network_block_pools(a, i))
            continue;
        snprintf(name, sizeof name, "blocks.%d.pool.weight", i);
        snprintf(bias, sizeof bias, "blocks.%d.pool.bias", i);
        rows_layer_init(&portable->pools[i], network_tensor(network, name),
                        network_tensor(network, bias), a->channels, 3 * a->channels);
    }
}

/* --- Running ------------------------------------------------------------------------ */

/* Computes the sums of a convolution over all cells, with its bias. */
static void convolve(portable_t *portable, const convolution_t *convolution,
                     const float *in) {
    const network_trunk_board_t *board = &portable->base.board;
    size_t channels = (size_t)portable->base.network->architecture.channels;
    const float *from[PLANES_MAX_GRID];
    float *to[PLANES_MAX_GRID];
    for (int cell = 0; cell < board->cells; cell++) {
        to[cell] = portable->sums + (size_t)cell * channels;
        memcpy(to[cell], convolution->bias, channels * sizeof(float));
    }
    for (int tap = 0; tap < TAPS; tap++) {
        ptrdiff_t step = (tap / TAP_ROW - 1) * portable->framed + tap % TAP_ROW - 1;
        for (int cell = 0; cell < board->cells; cell++) {
            ptrdiff_t at = (ptrdiff_t)framed_place(portable, board->places[cell]) + step;
            from[cell] = in + at * convolution->inputs;
        }
        rows_multiply(&convolution->taps[tap], from, board->cells, to);
    }
}

/* Rectifies the sums plus `added` (NULL: nothing) into a framed buffer. */
static void rectify(portable_t *portable, const float *added, float *out) {
    const network_trunk_board_t *board = &portable->base.board;
    size_t channels = (size_t)portable->base.network->architecture.channels;
    for (int cell = 0; cell < board->cells; cell++) {
        size_t at = framed_place(portable, board->places[cell]) * channels;
        const float *sums = portable->sums + (size_t)cell * channels;
        for (size_t c = 0; c < channels; c++) {
            float value = added ? sums[c] + added[at + c] : sums[c];
            /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): `out` never is */
            out[at + c] = value > 0 ? value : 0;
        }
    }
}

static void gather(const portable_t *portable, const float *in, float *rows) {
    const network_trunk_board_t *board = &portable->base.board;
    size_t channels = (size_t)portable->base.network->architecture.channels;
    for (int cell = 0; cell < board->cells; cell++)
        memcpy(rows + (size_t)cell * channels,
               in + framed_place(portable, board->places[cell]) * channels,
               channels * sizeof(float));
}

/* y = relu(y + linear(pool(y))). */
static void pool(portable_t *portable, const rows_layer_t *layer) {
    const network_trunk_board_t *board = &portable->base.board;
    int channels = portable->base.network->architecture.channels;
    gather(portable, portable->y, portable->sums);
    rows_pool(portable->sums, board->cells, channels, portable->pooled);
    rows_layer_run(layer, portable->pooled, portable->added);
    for (int cell = 0; cell < board->cells; cell++)
        for (int c = 0; c < channels; c++)
            portable->sums[cell * channels + c] += portable->added[c];
    rectify(portable, NULL, portable->y);
}

static void run_position(portable_t *portable, int index) {
    const network_trunk_board_t *board = &portable->base.board;
    size_t planes = (size_t)portable->base.network->shape.planes;
    const float *input = network_trunk_input(&portable->base, index);
    for (int cell = 0; cell < board->cells; cell++) {
        int place = board->places[cell];
        memcpy(portable->planes + framed_place(portable, place) * planes,
               input + (size_t)place * planes, planes * sizeof(float));
    }
    convolve(portable, &portable->stem, portable->planes);
    rectify(portable, NULL, portable->x);
    for (int i = 0; i < portable->base.network->architecture.blocks; i++) {
        convolve(portable, &portable->first[i], portable->x);
        rectify(portable, NULL, portable->y);
        if (portable->pools[i].bias)
            pool(portable, &portable->pools[i]);
        convolve(portable, &portable->second[i], portable->y);
        rectify(portable, portable->x, portable->x);
    }
    size_t values =
        (size_t)(board->cells * portable->base.network->architecture.channels);
    gather(portable, portable->x, portable->base.features + (size_t)index * values);
}

static void run(network_trunk_t *trunk, int count) {
    for (int i = 0; i < count; i++)
        run_position((portable_t *)trunk, i);
}

static void clear(network_trunk_t *trunk) {
    portable_t *portable = (portable_t *)trunk;
    clear_convolution(&portable->stem);
    for (int i = 0; i < trunk->network->architecture.blocks; i++) {
        clear_convolution(&portable->first[i]);
        clear_convolution(&portable->second[i]);
        rows_layer_clear(&portable->pools[i]);
    }
    float *buffers[] = {portable->planes, portable->x,     portable->y,
                        portable->pooled, portable->added, portable->sums};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        free(buffers[i]);
    free(portable->first);
    free(portable->second);
    free(portable->pools);
}

network_trunk_t *network_trunk_portable_new(const network_t *network,
                                            const network_trunk_board_t *board,
                                            int batch) {
    portable_t *portable =
        (portable_t *)network_trunk_new_base(sizeof *portable, network, board, batch);
    size_t channels = (size_t)network->architecture.channels;
    size_t planes = (size_t)network->shape.planes;
    size_t blocks = (size_t)network->architecture.blocks + 1; /* memory_new wants one */
    size_t framed = (size_t)((board->height + 2) * (board->width + 2));
    portable->base.run = run;
    portable->base.clear = clear;
    portable->framed = board->width + 2;
    portable->planes = memory_new_vectors(framed * planes * sizeof(float));
    portable->x = memory_new_vectors(framed * channels * sizeof(float));
    portable->y = memory_new_vectors(framed * channels * sizeof(float));
    portable->pooled = memory_new_vectors(3 * channels * sizeof(float));
    portable->added = memory_new_vectors(channels * sizeof(float));
    portable->sums = memory_new_vectors((size_t)board->cells * channels * sizeof(float));
    portable->first = memory_new(blocks, sizeof *portable->first);
    portable->second = memory_new(blocks, sizeof *portable->second);
    portable->pools = memory_new(blocks, sizeof *portable->pools);
    init_convolution(&portable->stem, network, "stem", network->shape.planes);
    init_blocks(portable);
    return &portable->base;
}
