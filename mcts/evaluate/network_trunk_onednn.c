#include "mcts/evaluate/network_trunk_onednn.h"

#ifndef FULCRUM_ONEDNN

bool network_trunk_onednn_is_built(void) {
    return false;
}

bool network_trunk_onednn_has(network_instructions_t instructions) {
    (void)instructions;
    return false;
}

bool network_trunk_onednn_bound(network_instructions_t instructions) {
    (void)instructions;
    return false;
}

network_trunk_t *network_trunk_onednn_new(const network_t *network,
                                          const network_trunk_board_t *board,
                                          network_instructions_t instructions, int batch,
                                          failure_t *error) {
    (void)network, (void)board, (void)instructions, (void)batch;
    error_set(error, "the program was built without oneDNN");
    return NULL;
}

#else

#include "mcts/evaluate/matrix_rows.h"

#include <cpuid.h>
#include <dnnl.h>
#include <omp.h>
#include <stdlib.h>

#if DNNL_VERSION_MAJOR != 2
#error "network_trunk_onednn.c speaks to version 2 of oneDNN"
#endif

/* --- The processor ------------------------------------------------------------------------- */

bool network_trunk_onednn_is_built(void) {
    return true;
}

static const dnnl_cpu_isa_t bounds[INSTRUCTIONS_COUNT] = {
    [INSTRUCTIONS_AVX2] = dnnl_cpu_isa_avx2,
    [INSTRUCTIONS_AVX512] = dnnl_cpu_isa_avx512_core,
    [INSTRUCTIONS_AVX512_BF16] = dnnl_cpu_isa_avx512_core_bf16,
    [INSTRUCTIONS_AMX] = dnnl_cpu_isa_avx512_core_amx,
};

static bool is_half(network_instructions_t instructions) {
    return instructions == INSTRUCTIONS_AVX512_BF16 || instructions == INSTRUCTIONS_AMX;
}

/* Tiles and products of bf16 in the processor; what the system keeps of them at a switch of
 * tasks. */
static bool has_amx(void) {
    enum { AMX_BF16 = 1 << 22, AMX_TILE = 1 << 24, TILE_STATE = 3 << 17 };
    unsigned a, b, c, d, low, high;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return false;
    if (!(d & AMX_BF16) || !(d & AMX_TILE))
        return false;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & TILE_STATE) == TILE_STATE;
}

bool network_trunk_onednn_has(network_instructions_t instructions) {
    bool avx512 =
        __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
    switch (instructions) {
    case INSTRUCTIONS_AVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case INSTRUCTIONS_AVX512:
        return avx512;
    case INSTRUCTIONS_AVX512_BF16:
        return avx512 && __builtin_cpu_supports("avx512vnni") &&
               __builtin_cpu_supports("avx512bf16");
    case INSTRUCTIONS_AMX:
        return avx512 && has_amx();
    case INSTRUCTIONS_AUTO:
    case INSTRUCTIONS_PORTABLE:
    case INSTRUCTIONS_COUNT:
        break;
    }
    return false;
}

bool network_trunk_onednn_bound(network_instructions_t instructions) {
    return dnnl_set_max_cpu_isa(bounds[instructions]) == dnnl_success &&
           dnnl_get_effective_cpu_isa() == bounds[instructions];
}

/* --- What is kept ---------------------------------------------------------------------------- */

/* Positions that are run together; a smaller batch takes the next larger of these. */
static const int plan_sizes[] = {1, 2, 4, 8, 16, 32, 64, 128};
enum { MAX_PLANS = sizeof plan_sizes / sizeof plan_sizes[0], ARGUMENTS = 5 };

typedef struct convolution {
    dnnl_primitive_t primitive;
    dnnl_memory_t weights, bias, scratch;
    float *reordered; /* that weights points into, of the library's layout */
    void *scratch_bytes;
} convolution_t;

