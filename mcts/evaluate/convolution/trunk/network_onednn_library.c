#ifdef FULCRUM_ONEDNN

#include "mcts/evaluate/convolution/trunk/network_onednn_library.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

dnnl_calls_t dnnl;

#define DNNL_PLACE(name) {"dnnl_" #name, offsetof(dnnl_calls_t, name)},
static const struct {
    const char *name;
    size_t place;
} calls[] = {DNNL_CALLS(DNNL_PLACE)};

static bool load(void) {
    void *library = dlopen("libdnnl.so.2", RTLD_LAZY | RTLD_LOCAL);
    if (!library) /* installed where only the build found it */
        library = dlopen(FULCRUM_ONEDNN, RTLD_LAZY | RTLD_LOCAL);
    if (!library)
        return false;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        void *call = dlsym(library, calls[i].name);
        if (!call)
            return false;
        memcpy((char *)&dnnl + calls[i].place, &call, sizeof call);
    }
    return true;
}

bool network_onednn_load(void) {
    static enum { NOT_TRIED, LOADED, MISSING } state = NOT_TRIED;
    if (state == NOT_TRIED)
        state = load() ? LOADED : MISSING;
    return state == LOADED;
}

#endif
