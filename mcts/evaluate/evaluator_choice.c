#include "mcts/evaluate/evaluator_choice.h"

#include "mcts/evaluate/convolution_evaluator.h"
#include "mcts/evaluate/integer/integer_evaluator.h"
#include "mcts/evaluate/playout_evaluator.h"
#include "mcts/evaluate/process/process_evaluator.h"

static evaluator_kind_t kind_of(const evaluator_choice_t *choice) {
    return (evaluator_kind_t)choice->kind;
}

bool evaluator_choice_bind(evaluator_choice_t *choice, const game_t *game,
                           const char *where, failure_t *error) {
    switch (kind_of(choice)) {
    case EVALUATOR_NETWORK:
        return network_choice_bind(&choice->network, game, where, error);
    case EVALUATOR_INTEGER:
        return integer_evaluator_bind(&choice->network, game, where, error);
    case EVALUATOR_PROCESS:
        return process_evaluator_bind(&choice->process, game, where, error);
    case EVALUATOR_GIVEN:
    case EVALUATOR_PLAYOUTS:
        break;
    }
    return true;
}

evaluator_t *evaluator_choice_make(const evaluator_choice_t *choice, const game_t *game,
                                   int batch) {
    switch (kind_of(choice)) {
    case EVALUATOR_NETWORK:
        return convolution_evaluator_new(&choice->network, game, batch);
    case EVALUATOR_INTEGER:
        return integer_evaluator_new(&choice->network, game);
    case EVALUATOR_PROCESS:
        return process_evaluator_new(&choice->process, game);
    case EVALUATOR_GIVEN:
        return choice->given->make(choice->given, game, batch);
    case EVALUATOR_PLAYOUTS:
        break;
    }
    return playout_evaluator_new(game);
}

int evaluator_choice_batch(const evaluator_choice_t *choice) {
    if (kind_of(choice) == EVALUATOR_GIVEN)
        return choice->given->batch;
    return kind_of(choice) == EVALUATOR_PROCESS ? PROCESS_LEAVES : PLAYOUT_SLOTS;
}

bool evaluator_choice_equal(const evaluator_choice_t *a, const evaluator_choice_t *b) {
    if (a->kind != b->kind)
        return false;
    switch (kind_of(a)) {
    case EVALUATOR_NETWORK:
        return a->network.opened == b->network.opened &&
               a->network.instructions == b->network.instructions;
    case EVALUATOR_INTEGER:
        return a->network.integer == b->network.integer;
    case EVALUATOR_PROCESS:
        return engine_program_equal(&a->process.program, &b->process.program);
    case EVALUATOR_GIVEN:
        return a->given == b->given;
    case EVALUATOR_PLAYOUTS:
        break;
    }
    return true;
}
