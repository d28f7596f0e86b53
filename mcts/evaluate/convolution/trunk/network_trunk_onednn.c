#include "mcts/evaluate/convolution/trunk/network_trunk_onednn.h"

#ifndef FULCRUM_ONEDNN

network_trunk_t *network_trunk_onednn_new(const network_t *network,
                                          const network_trunk_board_t *board,
                                          network_instructions_t instructions, int batch,
                                          failure_t *error) {
    (void)network, (void)board, (void)instructions, (void)batch;
    error_set(error, "the program was built without oneDNN");
    return NULL;
}

#else

#include "mcts/evaluate/convolution/trunk/network_onednn_plan.h"

#include "mcts/evaluate/convolution/trunk/network_onednn_library.h"

#include <omp.h>
#include <stdlib.h>

/* Makes the library work in the calling thread only. */
static int one_thread(void) {
    int before = omp_get_max_threads();
    omp_set_num_threads(1);
    return before;
}

static bool is_half(network_instructions_t instructions) {
    return instructions == INSTRUCTIONS_AVX512_BF16 || instructions == INSTRUCTIONS_AMX;
}

static size_t number_at(const onednn_t *onednn, int position, int block, int place) {
    const layout_t *layout = &onednn->layout;
    int width = onednn->base.board.width;
    return (size_t)position * layout->position + (size_t)block * layout->block +
           (size_t)(place / width) * layout->row +
           (size_t)(place % width) * layout->column;
}

static int blocks_of(const onednn_t *onednn) {
    return onednn->base.network->architecture.channels / onednn->layout.channels;
}

static void clear_off_board(const onednn_t *onednn, void *activation, int count) {
    size_t width = onednn->half ? sizeof(uint16_t) : sizeof(float);
    size_t bytes = (size_t)onednn->layout.channels * width;
    for (int n = 0; n < count; n++)
        for (int block = 0; block < blocks_of(onednn); block++)
            for (int i = 0; i < onednn->num_off; i++)
                memset((char *)activation +
                           number_at(onednn, n, block, onednn->off[i]) * width,
                       0, bytes);
}

