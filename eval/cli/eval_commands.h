/* eval_commands.h - the commands of this layer (core/cli/cli.h), and their shared
 * options.
 */
#ifndef EVAL_EVAL_COMMANDS_H
#define EVAL_EVAL_COMMANDS_H

#include "core/cli/option_table.h"

#define EVAL_OPTION_CSV(type, field, ...)                                                \
    OPTION_FLAG("csv", 'c', type, field, __VA_ARGS__)

extern const command_t match_command;
extern const command_t study_command;
extern const command_t report_command;
extern const command_t claim_command;
extern const command_t page_command;
extern const command_t metrics_command;
extern const command_t rate_command;
extern const command_t solve_command;
extern const command_t complexity_command;
extern const command_t puzzles_command;
extern const command_t accuracy_command;

#endif
