/* evaluator_choice.h - the evaluator that a configuration names, and all kinds of them.
 * Use: if (!evaluator_choice_bind(&choice, game, "FILE", &error) ||
 *          !evaluator_choice_start(&choice, game, "FILE", &error)) ...
 *      evaluator_t *evaluator = evaluator_choice_make(&choice, game, 8);
 * A choice is a value. A new kind is one file, its class in evaluators.c and below, its
 * name and keys in search_config.c.
 * Threads: bind and start are for one thread; many threads may make evaluators.
 * Errors: of bind: no weights, weights of another kind or game, with another hash than
 *      the given one, or that cannot be used here, so that nothing fails later; braces in
 *      a path that hold no key of the variant. Of start: process_evaluator.h.
 */
#ifndef MCTS_EVALUATOR_CHOICE_H
#define MCTS_EVALUATOR_CHOICE_H

#include "core/base/error.h"
#include "mcts/evaluate/evaluator.h"
#include "mcts/evaluate/network_choice.h"
#include "mcts/evaluate/process/process_choice.h"

/* The symmetry of the board through which a search's leaves are evaluated. */
typedef enum {
    SYMMETRY_NONE,
    SYMMETRY_RANDOM /* drawn for each search from those that exchange no sides */
} evaluator_symmetry_t;

struct evaluator_choice {
    int kind;     /* in evaluator_classes: "search.evaluator"; or EVALUATOR_GIVEN */
    int symmetry; /* evaluator_symmetry_t; for kinds with priors */
    network_choice_t network;       /* for kinds with weights */
    process_choice_t process;       /* for an outside program */
    const evaluator_class_t *given; /* a caller's own */
};

/* In the order of the choices of "search.evaluator"; NULL: not in this program. */
enum { EVALUATOR_CLASSES = 4, EVALUATOR_GIVEN = EVALUATOR_CLASSES };
extern const evaluator_class_t *const evaluator_classes[EVALUATOR_CLASSES];
extern const evaluator_class_t playout_evaluator, convolution_evaluator,
    integer_evaluator, process_evaluator;

/* NULL: this program does not have it. */
const evaluator_class_t *evaluator_choice_class(const evaluator_choice_t *choice);

/* Opens what the choice names, its network above all, and completes it; required before
 * evaluator_choice_make. In the path of the weights, {KEY} is replaced by the variant's
 * value of that key. */
bool evaluator_choice_bind(evaluator_choice_t *choice, const game_t *game,
                           const char *where, failure_t *error);

/* Sets the kind that evaluates with these weights, and the weights. */
void evaluator_choice_take(evaluator_choice_t *choice, const weights_t *weights);

/* Starts the outside program that the choice names, if any; required before the first
 * evaluation. Commands that only read do not call it: a file must not start a program. */
bool evaluator_choice_start(evaluator_choice_t *choice, const game_t *game,
                            const char *where, failure_t *error);

/* For one thread; cheap until its first batch. batch: maximum leaves at a time. Release
 * with evaluator_free. */
evaluator_t *evaluator_choice_make(const evaluator_choice_t *choice, const game_t *game,
                                   int batch);

/* Whether both bound choices evaluate every position the same, so that one evaluator
 * suffices. */
bool evaluator_choice_equal(const evaluator_choice_t *a, const evaluator_choice_t *b);

#endif
