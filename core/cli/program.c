#include "core/cli/program.h"

#include "core/cli/cli.h"
#include "core/cli/help.h"
#include "core/cli/named_games.h"
#include "core/cli/option_parse.h"
#include "core/game/outside_game.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COMMANDS = 64, NAME_TEXT = 64 };

const command_t *program_command(const program_t *program, int index) {
    for (int s = 0; s < program->num_sections; s++) {
        const command_section_t *section = &program->sections[s];
        if (index < section->count)
            return section->commands[index];
        index -= section->count;
    }
    return NULL;
}

const command_t *program_find(const program_t *program, const char *name,
                              failure_t *error) {
    const char *names[MOST_COMMANDS];
    const command_t *command;
    int count = 0;
    while ((command = program_command(program, count)) != NULL) {
        if (strcmp(name, command->name) == 0)
            return command;
        REQUIRE(count < MOST_COMMANDS);
        names[count++] = command->name;
    }
    const char *nearest = text_nearest(name, names, count);
    error_set(error, "unknown command \"%.100s\"%s%s%s; see: %s help", name,
              nearest ? "; did you mean \"" : "", nearest ? nearest : "",
              nearest ? "\"?" : "", program->name);
    return NULL;
}

static int refuse(const program_t *program, const command_t *command,
                  const failure_t *error) {
    int status = cli_fail(error);
    fprintf(stderr, "See: %s %s --help\n", program->name, command->name);
    return status;
}

/* With the command's defaults; for the caller to free. */
static void *new_call(const command_t *command) {
    void *call = memory_new(1, command->call_bytes > 0 ? command->call_bytes : 1);
    option_defaults(command, call);
    return call;
}

/* argv[0] is the command's name. */
static int run(const program_t *program, const command_t *command, int argc,
               char **argv) {
    failure_t error;
    uint64_t given;
    char name[NAME_TEXT];
    snprintf(name, sizeof name, "%s %s", program->name, command->name);
    error_name_program(name);
    void *call = new_call(command);
    int status = EXIT_DONE;
    switch (option_parse(command, argc, argv, call, &given, &error)) {
    case CALL_RUN:
        if (command->without_rules)
            outside_games_need_no_rules();
        if (command->before_games)
            command->before_games();
        if (!named_games_load(command, call, &error)) {
            status = cli_fail(&error);
            break;
        }
        outside_games_explain_crashes();
        status = command->run_for_program ? command->run_for_program(call, program)
                                          : command->run(call);
        break;
    case CALL_HELP:
        help_print_command(program, command, HELP_TEXT, stdout);
        status = cli_finish_output();
        break;
    case CALL_VERSION:
        help_print_version(stdout);
        status = cli_finish_output();
        break;
    case CALL_WRONG:
        status = refuse(program, command, &error);
        break;
    }
    free(call);
    error_name_program(program->name);
    return status;
}

/* Prints the names of the options given; nothing is done. */
static int parse(const program_t *program, const command_t *command, int argc,
                 char **argv) {
    failure_t error;
    uint64_t given = 0;
    void *call = new_call(command);
    const call_kind_t kind = option_parse(command, argc, argv, call, &given, &error);
    free(call);
    if (kind == CALL_WRONG)
        return refuse(program, command, &error);
    size_t offset;
    const option_t *option;
    for (int i = 0; (option = command_option(command, i, &offset)) != NULL; i++)
        if (given >> i & 1)
            printf("%s ", option->name);
    printf("\n");
    return cli_finish_output();
}

/* The name of a command, given as such or as --help or --version. */
static const char *command_name(const char *word) {
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return "help";
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
        return "version";
    return word;
}

/* Loads the games of the environment and of each `--game FILE` before the command; *used:
 * the number of words read. */
static bool load_games(int argc, char **argv, int *used, failure_t *error) {
    static const char option[] = "--game";
    size_t length = sizeof option - 1;
    bool ok = outside_games_load_environment(error);
    for (*used = 0; ok && *used + 1 < argc; ++*used) {
        const char *word = argv[*used + 1];
        if (strncmp(word, option, length) != 0 || (word[length] && word[length] != '='))
            return true;
        const char *path = word[length] ? word + length + 1 : NULL;
        if (!path && *used + 2 == argc)
            return error_set(error,
                             "--game needs a value: FILE, a C file or a shared object");
        ok = outside_game_load(path ? path : argv[++*used + 1], error) != NULL;
    }
    return ok;
}

int program_main(const program_t *program, int argc, char **argv) {
    failure_t error;
    int used;
    if (!load_games(argc, argv, &used, &error))
        return cli_fail(&error);
    argc -= used;
    argv += used;
    if (argc < 2) {
        help_print_program(program, HELP_TEXT, stderr);
        return EXIT_WRONG_CALL;
    }
    if (strcmp(argv[1], "__complete") == 0) {
        program->complete(program, argv + 2, argc - 2, stdout);
        return cli_finish_output();
    }
    const int before = argc > 2 && strcmp(argv[1], "__parse") == 0;
    argc -= 1 + before;
    argv += 1 + before;
    const command_t *command = program_find(program, command_name(argv[0]), &error);
    return command ? (before ? parse : run)(program, command, argc, argv)
                   : cli_fail(&error);
}