/* All that one size of batch needs. */
typedef struct plan {
    int size;
    dnnl_primitive_t reorder; /* of the inputs */
    dnnl_memory_t inputs, stem_inputs, x, y;
    void *stem_bytes;
    convolution_t stem, *first, *second;
} plan_t;

/* Where a number of an activation lies, in numbers: position, block of channels, place. */
typedef struct layout {
    size_t position, block, row, column;
    int channels; /* of a block, one after the other */
} layout_t;

typedef struct onednn {
    network_trunk_t base;
    bool half; /* activations are bf16 */
    dnnl_engine_t engine;
    dnnl_stream_t stream;
    plan_t plans[MAX_PLANS];
    int num_plans;
    dnnl_memory_desc_t activation; /* of one position's x and y: its layout is kept */
    layout_t layout;
    void *x, *y;
    rows_layer_t *pools; /* of each block; without weights: it has none */
    float *pooled, *added, *rows;
    uint16_t off[PLANES_MAX_GRID]; /* places off the board */
    int num_off;
} onednn_t;

static bool fails(dnnl_status_t status, const char *what, failure_t *error) {
    if (status == dnnl_success)
        return false;
    error_set(error, "oneDNN: %s: status %d", what, (int)status);
    return true;
}

/* Whatever the library does, it does in the calling thread. */
static int one_thread(void) {
    int before = omp_get_max_threads();
    omp_set_num_threads(1);
    return before;
}

/* --- Making ------------------------------------------------------------------------------------ */

static dnnl_data_type_t type_of(const onednn_t *onednn) {
    return onednn->half ? dnnl_bf16 : dnnl_f32;
}

static void describe(dnnl_memory_desc_t *desc, int n, int channels, int height, int width,
                     dnnl_data_type_t type, dnnl_format_tag_t tag) {
    dnnl_dims_t dims = {n, channels, height, width};
    dnnl_status_t status = dnnl_memory_desc_init_by_tag(desc, 4, dims, type, tag);
    REQUIRE(status == dnnl_success);
}

/* What a convolution does after its sums: adds what is there already, rectifies. */
static bool make_attributes(bool adds, dnnl_primitive_attr_t *attributes,
                            failure_t *error) {
    dnnl_post_ops_t after;
    if (fails(dnnl_primitive_attr_create(attributes), "attributes", error))
        return false;
    dnnl_primitive_attr_set_scratchpad_mode(*attributes, dnnl_scratchpad_mode_user);
    if (fails(dnnl_post_ops_create(&after), "operations behind", error))
        return false;
    dnnl_status_t status = dnnl_success;
    if (adds)
        status = dnnl_post_ops_append_sum(after, 1);
    if (status == dnnl_success)
        status = dnnl_post_ops_append_eltwise(after, 1, dnnl_eltwise_relu, 0, 0);
    if (status == dnnl_success)
        status = dnnl_primitive_attr_set_post_ops(*attributes, after);
    dnnl_post_ops_destroy(after);
    return !fails(status, "operations behind", error);
}

/* One that is only a reference would be hundreds of times slower, silently. */
static bool check_implementation(dnnl_primitive_desc_t desc, failure_t *error) {
    const char *name = NULL;
    dnnl_primitive_desc_query(desc, dnnl_query_impl_info_str, 0, &name);
    return (name && !strstr(name, "ref")) ||
           error_set(error,
                     "oneDNN has only a reference implementation (%s) of this "
                     "convolution; \"network.instructions\": \"portable\" is faster",
                     name ? name : "without a name");
}

