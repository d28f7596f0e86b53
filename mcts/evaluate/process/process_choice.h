/* process_choice.h - the outside evaluator that a configuration names.
 * Use: process_evaluator.h
 */
#ifndef MCTS_PROCESS_CHOICE_H
#define MCTS_PROCESS_CHOICE_H

#include "mcts/engine/engine_program.h"

#include <stdint.h>

enum { PROCESS_DEFAULT_BATCH = 256, PROCESS_MAX_BATCH = 4096 };

typedef struct process_choice {
    engine_program_t program;
    int64_t batch; /* maximum positions in a batch */
} process_choice_t;

#endif
