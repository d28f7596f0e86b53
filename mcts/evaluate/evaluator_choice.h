/* evaluator_choice.h - the evaluator that a configuration names.
 * Use: if (!evaluator_choice_bind(&choice, game, "FILE", &error) ||
 *          !evaluator_choice_start(&choice, game, "FILE", &error)) ...
 *      evaluator_t *evaluator = evaluator_choice_make(&choice, game, 8);
 * The one place that lists all kinds of evaluators: a new kind adds its number, its
 * parameters, and a case in each function.
 * Owns: nothing; a choice is a value.
 * Threads: bind and start are for one thread; many threads may make evaluators.
 * Errors: those of the kind (network_choice.h, integer_evaluator.h,
 *      process_evaluator.h); of bind: braces in a path that hold no key of the variant.
 */
#ifndef MCTS_EVALUATOR_CHOICE_H
#define MCTS_EVALUATOR_CHOICE_H

#include "core/base/error.h"
#include "mcts/evaluate/network_choice.h"
#include "mcts/evaluate/process/process_choice.h"

struct evaluator;

typedef enum {
    EVALUATOR_PLAYOUTS,
    EVALUATOR_NETWORK,
    EVALUATOR_INTEGER,
    EVALUATOR_PROCESS,
    EVALUATOR_GIVEN /* by a C caller; not available in configurations */
} evaluator_kind_t;

/* The symmetry of the board through which a search's leaves are evaluated. */
typedef enum {
    SYMMETRY_NONE,
    SYMMETRY_RANDOM /* drawn for each search from those that exchange no sides */
} evaluator_symmetry_t;

/* Makes evaluators of an external kind, with priors. */
typedef struct evaluator_maker {
    struct evaluator *(*make)(const struct evaluator_maker *maker, const game_t *game,
                              int batch);
    int batch; /* maximum batch of one */
} evaluator_maker_t;

typedef struct evaluator_choice {
    int kind;                       /* evaluator_kind_t */
    int symmetry;                   /* evaluator_symmetry_t; for kinds with priors */
    network_choice_t network;       /* for the kinds with a network */
    process_choice_t process;       /* for an outside program */
    const evaluator_maker_t *given; /* for EVALUATOR_GIVEN, borrowed */
} evaluator_choice_t;

/* Opens the network that the choice names and completes it; required before
 * evaluator_choice_make. In the path of the weights, {KEY} is replaced by the variant's
 * value of that key. */
bool evaluator_choice_bind(evaluator_choice_t *choice, const game_t *game,
                           const char *where, failure_t *error);

/* Starts the outside program that the choice names, if any; required before the first
 * evaluation. Commands that only read do not call it: a file must not start a program. */
bool evaluator_choice_start(evaluator_choice_t *choice, const game_t *game,
                            const char *where, failure_t *error);

/* For one thread; cheap until its first batch. batch: maximum leaves at a time. Release
 * with evaluator_free. */
struct evaluator *evaluator_choice_make(const evaluator_choice_t *choice,
                                        const game_t *game, int batch);

/* The maximum batch of one such evaluator. */
int evaluator_choice_batch(const evaluator_choice_t *choice);

/* Whether both bound choices evaluate every position the same, so that one evaluator
 * suffices. */
bool evaluator_choice_equal(const evaluator_choice_t *a, const evaluator_choice_t *b);

#endif
