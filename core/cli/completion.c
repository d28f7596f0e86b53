#include "core/cli/completion.h"

#include "core/cli/completion_assets.h"
#include "core/config/choices.h"
#include "core/game/game.h"
#include "core/game/pie_rule.h"

#include <string.h>

/* --- Both shells -------------------------------------------------------------------- */

/* The words of "a|b", each followed by `end`. */
static void write_choices(const char *choices, const char *before, char end, FILE *file) {
    for (int i = 0; i < choices_count(choices); i++) {
        const char *start;
        int length = choice_at(choices, i, &start);
        fprintf(file, "%s%.*s%c", before, length, start, end);
    }
}

/* A line "key=", and a line "key=word" for each choice. */
static void write_key(const char *path, const char *choices, FILE *file) {
    char before[128];
    snprintf(before, sizeof before, "%s=", path);
    fprintf(file, "%s\n", before);
    if (choices)
        write_choices(choices, before, '\n', file);
}

static void write_keys(FILE *file) {
    fputs("\n_fulcrum_keys() {\n    case $1 in\n", file);
    for (int i = 0; i < game_class_count; i++) {
        const keyset_t *keys = &game_classes[i]->variant_keys;
        fprintf(file, "    %s) echo '", game_classes[i]->name);
        for (int k = 0; k < keys->count; k++)
            write_key(keys->keys[k].path,
                      keys->keys[k].kind == VALUE_BOOL ? "true|false"
                                                       : keys->keys[k].choices,
                      file);
        write_key(SWAP_KEY, "true|false", file);
        fputs("' ;;\n", file);
    }
    fputs("    esac\n}\n", file);
}

static void write_games(const char *between, FILE *file) {
    fputs("\n_fulcrum_games() {\n    echo '", file);
    for (int i = 0; i < game_class_count; i++)
        fprintf(file, "%s%s", i ? between : "", game_classes[i]->name);
    fputs("'\n}\n", file);
}

/* kinds='game key files' of a command's words. */
static void write_kinds(const command_t *command, FILE *file) {
    unsigned kinds = 0;
    fputs(" kinds='", file);
    for (int i = 0; i < COMMAND_ARGUMENTS && command->arguments[i].label; i++) {
        kinds |= command->arguments[i].kinds;
        if (command->arguments[i].choices)
            write_choices(command->arguments[i].choices, "", ',', file);
    }
    fprintf(file, "%s%s%s%s%s'", kinds & WORD_GAME ? "game " : "",
            kinds & WORD_KEY ? "key " : "", kinds & WORD_COMMAND ? "command " : "",
            kinds & WORD_FILE ? "files " : "", kinds & WORD_FOLDER ? "folders " : "");
}

/* --- bash --------------------------------------------------------------------------- */

static void write_commands_bash(const program_t *program, FILE *file) {
    const command_t *command;
    fputs("\n_fulcrum_commands() {\n    echo '", file);
    for (int i = 0; (command = program_command(program, i)) != NULL; i++)
        fprintf(file, "%s%s", i ? " " : "", command->name);
    fputs("'\n}\n\n_fulcrum_command() {\n    case $1 in\n", file);
    for (int i = 0; (command = program_command(program, i)) != NULL; i++) {
        size_t offset;
        const option_t *option;
        fprintf(file, "    %s)", command->name);
        write_kinds(command, file);
        fputs("\n        options='", file);
        for (int k = 0; (option = command_option(command, k, &offset)) != NULL; k++)
            if (!option->hidden)
                fprintf(file, "%s--%s%s", k ? " " : "", option->name,
                        option->label && !option->value_optional ? "=" : "");
        fputs("' ;;\n", file);
    }
    fputs("    esac\n}\n", file);
}

static void write_value_bash(const command_t *command, const option_t *option,
                             FILE *file) {
    bool follows = !option->value_optional; /* else the value comes after a = only */
    fprintf(file, "    '%s --%s'", command->name, option->name);
    if (option->letter && follows)
        fprintf(file, " | '%s -%c'", command->name, option->letter);
    fputs(") echo '", file);
    if (option->kind == OPTION_KIND_CHOICE)
        write_choices(option->choices, "", ' ', file);
    else
        fputs(option->kind == OPTION_KIND_FILE     ? "files"
              : option->kind == OPTION_KIND_FOLDER ? "folders"
                                                   : "any",
              file);
    fputs("' ;;\n", file);
}

