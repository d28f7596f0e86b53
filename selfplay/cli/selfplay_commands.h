/* selfplay_commands.h - the commands of this layer; see core/cli/cli.h. */
#ifndef SELFPLAY_SELFPLAY_COMMANDS_H
#define SELFPLAY_SELFPLAY_COMMANDS_H

#include "core/cli/option_table.h"

extern const command_t selfplay_command, keys_command;
extern const command_t info_command, show_command, verify_command, merge_command;
extern const command_t export_command, slurm_command, status_command;

#endif
