#include "core/cli/option_help.h"

#include "core/base/build_info.h"
#include "core/base/text_layout.h"

#include <string.h>

enum { FORMS_TEXT = 128, SYNOPSIS_TEXT = 512, OPTION_COLUMN = 27, COMMAND_COLUMN = 15 };
#define ANY_NUMBER 1e9 /* a range up to this or more is not shown */

/* --- One command -------------------------------------------------------------------- */

void option_help_text(const option_t *option, text_t *out) {
    const char *between = " (";
    text_add(out, "%s", option->help);
    if (option->kind == OPTION_KIND_WHOLE && option->most < ANY_NUMBER &&
        !strstr(option->help, "(default")) {
        text_add(out, "%s%.0f to %.0f", between, option->least, option->most);
        between = "; ";
    }
    if (option->fallback) {
        text_add(out, "%sdefault %s", between, option->fallback);
        between = "; ";
    }
    if (strcmp(between, "; ") == 0)
        text_add(out, ")");
}

static void print_synopsis(const program_t *program, const command_t *command,
                           FILE *file) {
    char synopsis[SYNOPSIS_TEXT];
    text_t out = text_into(synopsis, sizeof synopsis);
    command_write_synopsis(command, &out);
    const char *before = "Usage:";
    for (char *line = synopsis, *end; line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        if (end)
            *end = 0;
        int column =
            fprintf(file, "%6s %s %s [OPTION ...]", before, program->name, command->name);
        text_print_wrapped(file, line, column, 9);
        before = "or:";
    }
}

static void print_option(const option_t *option, FILE *file) {
    char forms[FORMS_TEXT], help[OPTION_HELP_TEXT];
    text_t forms_out = text_into(forms, sizeof forms);
    text_t help_out = text_into(help, sizeof help);
    option_write_forms(option, &forms_out);
    option_help_text(option, &help_out);
    int column = fprintf(file, "  %s", forms);
    if (column > OPTION_COLUMN - 2) {
        fputc('\n', file);
        column = 0;
    }
    text_print_wrapped(file, help, column, OPTION_COLUMN);
}

/* A command's own options are grouped with shared ones that have no title. */
static void print_options(const command_t *command, FILE *file) {
    size_t offset;
    const option_t *option;
    int index = 0;
    const char *title = NULL;
    fprintf(file, "\nOptions:\n");
    for (int g = 0; g < COMMAND_GROUPS && command->groups[g].options; g++) {
        const option_group_t *group = &command->groups[g];
        if (group->title && group->title != title)
            fprintf(file, "\n%s:\n", group->title);
        title = group->title;
        for (int i = 0; i < group->count; i++, index++)
            if (!group->options[i].hidden)
                print_option(&group->options[i], file);
    }
    if (title)
        fputc('\n', file);
    while ((option = command_option(command, index++, &offset)) != NULL)
        print_option(option, file);
}

static void print_statuses(const command_t *command, FILE *file) {
    fprintf(file, "\nExit status:\n");
    for (int status = 0; status < COMMAND_STATUSES; status++)
        if (command_exit_text(command, status)) {
            int column = fprintf(file, "  %d", status);
            text_print_wrapped(file, command_exit_text(command, status), column, 5);
        }
}

void option_help_command(const program_t *program, const command_t *command, FILE *file) {
    print_synopsis(program, command, file);
    fputc('\n', file);
    text_print_wrapped(file, command->description, 0, 0);
    print_options(command, file);
    if (command->notes) {
        fputc('\n', file);
        text_print_wrapped(file, command->notes, 0, 0);
    }
    print_statuses(command, file);
}

/* --- The program -------------------------------------------------------------------- */

void option_help_program(const program_t *program, FILE *file) {
    fprintf(file, "Usage: %s COMMAND [OPTION ...] [ARGUMENT ...]\n\n", program->name);
    fprintf(file, "%s: %s.\n", program->name, program->summary);
    for (int s = 0; s < program->num_sections; s++) {
        const command_section_t *section = &program->sections[s];
        fprintf(file, "\n%s:\n", section->title);
        for (int i = 0; i < section->count; i++) {
            int column = fprintf(file, "  %s", section->commands[i]->name);
            text_print_wrapped(file, section->commands[i]->summary, column,
                               COMMAND_COLUMN);
        }
    }
    if (program->notes) {
        fputc('\n', file);
        text_print_wrapped(file, program->notes, 0, 0);
    }
    fprintf(file, "\nSee `%s help COMMAND` for a command's options.\n", program->name);
}

void option_help_version(FILE *file) {
    fprintf(file, "%s, %s, %s, %s\n", build_program, build_compiler, build_instructions,
            build_type);
}
