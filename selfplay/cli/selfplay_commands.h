/* selfplay_commands.h - the commands of this room; see core/cli/cli.h. */
#ifndef SELFPLAY_SELFPLAY_COMMANDS_H
#define SELFPLAY_SELFPLAY_COMMANDS_H

int command_selfplay(int argc, char **argv);
int command_keys(int argc, char **argv);
int command_info(int argc, char **argv);
int command_show(int argc, char **argv);
int command_verify(int argc, char **argv);
int command_merge(int argc, char **argv);
int command_export(int argc, char **argv);
int command_slurm(int argc, char **argv);
int command_status(int argc, char **argv);

#endif
