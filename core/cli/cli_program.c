/* fulcrum help, version and completion: the commands about the program itself. */
#include "core/base/files/output_file.h"
#include "core/base/files/publish.h"
#include "core/base/memory_stream.h"
#include "core/cli/cli.h"
#include "core/cli/completion.h"
#include "core/cli/man_page.h"
#include "core/cli/option_help.h"

#include <stdlib.h>

/* --- help --------------------------------------------------------------------------- */

typedef struct help_call {
    cli_words_t words;
    const char *folder;
    bool as_man;
} help_call_t;

static const option_t help_options[] = {
    OPTION_FLAG("man", 0, help_call_t, as_man,
                "Print the manual page in roff: `man -l <(fulcrum help --man)`"),
    OPTION_FOLDER(
        "out", 'o', "DIR", help_call_t, folder,
        "With --man: write the pages of the program and of all commands to this "
        "folder, as fulcrum.1, fulcrum-games.1, ..."),
};

static bool check_help(const void *data, failure_t *error) {
    const help_call_t *call = data;
    return !call->folder || (call->as_man && call->words.count == 0) ||
           error_set(error, "--out requires --man and no COMMAND: it writes all pages");
}

/* Writes the page of a command, or of the program (NULL), to a file in a folder. */
static bool write_page(const program_t *program, const command_t *command,
                       const char *folder, failure_t *error) {
    char path[1024], *text = NULL;
    size_t size = 0;
    if (snprintf(path, sizeof path, "%s/%s%s%s.1", folder, program->name,
                 command ? "-" : "", command ? command->name : "") >= (int)sizeof path)
        return error_set(error, "%.100s...: the path is too long", folder);
    FILE *file = memory_stream_open(&text, &size);
    if (command)
        man_page_command(program, command, file);
    else
        man_page_program(program, file);
    memory_stream_close(file);
    const output_rule_t rule = {.kind = "manual page", .begins = ".TH FULCRUM"};
    bool ok = output_check(path, &rule, error) && publish_file(path, text, size, error);
    free(text);
    return ok;
}

static bool write_pages(const program_t *program, const char *folder, failure_t *error) {
    const command_t *command;
    bool ok = publish_folder(folder, error) && write_page(program, NULL, folder, error);
    for (int i = 0; ok && (command = program_command(program, i)) != NULL; i++)
        ok = write_page(program, command, folder, error);
    return ok;
}

static int run_help(void *data, const program_t *program) {
    const help_call_t *call = data;
    const command_t *command = NULL;
    failure_t error;
    if (call->words.count > 0 &&
        !(command = program_find(program, call->words.words[0], &error)))
        return cli_fail(&error);
    if (call->folder && !write_pages(program, call->folder, &error))
        return cli_fail(&error);
    if (call->folder)
        return EXIT_DONE;
    if (command)
        (call->as_man ? man_page_command : option_help_command)(program, command, stdout);
    else
        (call->as_man ? man_page_program : option_help_program)(program, stdout);
    return cli_finish_output();
}

const command_t help_command = {
    .name = "help",
    .summary = "list the commands, or the options of one",
    .description = "Print the list of commands, or all options of a command, like "
                   "`fulcrum COMMAND --help`.",
    .arguments = {ARGUMENT("COMMAND", WORD_COMMAND, 0, 1, help_call_t, words, NULL)},
    .groups = {{.options = help_options, .count = OPTION_COUNT(help_options)}},
    .call_bytes = sizeof(help_call_t),
    .check = check_help,
    .run_for_program = run_help,
};

/* --- version ------------------------------------------------------------------------ */

static int run_version(void *call) {
    (void)call;
    option_help_version(stdout);
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

static int run_completion(void *data, const program_t *program) {
    const completion_call_t *call = data;
    bool is_bash = strcmp(call->words.words[0], "bash") == 0;
    completion_write(program, is_bash ? SHELL_BASH : SHELL_ZSH, stdout);
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
    .run_for_program = run_completion,
};
