#ifdef FULCRUM_ONEDNN

#include "mcts/evaluate/convolution/trunk/network_onednn_plan.h"

#include "mcts/evaluate/convolution/trunk/network_onednn_library.h"

#include <stdlib.h>

const int network_onednn_plan_sizes[ONEDNN_MAX_PLANS] = {1, 2, 4, 8, 16, 32, 64, 128};

static bool fails(dnnl_status_t status, const char *what, failure_t *error) {
    if (status == dnnl_success)
        return false;
    error_set(error, "oneDNN: %s: status %d", what, (int)status);
    return true;
}

static dnnl_data_type_t type_of(const onednn_t *onednn) {
    return onednn->half ? dnnl_bf16 : dnnl_f32;
}

static void describe(dnnl_memory_desc_t *desc, int n, int channels, int height, int width,
                     dnnl_data_type_t type, dnnl_format_tag_t tag) {
    dnnl_dims_t dims = {n, channels, height, width};
    dnnl_status_t status = dnnl.memory_desc_init_by_tag(desc, 4, dims, type, tag);
    REQUIRE(status == dnnl_success);
}

/* A convolution's post-operations: adds the existing output, rectifies. */
static bool make_attributes(bool adds, dnnl_primitive_attr_t *attributes,
                            failure_t *error) {
    dnnl_post_ops_t after;
    if (fails(dnnl.primitive_attr_create(attributes), "attributes", error))
        return false;
    dnnl.primitive_attr_set_scratchpad_mode(*attributes, dnnl_scratchpad_mode_user);
    if (fails(dnnl.post_ops_create(&after), "operations behind", error))
        return false;
    dnnl_status_t status = dnnl_success;
    if (adds)
        status = dnnl.post_ops_append_sum(after, 1);
    if (status == dnnl_success)
        status = dnnl.post_ops_append_eltwise(after, 1, dnnl_eltwise_relu, 0, 0);
    if (status == dnnl_success)
        status = dnnl.primitive_attr_set_post_ops(*attributes, after);
    dnnl.post_ops_destroy(after);
    return !fails(status, "operations behind", error);
}

/* Rejects a reference implementation, which would silently be hundreds of times slower.
 */
static bool check_implementation(dnnl_primitive_desc_t desc, failure_t *error) {
    const char *name = NULL;
    dnnl.primitive_desc_query(desc, dnnl_query_impl_info_str, 0, &name);
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
    dnnl.memory_desc_init_by_tag(&bias, 1, bias_dims, dnnl_f32, dnnl_a);
    if (fails(dnnl.convolution_forward_desc_init(&convolution, dnnl_forward_inference,
                                                 dnnl_convolution_direct, from, &weights,
                                                 &bias, to, strides, padding, padding),
              "describing a convolution", error) ||
        !make_attributes(adds, &attributes, error))
        return NULL;
    dnnl_status_t status =
        dnnl.primitive_desc_create(&desc, &convolution, attributes, onednn->engine, NULL);
    dnnl.primitive_attr_destroy(attributes);
    if (fails(status, "finding a convolution", error))
        return NULL;
    if (check_implementation(desc, error))
        return desc;
    dnnl.primitive_desc_destroy(desc);
    return NULL;
}

/* Copies from one layout to another. */
static bool reorder(onednn_t *onednn, dnnl_memory_t from, dnnl_memory_t to,
                    const dnnl_memory_desc_t *from_desc,
                    const dnnl_memory_desc_t *to_desc, failure_t *error) {
    dnnl_primitive_desc_t desc;
    dnnl_primitive_t primitive;
    if (fails(dnnl.reorder_primitive_desc_create(&desc, from_desc, onednn->engine,
                                                 to_desc, onednn->engine, NULL),
              "describing a copy", error))
        return false;
    dnnl_status_t status = dnnl.primitive_create(&primitive, desc);
    dnnl.primitive_desc_destroy(desc);
    if (fails(status, "making a copy", error))
        return false;
    dnnl_exec_arg_t arguments[] = {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}};
    status = dnnl.primitive_execute(primitive, onednn->stream, 2, arguments);
    dnnl.primitive_destroy(primitive);
    return !fails(status, "copying", error);
}

