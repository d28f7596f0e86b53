/* library_evaluator.h - evaluators implemented by the library's caller.
 * Use: library_maker_t maker;
 *      if (library_maker_init(&maker, &evaluator, has_planes, &error)) ...
 *      config.evaluator.kind = EVALUATOR_GIVEN, config.evaluator.given = &maker.class;
 *      ... searches ...      if (maker.status != FULCRUM_OK) ... maker.error ...
 * The function receives a batch as fulcrum_leaves_t; its floats are converted to values
 * of VALUE_ONE and priors of 65535 (evaluator.h). If the function stops the searches or
 * returns invalid numbers, `status` is set: the caller of the searches ends them, and
 * must ignore their results.
 * Owns: the maker belongs to the caller, and has to outlive its evaluators.
 * Threads: the searches of one maker run on one thread.
 */
#ifndef SELFPLAY_LIBRARY_EVALUATOR_H
#define SELFPLAY_LIBRARY_EVALUATOR_H

#include "core/base/error.h"
#include "mcts/evaluate/evaluator.h"
#include "selfplay/library/fulcrum.h"

enum { LIBRARY_MOST_BATCH = 4096 };

typedef struct library_maker {
    evaluator_class_t class; /* the first member, which a choice has */
    fulcrum_evaluator_t evaluator;
    bool has_planes;
    int status; /* FULCRUM_OK, or the first error */
    failure_t error;
} library_maker_t;

/* False: the evaluator is invalid. */
bool library_maker_init(library_maker_t *maker, const fulcrum_evaluator_t *evaluator,
                        bool has_planes, failure_t *error);

#endif