static inline float from_half(uint16_t half) {
    uint32_t bits = (uint32_t)half << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Rounds to nearest, ties to even, like the library; for finite numbers. */
static inline uint16_t to_half(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* A position's cells as rows of channels; scatter is the reverse. */
static void gather(const onednn_t *onednn, const void *activation, int position,
                   float *rows) {
    const network_trunk_board_t *board = &onednn->base.board;
    int step = onednn->layout.channels;
    for (int cell = 0; cell < board->cells; cell++)
        for (int block = 0; block < blocks_of(onednn); block++, rows += step) {
            size_t at = number_at(onednn, position, block, board->places[cell]);
            if (!onednn->half) {
                memcpy(rows, (const float *)activation + at, (size_t)step * sizeof *rows);
                continue;
            }
            for (int c = 0; c < step; c++)
                rows[c] = from_half(((const uint16_t *)activation)[at + (size_t)c]);
        }
}

static void scatter(const onednn_t *onednn, const float *rows, int position,
                    void *activation) {
    const network_trunk_board_t *board = &onednn->base.board;
    int step = onednn->layout.channels;
    for (int cell = 0; cell < board->cells; cell++)
        for (int block = 0; block < blocks_of(onednn); block++, rows += step) {
            size_t at = number_at(onednn, position, block, board->places[cell]);
            if (!onednn->half) {
                memcpy((float *)activation + at, rows, (size_t)step * sizeof *rows);
                continue;
            }
            for (int c = 0; c < step; c++)
                ((uint16_t *)activation)[at + (size_t)c] = to_half(rows[c]);
        }
}

static void pool(onednn_t *onednn, const rows_layer_t *layer, int count) {
    int cells = onednn->base.board.cells;
    int channels = onednn->base.network->architecture.channels;
    for (int n = 0; n < count; n++) {
        gather(onednn, onednn->y, n, onednn->rows);
        rows_pool(onednn->rows, cells, channels, onednn->pooled);
        rows_layer_run(layer, onednn->pooled, onednn->added);
        for (int cell = 0; cell < cells; cell++)
            for (int c = 0; c < channels; c++) {
                float *value = &onednn->rows[cell * channels + c];
                *value += onednn->added[c];
                *value = *value > 0 ? *value : 0;
            }
        scatter(onednn, onednn->rows, n, onednn->y);
    }
}

static void execute(const onednn_t *onednn, const convolution_t *convolution,
                    dnnl_memory_t from, dnnl_memory_t to) {
    enum { ARGUMENTS = 5 };
    dnnl_exec_arg_t arguments[ARGUMENTS] = {{DNNL_ARG_SRC, from},
                                            {DNNL_ARG_WEIGHTS, convolution->weights},
                                            {DNNL_ARG_BIAS, convolution->bias},
                                            {DNNL_ARG_DST, to},
                                            {DNNL_ARG_SCRATCHPAD, convolution->scratch}};
    dnnl_status_t status = dnnl.primitive_execute(convolution->primitive, onednn->stream,
                                                  ARGUMENTS, arguments);
    REQUIRE(status == dnnl_success);
}

static const plan_t *plan_for(const onednn_t *onednn, int count) {
    int i = 0;
    while (onednn->plans[i].size < count)
        i++;
    REQUIRE(i < onednn->num_plans);
    return &onednn->plans[i];
}

/* bare: the convolutions alone; the output is then meaningless. */
static void run_plan(onednn_t *onednn, const plan_t *plan, int count, bool bare) {
    const architecture_t *a = &onednn->base.network->architecture;
    dnnl_exec_arg_t copy[] = {{DNNL_ARG_FROM, plan->inputs},
                              {DNNL_ARG_TO, plan->stem_inputs}};
    REQUIRE(bare || dnnl.primitive_execute(plan->reorder, onednn->stream, 2, copy) ==
                        dnnl_success);
    execute(onednn, &plan->stem, plan->stem_inputs, plan->x);
    if (!bare)
        clear_off_board(onednn, onednn->x, count);
    for (int i = 0; i < a->blocks; i++) {
        execute(onednn, &plan->first[i], plan->x, plan->y);
        if (!bare)
            clear_off_board(onednn, onednn->y, count);
        if (!bare && onednn->pools[i].bias)
            pool(onednn, &onednn->pools[i], count);
        execute(onednn, &plan->second[i], plan->y, plan->x);
        if (!bare)
            clear_off_board(onednn, onednn->x, count);
    }
    dnnl.stream_wait(onednn->stream);
}

static void run(network_trunk_t *trunk, int count) {
    onednn_t *onednn = (onednn_t *)trunk;
    size_t values = (size_t)(trunk->board.cells * trunk->network->architecture.channels);
    int threads = one_thread();
    run_plan(onednn, plan_for(onednn, count), count, false);
    omp_set_num_threads(threads);
    for (int n = 0; n < count; n++)
        gather(onednn, onednn->x, n, trunk->features + (size_t)n * values);
}

static void run_bare(network_trunk_t *trunk, int count) {
    onednn_t *onednn = (onednn_t *)trunk;
    int threads = one_thread();
    run_plan(onednn, plan_for(onednn, count), count, true);
    omp_set_num_threads(threads);
}

/* --- Creating and clearing ---------------------------------------------------------- */

static void init_pools(onednn_t *onednn) {
    const network_t *network = onednn->base.network;
    const architecture_t *a = &network->architecture;
    size_t channels = (size_t)a->channels;
    char weight[TENSOR_NAME], bias[TENSOR_NAME];
    onednn->pools = memory_new((size_t)a->blocks + 1, sizeof *onednn->pools);
    for (int i = 0; i < a->blocks; i++) {
        if (!network_block_pools(a, i))
            continue;
        snprintf(weight, sizeof weight, "blocks.%d.pool.weight", i);
        snprintf(bias, sizeof bias, "blocks.%d.pool.bias", i);
        rows_layer_init(&onednn->pools[i], network_tensor(network, weight),
                        network_tensor(network, bias), a->channels, 3 * a->channels);
    }
    onednn->pooled = memory_new_vectors(3 * channels * sizeof(float));
    onednn->added = memory_new_vectors(channels * sizeof(float));
    onednn->rows =
        memory_new_vectors((size_t)onednn->base.board.cells * channels * sizeof(float));
}

static void find_off_board(onednn_t *onednn) {
    const network_trunk_board_t *board = &onednn->base.board;
    int cell = 0;
    for (int place = 0; place < board->height * board->width; place++)
        if (cell < board->cells && board->places[cell] == place)
            cell++;
        else
            onednn->off[onednn->num_off++] = (uint16_t)place;
}

static void clear(network_trunk_t *trunk) {
    onednn_t *onednn = (onednn_t *)trunk;
    network_onednn_clear_plans(onednn);
    for (int i = 0; i < trunk->network->architecture.blocks; i++)
        rows_layer_clear(&onednn->pools[i]);
    free(onednn->pools);
    free(onednn->pooled);
    free(onednn->added);
    free(onednn->rows);
}

network_trunk_t *network_trunk_onednn_new(const network_t *network,
                                          const network_trunk_board_t *board,
                                          network_instructions_t instructions, int batch,
                                          failure_t *error) {
    const int *sizes = network_onednn_plan_sizes;
    int size = 0, threads = one_thread();
    while (size < ONEDNN_MAX_PLANS - 1 && sizes[size] < batch)
        size++;
    REQUIRE(batch <= sizes[size]);
    onednn_t *onednn =
        (onednn_t *)network_trunk_new_base(sizeof *onednn, network, board, sizes[size]);
    onednn->base.run = run;
    onednn->base.run_bare = run_bare;
    onednn->base.clear = clear;
    onednn->half = is_half(instructions);
    init_pools(onednn);
    find_off_board(onednn);
    bool ok = network_onednn_make_plans(onednn, error);
    omp_set_num_threads(threads);
    if (ok)
        return &onednn->base;
    network_trunk_free(&onednn->base);
    return NULL;
}

#endif