static dnnl_primitive_desc_t describe_convolution(onednn_t *onednn, int inputs, bool adds,
                                                  const dnnl_memory_desc_t *from,
                                                  const dnnl_memory_desc_t *to,
                                                  failure_t *error) {
    int channels = onednn->base.network->architecture.channels;
    dnnl_memory_desc_t weights, bias;
    dnnl_dims_t strides = {1, 1}, padding = {1, 1}, bias_dims = {channels};
    dnnl_convolution_desc_t convolution;
    dnnl_primitive_attr_t attributes = NULL;
    dnnl_primitive_desc_t desc = NULL;
    describe(&weights, channels, inputs, 3, 3, type_of(onednn), dnnl_format_tag_any);
    dnnl_memory_desc_init_by_tag(&bias, 1, bias_dims, dnnl_f32, dnnl_a);
    if (fails(dnnl_convolution_forward_desc_init(&convolution, dnnl_forward_inference,
                                                 dnnl_convolution_direct, from, &weights,
                                                 &bias, to, strides, padding, padding),
              "describing a convolution", error) ||
        !make_attributes(adds, &attributes, error))
        return NULL;
    dnnl_status_t status =
        dnnl_primitive_desc_create(&desc, &convolution, attributes, onednn->engine, NULL);
    dnnl_primitive_attr_destroy(attributes);
    if (fails(status, "finding a convolution", error))
        return NULL;
    if (check_implementation(desc, error))
        return desc;
    dnnl_primitive_desc_destroy(desc);
    return NULL;
}

/* Copies from one layout to another. */
static bool reorder(onednn_t *onednn, dnnl_memory_t from, dnnl_memory_t to,
                    const dnnl_memory_desc_t *from_desc,
                    const dnnl_memory_desc_t *to_desc, failure_t *error) {
    dnnl_primitive_desc_t desc;
    dnnl_primitive_t primitive;
    if (fails(dnnl_reorder_primitive_desc_create(&desc, from_desc, onednn->engine,
                                                 to_desc, onednn->engine, NULL),
              "describing a copy", error))
        return false;
    dnnl_status_t status = dnnl_primitive_create(&primitive, desc);
    dnnl_primitive_desc_destroy(desc);
    if (fails(status, "making a copy", error))
        return false;
    dnnl_exec_arg_t arguments[] = {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}};
    status = dnnl_primitive_execute(primitive, onednn->stream, 2, arguments);
    dnnl_primitive_destroy(primitive);
    return !fails(status, "copying", error);
}

static void *const_away(const float *values) {
    void *pointer; /* the library's memories are never const; it reads these only */
    memcpy(&pointer, &values, sizeof pointer);
    return pointer;
}

static bool load_weights(onednn_t *onednn, convolution_t *convolution,
                         dnnl_primitive_desc_t desc, const char *name, int inputs,
                         failure_t *error) {
    char full[2 * NETWORK_NAME];
    int channels = onednn->base.network->architecture.channels;
    dnnl_memory_desc_t given;
    dnnl_memory_t source = NULL;
    describe(&given, channels, inputs, 3, 3, dnnl_f32, dnnl_oihw);
    snprintf(full, sizeof full, "%s.weight", name);
    const dnnl_memory_desc_t *wanted =
        dnnl_primitive_desc_query_md(desc, dnnl_query_weights_md, 0);
    const dnnl_memory_desc_t *bias =
        dnnl_primitive_desc_query_md(desc, dnnl_query_weights_md, 1);
    convolution->reordered = network_trunk_memory(dnnl_memory_desc_get_size(wanted));
    if (fails(dnnl_memory_create(&source, &given, onednn->engine,
                                 const_away(network_tensor(onednn->base.network, full))),
              "weights", error) ||
        fails(dnnl_memory_create(&convolution->weights, wanted, onednn->engine,
                                 convolution->reordered),
              "weights", error))
        return false;
    bool right = reorder(onednn, source, convolution->weights, &given, wanted, error);
    dnnl_memory_destroy(source);
    snprintf(full, sizeof full, "%s.bias", name);
    return right && !fails(dnnl_memory_create(
                               &convolution->bias, bias, onednn->engine,
                               const_away(network_tensor(onednn->base.network, full))),
                           "bias", error);
}

