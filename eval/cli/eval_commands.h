/* cli.h - the commands of this room; what they share is core/cli.h. */
#ifndef EVAL_CLI_H
#define EVAL_CLI_H

int command_match(int argc, char **argv);
int command_study(int argc, char **argv);
int command_report(int argc, char **argv);
int command_metrics(int argc, char **argv);
int command_rate(int argc, char **argv);
int command_solve(int argc, char **argv);

#endif
