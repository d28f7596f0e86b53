/* library_evaluator.h - an evaluator that is a function of the library's caller.
 * Use: library_maker_t maker;
 *      if (library_maker_init(&maker, &evaluator, has_planes)) ...
 *      config.evaluator = (evaluator_choice_t){.kind = EVALUATOR_GIVEN,
 *                                              .given = &maker.base};
 *      ... searches ...      if (maker.status != FULCRUM_OK) ... maker.error ...
 * A batch is shown to the function as fulcrum_leaves_t; its floats become values of
 * VALUE_ONE and priors of 65535 (evaluator.h). Where the function has stopped the
 * searches, or has answered what is no number, the status says so: the caller of the
 * searches ends them, and what it is given until then means nothing.
 * Owns: the maker is the caller's, and outlives its evaluators.
 * Threads: the searches of one maker are run by one thread.
 */
#ifndef SELFPLAY_LIBRARY_EVALUATOR_H
#define SELFPLAY_LIBRARY_EVALUATOR_H

#include "core/base/error.h"
#include "mcts/evaluate/evaluator_choice.h"
#include "selfplay/library/fulcrum.h"

enum { LIBRARY_MOST_BATCH = 4096 };

typedef struct library_maker {
    evaluator_maker_t base;
    fulcrum_evaluator_t evaluator;
    bool has_planes;
    int status; /* FULCRUM_OK while all is well */
    failure_t error;
} library_maker_t;

/* False: what the caller gave is none. */
bool library_maker_init(library_maker_t *maker, const fulcrum_evaluator_t *evaluator,
                        bool has_planes, failure_t *error);

#endif
