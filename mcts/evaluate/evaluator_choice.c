#include "mcts/evaluate/evaluator_choice.h"

#include "mcts/evaluate/convolution_evaluator.h"
#include "mcts/evaluate/integer/integer_evaluator.h"
#include "mcts/evaluate/playout_evaluator.h"

bool evaluator_choice_bind(evaluator_choice_t *choice, const game_t *game,
                           const char *where, failure_t *error) {
    if (choice->kind == EVALUATOR_INTEGER)
        return integer_evaluator_bind(&choice->network, game, where, error);
    return choice->kind != EVALUATOR_NETWORK ||
           network_choice_bind(&choice->network, game, where, error);
}

evaluator_t *evaluator_choice_make(const evaluator_choice_t *choice, const game_t *game,
                                   int batch) {
    if (choice->kind == EVALUATOR_NETWORK)
        return convolution_evaluator_new(&choice->network, game, batch);
    if (choice->kind == EVALUATOR_INTEGER)
        return integer_evaluator_new(&choice->network, game);
    if (choice->kind == EVALUATOR_GIVEN)
        return choice->given->make(choice->given, game, batch);
    return playout_evaluator_new(game);
}

bool evaluator_choice_equal(const evaluator_choice_t *a, const evaluator_choice_t *b) {
    if (a->kind != b->kind)
        return false;
    if (a->kind == EVALUATOR_INTEGER)
        return a->network.integer == b->network.integer;
    if (a->kind == EVALUATOR_GIVEN)
        return a->given == b->given;
    return a->kind != EVALUATOR_NETWORK ||
           (a->network.opened == b->network.opened &&
            a->network.instructions == b->network.instructions);
}
