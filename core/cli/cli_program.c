/* fulcrum help, version and completion: the commands about the program itself. */
#include "core/cli/cli.h"
#include "core/cli/complete.h"
#include "core/cli/help.h"
#include "core/kit/kit_summary.h"

#include <string.h>

/* --- help --------------------------------------------------------------------------- */

typedef struct help_call {
    cli_words_t words;
    bool as_man;
} help_call_t;

static const option_t help_options[] = {
    OPTION_FLAG("man", 0, help_call_t, as_man,
                "Print the manual page in roff: `man -l <(fulcrum help --man)`"),
};

static int run_help(void *data, const program_t *program) {
    const help_call_t *call = data;
    const help_form_t form = call->as_man ? HELP_MAN : HELP_TEXT;
    failure_t error;
    if (call->words.count == 0) {
        help_print_program(program, form, stdout);
        return cli_finish_output();
    }
    if (strcmp(call->words.words[0], "kit") == 0) {
        fputs(KIT_txt, stdout);
        return cli_finish_output();
    }
    const command_t *command = program_find(program, call->words.words[0], &error);
    if (!command)
        return cli_fail(&error);
    help_print_command(program, command, form, stdout);
    return cli_finish_output();
}

const command_t help_command = {
    .name = "help",
    .summary = "list the commands, or the options of one",
    .description = "Print the list of commands, or all options of a command, like "
                   "`fulcrum COMMAND --help`. `fulcrum help kit` prints how to write a "
                   "game in one file.",
    .arguments = {ARGUMENT("COMMAND", WORD_COMMAND, 0, 1, help_call_t, words, NULL)},
    .groups = {{.options = help_options, .count = OPTION_COUNT(help_options)}},
    .call_bytes = sizeof(help_call_t),
    .run_for_program = run_help,
};

/* --- version ------------------------------------------------------------------------ */

static int run_version(void *call) {
    (void)call;
    help_print_version(stdout);
    return cli_finish_output();
}

const command_t version_command = {
    .name = "version",
    .summary = "print the program's version and build",
    .description = "Print the program's version and commit, the compiler that built it, "
                   "the instruction set that it was built for and the build type.",
    .run = run_version,
};

/* --- completion --------------------------------------------------------------------- */

typedef struct completion_call {
    cli_words_t words;
} completion_call_t;

static int run_completion(void *data) {
    const completion_call_t *call = data;
    bool is_bash = strcmp(call->words.words[0], "bash") == 0;
    fputs(complete_script(is_bash ? SHELL_BASH : SHELL_ZSH), stdout);
    return cli_finish_output();
}

const command_t completion_command = {
    .name = "completion",
    .summary = "print a shell completion script",
    .description = "Print a script for bash or zsh that completes commands, options, "
                   "games, their keys and files. In ~/.bashrc:\n"
                   "  source <(fulcrum completion bash)\n"
                   "In ~/.zshrc, after compinit:\n"
                   "  source <(fulcrum completion zsh)",
    .arguments = {{.label = "SHELL",
                   .choices = SHELL_CHOICES,
                   .least = 1,
                   .most = 1,
                   .offset = offsetof(completion_call_t, words),
                   .missing = "no shell given: use bash or zsh"}},
    .call_bytes = sizeof(completion_call_t),
    .run = run_completion,
};
