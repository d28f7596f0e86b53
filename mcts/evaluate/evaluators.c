/* The kinds of evaluators: those of the program, and of a play page. */
#include "mcts/evaluate/evaluator_choice.h"

#ifdef __wasm__
#define ONLY_IN_PROGRAM(class) NULL
#else
#define ONLY_IN_PROGRAM(class) &(class)
#endif

const evaluator_class_t *const evaluator_classes[EVALUATOR_CLASSES] = {
    &playout_evaluator, ONLY_IN_PROGRAM(convolution_evaluator), &integer_evaluator,
    ONLY_IN_PROGRAM(process_evaluator)};
