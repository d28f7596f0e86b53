/* mcts_commands.h - this layer's commands (core/cli/cli.h) and their shared options. */
#ifndef MCTS_MCTS_COMMANDS_H
#define MCTS_MCTS_COMMANDS_H

#include "core/cli/option_table.h"
#include "mcts/evaluate/convolution/network_instructions.h"

/* An int or network_instructions_t. */
#define MCTS_OPTION_INSTRUCTIONS(type, field)                                            \
    OPTION_CHOICE("instructions", 'i', "NAME", type, field, INSTRUCTIONS_CHOICES,        \
                  "Evaluate the network with these instructions: portable, avx2, "       \
                  "avx512, avx512_bf16 or amx",                                          \
                  .fallback = "auto")

extern const command_t analyze_command;
extern const command_t evaluate_command;
extern const command_t bench_command;
extern const command_t engine_command;
extern const command_t play_command;

#endif
