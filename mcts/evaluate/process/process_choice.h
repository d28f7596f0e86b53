/* process_choice.h - the outside program that a configuration names as its evaluator.
 * Use: process_evaluator.h
 * Owns: nothing; a choice is a value.
 */
#ifndef MCTS_PROCESS_CHOICE_H
#define MCTS_PROCESS_CHOICE_H

#include "mcts/engine/engine_program.h"

#include <stdint.h>

enum { PROCESS_DEFAULT_BATCH = 256, PROCESS_MAX_BATCH = 4096 };

typedef struct process_choice {
    engine_program_t program;
    int64_t batch; /* positions that it is asked about at once, at most */
} process_choice_t;

#endif
