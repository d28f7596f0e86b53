/* eval_commands.h - the commands of this room; what they share is core/cli/cli.h. */
#ifndef EVAL_EVAL_COMMANDS_H
#define EVAL_EVAL_COMMANDS_H

int command_match(int argc, char **argv);
int command_study(int argc, char **argv);
int command_report(int argc, char **argv);
int command_metrics(int argc, char **argv);
int command_rate(int argc, char **argv);
int command_solve(int argc, char **argv);

#endif