static void write_bash(const program_t *program, FILE *file) {
    const command_t *command;
    fputs("# bash completion for fulcrum: source <(fulcrum completion bash)\n", file);
    write_games(" ", file);
    write_keys(file);
    write_commands_bash(program, file);
    fputs("\n_fulcrum_value() {\n    case \"$1 $2\" in\n", file);
    for (int i = 0; (command = program_command(program, i)) != NULL; i++) {
        size_t offset;
        const option_t *option;
        for (int k = 0; (option = command_option(command, k, &offset)) != NULL; k++)
            if (option_has_value(option) && !option->value_optional)
                write_value_bash(command, option, file);
    }
    fprintf(file, "    esac\n}\n\n%s", completion_bash);
}

/* --- zsh ---------------------------------------------------------------------------- */

/* The first clause of a help text, as part of a single-quoted spec. */
static void write_clause_zsh(const char *help, FILE *file) {
    for (const char *c = help; *c && !((*c == ';' || *c == ':') && c[1] == ' '); c++) {
        if (*c == '\'')
            fputs("'\\'", file);
        else if (strchr("[]:\\", *c))
            fputc('\\', file);
        fputc(*c, file);
    }
}

static void write_spec_zsh(const option_t *option, FILE *file) {
    const char *equals = !option->label ? "" : option->value_optional ? "=-" : "=";
    fputs("        specs+=(", file);
    if (option->letter)
        fprintf(file, "'(-%c --%s)'{-%c%s,--%s%s}'[", option->letter, option->name,
                option->letter, option->label ? "+" : "", option->name, equals);
    else
        fprintf(file, "'--%s%s[", option->name, equals);
    write_clause_zsh(option->help, file);
    fputc(']', file);
    if (option->label) {
        fputs(option->value_optional ? "::" : ":", file);
        write_clause_zsh(option->label, file);
        fputc(':', file);
    }
    if (option->kind == OPTION_KIND_CHOICE) {
        fputc('(', file);
        write_choices(option->choices, "", ' ', file);
        fputc(')', file);
    }
    fprintf(file, "%s')\n",
            option->kind == OPTION_KIND_FILE                      ? "_files"
            : option->kind == OPTION_KIND_FOLDER                  ? "_files -/"
            : option->label && option->kind != OPTION_KIND_CHOICE ? " "
                                                                  : "");
}

static void write_zsh(const program_t *program, FILE *file) {
    const command_t *command;
    fputs(
        "#compdef fulcrum\n"
        "# zsh completion for fulcrum: source <(fulcrum completion zsh), or install this "
        "as the\n# file _fulcrum in a folder of $fpath.\n",
        file);
    write_games("\n", file);
    write_keys(file);
    fputs("\n_fulcrum_commands() {\n    local -a commands\n    commands=(\n", file);
    for (int i = 0; (command = program_command(program, i)) != NULL; i++) {
        fprintf(file, "        '%s:", command->name);
        write_clause_zsh(command->summary, file);
        fputs("'\n", file);
    }
    fputs("    )\n    _describe command commands\n}\n\n"
          "_fulcrum_command() {\n    specs=()\n    case $1 in\n",
          file);
    for (int i = 0; (command = program_command(program, i)) != NULL; i++) {
        size_t offset;
        const option_t *option;
        fprintf(file, "    %s)\n       ", command->name);
        write_kinds(command, file);
        fputc('\n', file);
        for (int k = 0; (option = command_option(command, k, &offset)) != NULL; k++)
            if (!option->hidden)
                write_spec_zsh(option, file);
        fputs("        ;;\n", file);
    }
    fprintf(file, "    esac\n}\n\n%s", completion_zsh);
}

void completion_write(const program_t *program, shell_t shell, FILE *file) {
    if (shell == SHELL_BASH)
        write_bash(program, file);
    else
        write_zsh(program, file);
}
