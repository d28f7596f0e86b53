/* eval_commands.h - the commands of this layer (core/cli/cli.h), and their shared
 * options.
 */
#ifndef EVAL_EVAL_COMMANDS_H
#define EVAL_EVAL_COMMANDS_H

#include "core/base/duration.h"
#include "core/base/error.h"
#include "core/cli/option_table.h"

#include <stdbool.h>

/* --solve-budget, into a double. */
#define EVAL_OPTION_SOLVE(type, field, ...)                                              \
    OPTION_FORM("solve-budget", 0, "TIME", type, field, eval_read_budget,                \
                "a time such as " DURATION_FORMS ", or 0", __VA_ARGS__)
bool eval_read_budget(const char *word, void *field, failure_t *error);

/* Prints a line about a generation of learning (eval/learn/learn.h). */
typedef struct learn learn_t;
typedef struct learn_row learn_row_t;
void eval_report_generation(const learn_t *learn, const learn_row_t *row);

extern const command_t info_command;
extern const command_t keys_command;
extern const command_t learn_command;
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
