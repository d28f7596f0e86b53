/* network_onednn_library.h - the calls of oneDNN, whose library is loaded when a network
 * first needs it: loading takes longer than most commands. Only for the files named
 * network_onednn and network_trunk_onednn, if FULCRUM_ONEDNN is defined.
 * Use: if (network_onednn_load()) dnnl.memory_create(...);     for dnnl_memory_create
 * Threads: load is for one thread, before any network is run.
 */
#ifndef MCTS_NETWORK_ONEDNN_LIBRARY_H
#define MCTS_NETWORK_ONEDNN_LIBRARY_H

#include <dnnl.h>
#include <stdbool.h>

#if DNNL_VERSION_MAJOR != 2
#error "the network_onednn files are written for version 2 of oneDNN"
#endif

/* clang-format off */
#define DNNL_CALLS(call)                     \
    call(convolution_forward_desc_init)      \
    call(engine_create)                      \
    call(engine_destroy)                     \
    call(get_effective_cpu_isa)              \
    call(memory_create)                      \
    call(memory_desc_get_size)               \
    call(memory_desc_init_by_tag)            \
    call(memory_destroy)                     \
    call(post_ops_append_eltwise)            \
    call(post_ops_append_sum)                \
    call(post_ops_create)                    \
    call(post_ops_destroy)                   \
    call(primitive_attr_create)              \
    call(primitive_attr_destroy)             \
    call(primitive_attr_set_post_ops)        \
    call(primitive_attr_set_scratchpad_mode) \
    call(primitive_create)                   \
    call(primitive_desc_create)              \
    call(primitive_desc_destroy)             \
    call(primitive_desc_query)               \
    call(primitive_desc_query_md)            \
    call(primitive_destroy)                  \
    call(primitive_execute)                  \
    call(reorder_primitive_desc_create)      \
    call(set_max_cpu_isa)                    \
    call(stream_create)                      \
    call(stream_destroy)                     \
    call(stream_wait)
/* clang-format on */

#define DNNL_MEMBER(name) __typeof__ (&dnnl_##name)(name);
typedef struct dnnl_calls {
    DNNL_CALLS(DNNL_MEMBER)
} dnnl_calls_t;

extern dnnl_calls_t dnnl; /* set by a load that succeeds */

/* false: this machine does not have the library, or not this version. */
bool network_onednn_load(void);

#endif