static void *const_away(const float *values) {
    void *pointer; /* the library takes no const pointers; it only reads these */
    memcpy(&pointer, &values, sizeof pointer);
    return pointer;
}

static bool load_weights(onednn_t *onednn, convolution_t *convolution,
                         dnnl_primitive_desc_t desc, const char *name, int inputs,
                         failure_t *error) {
    char full[2 * TENSOR_NAME];
    int channels = onednn->base.network->architecture.channels;
    dnnl_memory_desc_t given;
    dnnl_memory_t source = NULL;
    describe(&given, channels, inputs, 3, 3, dnnl_f32, dnnl_oihw);
    snprintf(full, sizeof full, "%s.weight", name);
    const dnnl_memory_desc_t *wanted =
        dnnl.primitive_desc_query_md(desc, dnnl_query_weights_md, 0);
    const dnnl_memory_desc_t *bias =
        dnnl.primitive_desc_query_md(desc, dnnl_query_weights_md, 1);
    convolution->reordered = memory_new_vectors(dnnl.memory_desc_get_size(wanted));
    if (fails(dnnl.memory_create(&source, &given, onednn->engine,
                                 const_away(network_tensor(onednn->base.network, full))),
              "weights", error) ||
        fails(dnnl.memory_create(&convolution->weights, wanted, onednn->engine,
                                 convolution->reordered),
              "weights", error))
        return false;
    bool ok = reorder(onednn, source, convolution->weights, &given, wanted, error);
    dnnl.memory_destroy(source);
    snprintf(full, sizeof full, "%s.bias", name);
    return ok && !fails(dnnl.memory_create(
                            &convolution->bias, bias, onednn->engine,
                            const_away(network_tensor(onednn->base.network, full))),
                        "bias", error);
}

/* Makes a named convolution between two layouts; consumes desc. */
static bool make_convolution(onednn_t *onednn, convolution_t *convolution,
                             dnnl_primitive_desc_t desc, const char *name, int inputs,
                             failure_t *error) {
    if (!desc)
        return false;
    const dnnl_memory_desc_t *scratch =
        dnnl.primitive_desc_query_md(desc, dnnl_query_scratchpad_md, 0);
    convolution->scratch_bytes =
        memory_new_vectors(dnnl.memory_desc_get_size(scratch) + 1);
    bool ok = load_weights(onednn, convolution, desc, name, inputs, error) &&
              !fails(dnnl.memory_create(&convolution->scratch, scratch, onednn->engine,
                                        convolution->scratch_bytes),
                     "scratch memory", error) &&
              !fails(dnnl.primitive_create(&convolution->primitive, desc),
                     "making a convolution", error);
    dnnl.primitive_desc_destroy(desc);
    return ok;
}

/* Finds the layout that the blocks prefer at the largest batch. */
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
    onednn->activation = *dnnl.primitive_desc_query_md(desc, dnnl_query_src_md, 0);
    dnnl.primitive_desc_destroy(desc);
    const dnnl_blocking_desc_t *blocking = &onednn->activation.format_desc.blocking;
    bool known = onednn->activation.format_kind == dnnl_blocked &&
                 ((blocking->inner_nblks == 0 && blocking->strides[1] == 1) ||
                  (blocking->inner_nblks == 1 && blocking->inner_idxs[0] == 1));
    if (!known)
        return error_set(error, "oneDNN chose an unsupported layout");
    onednn->layout.channels =
        blocking->inner_nblks ? (int)blocking->inner_blks[0] : channels;
    return channels % onednn->layout.channels == 0 ||
           error_set(error, "oneDNN chose blocks of %d channels for %d",
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
        layout->block = 0; /* a single block */
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
    stem = *dnnl.primitive_desc_query_md(desc, dnnl_query_src_md, 0);
    if (!make_convolution(onednn, &plan->stem, desc, "stem", planes, error))
        return false;
    plan->stem_bytes = memory_new_vectors(dnnl.memory_desc_get_size(&stem));
    if (fails(dnnl.memory_create(&plan->inputs, &given, onednn->engine,
                                 onednn->base.inputs),
              "inputs", error) ||
        fails(dnnl.memory_create(&plan->stem_inputs, &stem, onednn->engine,
                                 plan->stem_bytes),
              "inputs", error))
        return false;
    dnnl_primitive_desc_t copy;
    if (fails(dnnl.reorder_primitive_desc_create(&copy, &given, onednn->engine, &stem,
                                                 onednn->engine, NULL),
              "describing a copy", error))
        return false;
    dnnl_status_t status = dnnl.primitive_create(&plan->reorder, copy);
    dnnl.primitive_desc_destroy(copy);
    return !fails(status, "making a copy", error);
}