/* A convolution by its name between two layouts; desc is used up. */
static bool make_convolution(onednn_t *onednn, convolution_t *convolution,
                             dnnl_primitive_desc_t desc, const char *name, int inputs,
                             failure_t *error) {
    if (!desc)
        return false;
    const dnnl_memory_desc_t *scratch =
        dnnl_primitive_desc_query_md(desc, dnnl_query_scratchpad_md, 0);
    convolution->scratch_bytes =
        network_trunk_memory(dnnl_memory_desc_get_size(scratch) + 1);
    bool right = load_weights(onednn, convolution, desc, name, inputs, error) &&
                 !fails(dnnl_memory_create(&convolution->scratch, scratch, onednn->engine,
                                           convolution->scratch_bytes),
                        "scratch memory", error) &&
                 !fails(dnnl_primitive_create(&convolution->primitive, desc),
                        "making a convolution", error);
    dnnl_primitive_desc_destroy(desc);
    return right;
}

/* Which layout the blocks like best, at the largest batch. */
static bool find_layout(onednn_t *onednn, failure_t *error) {
    const network_trunk_board_t *board = &onednn->base.board;
    int channels = onednn->base.network->architecture.channels;
    dnnl_memory_desc_t any;
    describe(&any, onednn->base.batch, channels, board->height, board->width,
             type_of(onednn), dnnl_format_tag_any);
    dnnl_primitive_desc_t desc =
        describe_convolution(onednn, channels, true, &any, &any, error);
    if (!desc)
        return false;
    onednn->activation = *dnnl_primitive_desc_query_md(desc, dnnl_query_src_md, 0);
    dnnl_primitive_desc_destroy(desc);
    const dnnl_blocking_desc_t *blocking = &onednn->activation.format_desc.blocking;
    bool known = onednn->activation.format_kind == dnnl_blocked &&
                 ((blocking->inner_nblks == 0 && blocking->strides[1] == 1) ||
                  (blocking->inner_nblks == 1 && blocking->inner_idxs[0] == 1));
    if (!known)
        return error_set(error, "oneDNN chooses a layout that is not known here");
    onednn->layout.channels =
        blocking->inner_nblks ? (int)blocking->inner_blks[0] : channels;
    return channels % onednn->layout.channels == 0 ||
           error_set(error, "oneDNN chooses blocks of %d channels for %d",
                     onednn->layout.channels, channels);
}

/* The same layout for a batch of another size. */
static void describe_activation(const onednn_t *onednn, int size,
                                dnnl_memory_desc_t *desc) {
    *desc = onednn->activation; /* the batch is the outermost dimension */
    desc->dims[0] = desc->padded_dims[0] = size;
}

static void init_strides(onednn_t *onednn) {
    const dnnl_dim_t *strides = onednn->activation.format_desc.blocking.strides;
    layout_t *layout = &onednn->layout;
    layout->position = (size_t)strides[0];
    layout->block = (size_t)strides[1];
    if (layout->channels == onednn->base.network->architecture.channels)
        layout->block = 0; /* there is one */
    layout->row = (size_t)strides[2];
    layout->column = (size_t)strides[3];
}

static bool make_stem(onednn_t *onednn, plan_t *plan, const dnnl_memory_desc_t *x,
                      failure_t *error) {
    const network_trunk_board_t *board = &onednn->base.board;
    int planes = onednn->base.network->shape.planes;
    dnnl_memory_desc_t given, any, stem;
    describe(&given, plan->size, planes, board->height, board->width, dnnl_f32,
             dnnl_nhwc);
    describe(&any, plan->size, planes, board->height, board->width, type_of(onednn),
             dnnl_format_tag_any);
    dnnl_primitive_desc_t desc =
        describe_convolution(onednn, planes, false, &any, x, error);
    if (!desc)
        return false;
    stem = *dnnl_primitive_desc_query_md(desc, dnnl_query_src_md, 0);
    if (!make_convolution(onednn, &plan->stem, desc, "stem", planes, error))
        return false;
    plan->stem_bytes = network_trunk_memory(dnnl_memory_desc_get_size(&stem));
    if (fails(dnnl_memory_create(&plan->inputs, &given, onednn->engine,
                                 onednn->base.inputs),
              "inputs", error) ||
        fails(dnnl_memory_create(&plan->stem_inputs, &stem, onednn->engine,
                                 plan->stem_bytes),
              "inputs", error))
        return false;
    dnnl_primitive_desc_t copy;
    if (fails(dnnl_reorder_primitive_desc_create(&copy, &given, onednn->engine, &stem,
                                                 onednn->engine, NULL),
              "describing a copy", error))
        return false;
    dnnl_status_t status = dnnl_primitive_create(&plan->reorder, copy);
    dnnl_primitive_desc_destroy(copy);
    return !fails(status, "making a copy", error);
}

