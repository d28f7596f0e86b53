/* Includes the program's two files with static variables, so that these can be saved and
 * restored. The simulation is linked with this file instead of them. */
#include "core/base/files/process_name.c" /* NOLINT(bugprone-suspicious-include) */
#include "selfplay/run/stop.c"            /* NOLINT(bugprone-suspicious-include) */

#include "tests/nights/night_statics.h"

#include "core/base/error.h"

struct statics {
    char host[sizeof host], name[sizeof name];
    once_flag named;
    int received, playing, writing;
    unsigned changes, changes_seen;
    double deadline, first_s[NUM_SIGNALS];
};

statics_t *statics_new(void) {
    statics_t *statics = memory_new(1, sizeof *statics);
    statics->named = (once_flag)ONCE_FLAG_INIT;
    statics->deadline = -1;
    return statics;
}

void statics_free(statics_t *statics) {
    free(statics);
}

void statics_enter(const statics_t *statics) {
    memcpy(host, statics->host, sizeof host);
    memcpy(name, statics->name, sizeof name);
    named = statics->named;
    atomic_store_explicit(&received, statics->received, memory_order_relaxed);
    atomic_store_explicit(&playing, statics->playing, memory_order_relaxed);
    atomic_store_explicit(&writing, statics->writing, memory_order_relaxed);
    atomic_store_explicit(&changes, statics->changes, memory_order_relaxed);
    changes_seen = statics->changes_seen;
    deadline = statics->deadline;
    for (int i = 0; i < NUM_SIGNALS; i++)
        atomic_store_explicit(&first_s[i], statics->first_s[i], memory_order_relaxed);
}

void statics_leave(statics_t *statics) {
    memcpy(statics->host, host, sizeof host);
    memcpy(statics->name, name, sizeof name);
    statics->named = named;
    statics->received = atomic_load_explicit(&received, memory_order_relaxed);
    statics->playing = atomic_load_explicit(&playing, memory_order_relaxed);
    statics->writing = atomic_load_explicit(&writing, memory_order_relaxed);
    statics->changes = atomic_load_explicit(&changes, memory_order_relaxed);
    statics->changes_seen = changes_seen;
    statics->deadline = deadline;
    for (int i = 0; i < NUM_SIGNALS; i++)
        statics->first_s[i] = atomic_load_explicit(&first_s[i], memory_order_relaxed);
}