static bool make_plan(onednn_t *onednn, plan_t *plan, int size, failure_t *error) {
    const architecture_t *a = &onednn->base.network->architecture;
    char name[TENSOR_NAME];
    dnnl_memory_desc_t x;
    plan->size = size;
    describe_activation(onednn, size, &x);
    plan->first = memory_new((size_t)a->blocks + 1, sizeof *plan->first);
    plan->second = memory_new((size_t)a->blocks + 1, sizeof *plan->second);
    if (fails(dnnl.memory_create(&plan->x, &x, onednn->engine, onednn->x), "activations",
              error) ||
        fails(dnnl.memory_create(&plan->y, &x, onednn->engine, onednn->y), "activations",
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

bool network_onednn_make_plans(onednn_t *onednn, failure_t *error) {
    if (fails(dnnl.engine_create(&onednn->engine, dnnl_cpu, 0), "engine", error) ||
        fails(dnnl.stream_create(&onednn->stream, onednn->engine,
                                 dnnl_stream_default_flags),
              "stream", error) ||
        !find_layout(onednn, error))
        return false;
    init_strides(onednn);
    const int *sizes = network_onednn_plan_sizes;
    size_t bytes = dnnl.memory_desc_get_size(&onednn->activation);
    onednn->x = memory_new_vectors(bytes);
    onednn->y = memory_new_vectors(bytes);
    for (int i = 0; i < ONEDNN_MAX_PLANS && sizes[i] <= onednn->base.batch; i++)
        if (!make_plan(onednn, &onednn->plans[onednn->num_plans++], sizes[i], error))
            return false;
    return true;
}

static void clear_convolution(convolution_t *convolution) {
    dnnl.primitive_destroy(convolution->primitive);
    dnnl.memory_destroy(convolution->weights);
    dnnl.memory_destroy(convolution->bias);
    dnnl.memory_destroy(convolution->scratch);
    free(convolution->reordered);
    free(convolution->scratch_bytes);
}

static void clear_plan(const onednn_t *onednn, plan_t *plan) {
    clear_convolution(&plan->stem);
    for (int i = 0; i < onednn->base.network->architecture.blocks; i++) {
        clear_convolution(&plan->first[i]);
        clear_convolution(&plan->second[i]);
    }
    dnnl.primitive_destroy(plan->reorder);
    dnnl_memory_t memories[] = {plan->inputs, plan->stem_inputs, plan->x, plan->y};
    for (size_t i = 0; i < sizeof memories / sizeof memories[0]; i++)
        dnnl.memory_destroy(memories[i]);
    free(plan->stem_bytes);
    free(plan->first);
    free(plan->second);
}

void network_onednn_clear_plans(onednn_t *onednn) {
    for (int i = 0; i < onednn->num_plans; i++)
        clear_plan(onednn, &onednn->plans[i]);
    dnnl.stream_destroy(onednn->stream);
    dnnl.engine_destroy(onednn->engine);
    free(onednn->x);
    free(onednn->y);
}

#endif
