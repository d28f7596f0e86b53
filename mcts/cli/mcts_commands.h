/* mcts_commands.h - the commands of this room; see core/cli/cli.h. */
#ifndef MCTS_MCTS_COMMANDS_H
#define MCTS_MCTS_COMMANDS_H

int command_analyze(int argc, char **argv);
int command_evaluate(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_play(int argc, char **argv);

#endif
