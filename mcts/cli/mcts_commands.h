/* cli.h - the commands of this room; see core/cli.h. */
#ifndef MCTS_CLI_H
#define MCTS_CLI_H

int command_analyze(int argc, char **argv);
int command_evaluate(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_play(int argc, char **argv);

#endif
