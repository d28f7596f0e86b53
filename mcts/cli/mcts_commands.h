/* mcts_commands.h - the commands of this layer (core/cli/cli.h), and options that several
 * of them have.
 */
#ifndef MCTS_MCTS_COMMANDS_H
#define MCTS_MCTS_COMMANDS_H

#include "core/cli/option_table.h"
#include "mcts/evaluate/convolution/network_instructions.h"

/* An int or network_instructions_t. */
#define MCTS_OPTION_INSTRUCTIONS(type, field)                                            \
    OPTION_CHOICE("instructions", 'i', "NAME", type, field, INSTRUCTIONS_CHOICES,        \
                  "Evaluate the network by these instructions: portable, avx2, avx512, " \
                  "avx512_bf16 or amx",                                                  \
                  .fallback = "auto")

extern const command_t analyze_command;
extern const command_t evaluate_command;
extern const command_t bench_command;
extern const command_t engine_command;
extern const command_t play_command;

#endif
