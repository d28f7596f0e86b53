/* selfplay_commands.h - the commands of this layer; see core/cli/cli.h. */
#ifndef SELFPLAY_SELFPLAY_COMMANDS_H
#define SELFPLAY_SELFPLAY_COMMANDS_H

#include "core/cli/option_table.h"

extern const command_t train_command;
extern const command_t selfplay_command;
extern const command_t show_command;
extern const command_t verify_command;
extern const command_t merge_command;
extern const command_t trim_command;
extern const command_t export_command;
extern const command_t reanalyze_command;
extern const command_t estimate_command;
extern const command_t slurm_command;
extern const command_t status_command;

#endif