static bool make_plan(onednn_t *onednn, plan_t *plan, int size, failure_t *error) {
    const architecture_t *a = &onednn->base.network->architecture;
    char name[NETWORK_NAME];
    dnnl_memory_desc_t x;
    plan->size = size;
    describe_activation(onednn, size, &x);
    plan->first = memory_new((size_t)a->blocks + 1, sizeof *plan->first);
    plan->second = memory_new((size_t)a->blocks + 1, sizeof *plan->second);
    if (fails(dnnl_memory_create(&plan->x, &x, onednn->engine, onednn->x), "activations",
              error) ||
        fails(dnnl_memory_create(&plan->y, &x, onednn->engine, onednn->y), "activations",
              error) ||
        !make_stem(onednn, plan, &x, error))
        return false;
    for (int i = 0; i < a->blocks; i++) {
        snprintf(name, sizeof name, "blocks.%d.first", i);
        if (!make_convolution(
                onednn, &plan->first[i],
                describe_convolution(onednn, a->channels, false, &x, &x, error), name,
                a->channels, error))
            return false;
        snprintf(name, sizeof name, "blocks.%d.second", i);
        if (!make_convolution(
                onednn, &plan->second[i],
                describe_convolution(onednn, a->channels, true, &x, &x, error), name,
                a->channels, error))
            return false;
    }
    return true;
}

