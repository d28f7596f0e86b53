#include "eval/stats/looks.h"

#include "core/base/error.h"

enum { HALVINGS_MOST = 63 };

/* The look `halvings` before the last; 0: there is none so early. */
static uint64_t look(const looks_t *looks, int halvings) {
    REQUIRE(looks->step > 0 && looks->most > 0);
    uint64_t part = looks->most >> halvings;
    if (halvings > 0 && (part < looks->first || part == 0))
        return 0;
    return (part + looks->step - 1) / looks->step * looks->step;
}

uint64_t looks_next(const looks_t *looks, uint64_t games) {
    uint64_t next = 0;
    for (int i = 0; i <= HALVINGS_MOST; i++) {
        uint64_t at = look(looks, i);
        if (at <= games)
            break;
        next = at;
    }
    return next;
}

double looks_share(const looks_t *looks, uint64_t games) {
    uint64_t before = 0, at;
    for (at = looks_next(looks, 0); at > 0 && at < games; at = looks_next(looks, at))
        before = at;
    return at == games && games > 0 ? (double)(games - before) / (double)look(looks, 0)
                                    : 0;
}
