/* network_onednn_plan.h - what oneDNN needs to run a network: its convolutions, prepared
 * for each size of batch. For network_trunk_onednn.c alone, where FULCRUM_ONEDNN is
 * defined.
 * Use: onednn->half = ...;
 *      if (!network_onednn_make_plans(onednn, error)) ...
 *      network_onednn_clear_plans(onednn);      also after a failure
 * Owns: plans, engine and stream belong to the onednn_t.   Threads: as network_trunk.h.
 * Errors: of make: an implementation named ref, a layout that is not known, the
 *      library's.
 */
#ifndef MCTS_NETWORK_ONEDNN_PLAN_H
#define MCTS_NETWORK_ONEDNN_PLAN_H

#include "core/base/error.h"
#include "core/game/planes.h"
#include "mcts/evaluate/convolution/matrix_rows.h"
#include "mcts/evaluate/convolution/trunk/network_trunk.h"

#include <dnnl.h>

#if DNNL_VERSION_MAJOR != 2
#error "network_onednn_plan.c is written for version 2 of oneDNN"
#endif

/* Positions that are run together; a smaller batch takes the next larger of these. */
enum { ONEDNN_MAX_PLANS = 8 };
extern const int network_onednn_plan_sizes[ONEDNN_MAX_PLANS];

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

/* Where a number of an activation lies, in numbers: position, block of channels,
 * place. */
typedef struct layout {
    size_t position, block, row, column;
    int channels; /* of a block, one after the other */
} layout_t;

typedef struct onednn {
    network_trunk_t base;
    bool half; /* activations are bf16 */
    dnnl_engine_t engine;
    dnnl_stream_t stream;
    plan_t plans[ONEDNN_MAX_PLANS];
    int num_plans;
    dnnl_memory_desc_t activation; /* of one position's x and y: its layout is kept */
    layout_t layout;
    void *x, *y;
    rows_layer_t *pools; /* of each block; without weights: it has none */
    float *pooled, *added, *rows;
    uint16_t off[PLANES_MAX_GRID]; /* places off the board */
    int num_off;
} onednn_t;

/* For batches of up to base.batch positions; base and half are set. */
bool network_onednn_make_plans(onednn_t *onednn, failure_t *error);
void network_onednn_clear_plans(onednn_t *onednn);

#endif