static void init_pools(onednn_t *onednn) {
    const network_t *network = onednn->base.network;
    const architecture_t *a = &network->architecture;
    size_t channels = (size_t)a->channels;
    char weight[NETWORK_NAME], bias[NETWORK_NAME];
    onednn->pools = memory_new((size_t)a->blocks + 1, sizeof *onednn->pools);
    for (int i = 0; i < a->blocks; i++) {
        if (!network_block_pools(a, i))
            continue;
        snprintf(weight, sizeof weight, "blocks.%d.pool.weight", i);
        snprintf(bias, sizeof bias, "blocks.%d.pool.bias", i);
        rows_layer_init(&onednn->pools[i], network_tensor(network, weight),
                        network_tensor(network, bias), a->channels, 3 * a->channels);
    }
    onednn->pooled = network_trunk_memory(3 * channels * sizeof(float));
    onednn->added = network_trunk_memory(channels * sizeof(float));
    onednn->rows =
        network_trunk_memory((size_t)onednn->base.board.cells * channels * sizeof(float));
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

static bool make_all(onednn_t *onednn, failure_t *error) {
    if (fails(dnnl_engine_create(&onednn->engine, dnnl_cpu, 0), "engine", error) ||
        fails(dnnl_stream_create(&onednn->stream, onednn->engine,
                                 dnnl_stream_default_flags),
              "stream", error) ||
        !find_layout(onednn, error))
        return false;
    init_strides(onednn);
    size_t bytes = dnnl_memory_desc_get_size(&onednn->activation);
    onednn->x = network_trunk_memory(bytes);
    onednn->y = network_trunk_memory(bytes);
    for (int i = 0; i < MAX_PLANS && plan_sizes[i] <= onednn->base.batch; i++)
        if (!make_plan(onednn, &onednn->plans[onednn->num_plans++], plan_sizes[i], error))
            return false;
    return true;
}

/* --- Running ------------------------------------------------------------------------------------- */

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

/* To the nearest, ties to even, as the library rounds; for finite numbers. */
static inline uint16_t to_half(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* The cells of a position as rows of channels, and back. */
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
    dnnl_exec_arg_t arguments[ARGUMENTS] = {{DNNL_ARG_SRC, from},
                                            {DNNL_ARG_WEIGHTS, convolution->weights},
                                            {DNNL_ARG_BIAS, convolution->bias},
                                            {DNNL_ARG_DST, to},
                                            {DNNL_ARG_SCRATCHPAD, convolution->scratch}};
    dnnl_status_t status = dnnl_primitive_execute(convolution->primitive, onednn->stream,
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

/* bare: the convolutions alone; what comes out is of no use then. */
static void run_plan(onednn_t *onednn, const plan_t *plan, int count, bool bare) {
    const architecture_t *a = &onednn->base.network->architecture;
    dnnl_exec_arg_t copy[] = {{DNNL_ARG_FROM, plan->inputs},
                              {DNNL_ARG_TO, plan->stem_inputs}};
    REQUIRE(bare || dnnl_primitive_execute(plan->reorder, onednn->stream, 2, copy) ==
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
    dnnl_stream_wait(onednn->stream);
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

/* --- Releasing ------------------------------------------------------------------------------------- */

static void clear_convolution(convolution_t *convolution) {
    dnnl_primitive_destroy(convolution->primitive);
    dnnl_memory_destroy(convolution->weights);
    dnnl_memory_destroy(convolution->bias);
    dnnl_memory_destroy(convolution->scratch);
    free(convolution->reordered);
    free(convolution->scratch_bytes);
}

static void clear_plan(const onednn_t *onednn, plan_t *plan) {
    clear_convolution(&plan->stem);
    for (int i = 0; i < onednn->base.network->architecture.blocks; i++) {
        clear_convolution(&plan->first[i]);
        clear_convolution(&plan->second[i]);
    }
    dnnl_primitive_destroy(plan->reorder);
    dnnl_memory_t memories[] = {plan->inputs, plan->stem_inputs, plan->x, plan->y};
    for (size_t i = 0; i < sizeof memories / sizeof memories[0]; i++)
        dnnl_memory_destroy(memories[i]);
    free(plan->stem_bytes);
    free(plan->first);
    free(plan->second);
}

static void clear(network_trunk_t *trunk) {
    onednn_t *onednn = (onednn_t *)trunk;
    for (int i = 0; i < onednn->num_plans; i++)
        clear_plan(onednn, &onednn->plans[i]);
    for (int i = 0; i < trunk->network->architecture.blocks; i++)
        rows_layer_clear(&onednn->pools[i]);
    dnnl_stream_destroy(onednn->stream);
    dnnl_engine_destroy(onednn->engine);
    free(onednn->pools);
    free(onednn->pooled);
    free(onednn->added);
    free(onednn->rows);
    free(onednn->x);
    free(onednn->y);
}

network_trunk_t *network_trunk_onednn_new(const network_t *network,
                                          const network_trunk_board_t *board,
                                          network_instructions_t instructions, int batch,
                                          failure_t *error) {
    int size = 0, threads = one_thread();
    while (size < MAX_PLANS - 1 && plan_sizes[size] < batch)
        size++;
    REQUIRE(batch <= plan_sizes[size]);
    onednn_t *onednn = (onednn_t *)network_trunk_new_base(sizeof *onednn, network, board,
                                                          plan_sizes[size]);
    onednn->base.run = run;
    onednn->base.run_bare = run_bare;
    onednn->base.clear = clear;
    onednn->half = is_half(instructions);
    init_pools(onednn);
    find_off_board(onednn);
    bool right = make_all(onednn, error);
    omp_set_num_threads(threads);
    if (right)
        return &onednn->base;
    network_trunk_free(&onednn->base);
    return NULL;
}

#endif
