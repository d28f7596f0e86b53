/* evaluator_choice.h - the evaluator that a configuration names.
 * Use: if (!evaluator_choice_bind(&choice, game, "FILE", &error)) ...
 *      evaluator_t *evaluator = evaluator_choice_make(&choice, game, 8);
 * The one place that knows which kinds of evaluators there are: a new kind adds its
 * number, its parameters, and a case in each of the functions.
 * Owns: nothing; a choice is a value.
 * Threads: bind is for one thread, evaluators may be made by many.
 * Errors: of bind, as the kind says (network_choice.h, integer_evaluator.h,
 *      process_evaluator.h); braces in a path that hold no key of the variant.
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
    EVALUATOR_GIVEN /* by a caller in C: no configuration names it */
} evaluator_kind_t;

/* Through which symmetry of the board a search has its leaves evaluated. */
typedef enum {
    SYMMETRY_NONE,
    SYMMETRY_RANDOM /* drawn for each search, of those that exchange no sides */
} evaluator_symmetry_t;

/* Makes evaluators of a kind that is not known here; they have priors. */
typedef struct evaluator_maker {
    struct evaluator *(*make)(const struct evaluator_maker *maker, const game_t *game,
                              int batch);
    int batch; /* leaves that one takes at once, at most */
} evaluator_maker_t;

typedef struct evaluator_choice {
    int kind;                       /* evaluator_kind_t */
    int symmetry;                   /* evaluator_symmetry_t; of kinds with priors */
    network_choice_t network;       /* of the kinds that have one */
    process_choice_t process;       /* of the outside program */
    const evaluator_maker_t *given; /* of EVALUATOR_GIVEN, borrowed */
} evaluator_choice_t;

/* Opens what the choice names and completes it; needed before evaluator_choice_make. In
 * the path of weights {KEY} becomes the value of that key of the variant. */
bool evaluator_choice_bind(evaluator_choice_t *choice, const game_t *game,
                           const char *where, failure_t *error);

/* For one thread, cheap until its first batch; batch: leaves at a time, at most.
 * evaluator_free. */
struct evaluator *evaluator_choice_make(const evaluator_choice_t *choice,
                                        const game_t *game, int batch);

/* The most leaves that one of it takes at once. */
int evaluator_choice_batch(const evaluator_choice_t *choice);

/* Whether both bound choices say the same of every position: then one evaluator will
 * do. */
bool evaluator_choice_equal(const evaluator_choice_t *a, const evaluator_choice_t *b);

#endif
