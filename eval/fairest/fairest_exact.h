/* fairest_exact.h - the exact values of the variants of a search for the fairest, as far
 * as a time budget settles them.
 * Use: if (!fairest_exact_find(&fairest, "OUT", &order, &error)) ...
 *      study_exact_t exact[HALVING_ARMS];
 *      if (!fairest_exact_read(&fairest, "OUT", exact, &error)) ...
 * All variants share the time; files and errors are those of study_exact.h.
 * Threads: for the main thread.   Errors: study_exact.h's.
 */
#ifndef EVAL_FAIREST_EXACT_H
#define EVAL_FAIREST_EXACT_H

#include "core/base/error.h"
#include "eval/stats/halving.h"
#include "eval/study/study_exact.h"

#include <stdbool.h>

typedef struct fairest fairest_t; /* eval/fairest/fairest.h */

/* The folders of the variants must exist. */
bool fairest_exact_find(const fairest_t *fairest, const char *out,
                        const study_exact_order_t *order, failure_t *error);
bool fairest_exact_read(const fairest_t *fairest, const char *out,
                        study_exact_t exact[HALVING_ARMS], failure_t *error);

#endif
