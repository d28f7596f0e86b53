/* network_onednn_plan.h - oneDNN's plans for a network: its convolutions, prepared for
 * each batch size. Only for network_trunk_onednn.c, if FULCRUM_ONEDNN is defined.
 * Use: onednn->half = ...;
 *      if (!network_onednn_make_plans(onednn, error)) ...
 *      network_onednn_clear_plans(onednn);      also after a failure
 * Owns: plans, engine and stream belong to the onednn_t.   Threads: as network_trunk.h.
 * Errors: of make: an implementation named ref, an unsupported layout, errors of the
 *      library.
 */
#ifndef MCTS_NETWORK_ONEDNN_PLAN_H
#define MCTS_NETWORK_ONEDNN_PLAN_H

#include "core/base/error.h"
#include "core/game/planes.h"
#include "mcts/evaluate/convolution/matrix_rows.h"
#include "mcts/evaluate/convolution/trunk/network_trunk.h"

#include <dnnl.h>

/* Batch sizes of the plans; a smaller batch uses the next larger plan. */
enum { ONEDNN_MAX_PLANS = 8 };
extern const int network_onednn_plan_sizes[ONEDNN_MAX_PLANS];

typedef struct convolution {
    dnnl_primitive_t primitive;
    dnnl_memory_t weights, bias, scratch;
    float *reordered; /* weights' data, in the library's layout */
    void *scratch_bytes;
} convolution_t;

/* Everything for one batch size. */
typedef struct plan {
    int size;
    dnnl_primitive_t reorder; /* of the inputs */
    dnnl_memory_t inputs, stem_inputs, x, y;
    void *stem_bytes;
    convolution_t stem, *first, *second;
} plan_t;

/* Strides of an activation, in numbers: position, block of channels, row and column. */
typedef struct layout {
    size_t position, block, row, column;
    int channels; /* in a block, contiguous */
} layout_t;

typedef struct onednn {
    network_trunk_t base;
    bool half; /* activations are bf16 */
    dnnl_engine_t engine;
    dnnl_stream_t stream;
    plan_t plans[ONEDNN_MAX_PLANS];
    int num_plans;
    dnnl_memory_desc_t activation; /* of one position's x and y: its layout is reused */
    layout_t layout;
    void *x, *y;
    rows_layer_t *pools; /* of each block; without weights: not a pooling block */
    float *pooled, *added, *rows;
    uint16_t off[PLANES_MAX_GRID]; /* places off the board */
    int num_off;
} onednn_t;

/* For batches of up to base.batch positions; base and half must be set. */
bool network_onednn_make_plans(onednn_t *onednn, failure_t *error);
void network_onednn_clear_plans(onednn_t *onednn);

#endif
