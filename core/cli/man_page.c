#include "core/cli/man_page.h"

#include "core/base/build_info.h"
#include "core/cli/option_help.h"

#include <ctype.h>
#include <string.h>

enum { SYNOPSIS_TEXT = 512 };

/* --- Text as roff ------------------------------------------------------------------- */

/* Writes characters of a line; text between backquotes is bold. */
static void put_text(FILE *file, const char *text, size_t length) {
    bool is_bold = false;
    if (length > 0 && (*text == '.' || *text == '\''))
        fputs("\\&", file);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\\')
            fputs("\\e", file);
        else if (text[i] == '-')
            fputs("\\-", file);
        else if (text[i] == '`')
            fputs((is_bold = !is_bold) ? "\\fB" : "\\fR", file);
        else
            fputc(text[i], file);
    }
}

static void put_line(FILE *file, const char *text) {
    put_text(file, text, strlen(text));
    fputc('\n', file);
}

/* Writes paragraphs; lines that begin with a blank are not filled. */
static void put_paragraphs(FILE *file, const char *text) {
    bool is_first = true, was_line = false;
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = text + strcspn(text, "\n");
        bool is_line = *text == ' ';
        if (is_line && !was_line)
            fputs(".PP\n.nf\n", file);
        if (!is_line && was_line)
            fputs(".fi\n", file);
        if (!is_line && !is_first)
            fputs(".PP\n", file);
        put_text(file, text, (size_t)(end - text));
        fputc('\n', file);
        is_first = false;
        was_line = is_line;
    }
    if (was_line)
        fputs(".fi\n", file);
}

/* --- Parts of a page ---------------------------------------------------------------- */

/* command: NULL for the program's own page. */
static void put_title(const program_t *program, const command_t *command, FILE *file) {
    char name[64];
    snprintf(name, sizeof name, "%s%s%s", program->name, command ? "-" : "",
             command ? command->name : "");
    for (char *c = name; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    fputs(".TH ", file);
    put_text(file, name, strlen(name));
    fputs(" 1 \"\" \"", file);
    put_text(file, build_program, strlen(build_program));
    fputs("\" \"User Commands\"\n.SH NAME\n", file);
    put_text(file, program->name, strlen(program->name));
    if (command) {
        fputs("\\-", file);
        put_text(file, command->name, strlen(command->name));
    }
    fputs(" \\- ", file);
    put_line(file, command ? command->summary : program->summary);
}

static void put_synopsis(const program_t *program, const command_t *command, FILE *file) {
    char synopsis[SYNOPSIS_TEXT];
    text_t out = text_into(synopsis, sizeof synopsis);
    command_write_synopsis(command, &out);
    fputs(".SH SYNOPSIS\n", file);
    for (char *line = synopsis, *end; line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        if (end)
            *end = 0;
        fprintf(file, "%s\\fB%s ", line == synopsis ? "" : ".br\n", program->name);
        put_text(file, command->name, strlen(command->name));
        fputs("\\fR [\\fIOPTION\\fR ...] ", file);
        put_line(file, line);
    }
}

static void put_option(const option_t *option, FILE *file) {
    char help[OPTION_HELP_TEXT];
    text_t out = text_into(help, sizeof help);
    option_help_text(option, &out);
    fputs(".TP\n", file);
    if (option->letter)
        fprintf(file, "\\fB\\-%c\\fR, ", option->letter);
    fputs("\\fB\\-\\-", file);
    put_text(file, option->name, strlen(option->name));
    fputs("\\fR", file);
    if (option->label) {
        fputs(option->value_optional ? "[=\\fI" : "=\\fI", file);
        put_text(file, option->label, strlen(option->label));
        fputs(option->value_optional ? "\\fR]" : "\\fR", file);
    }
    fputc('\n', file);
    put_line(file, help);
}

static void put_options(const command_t *command, FILE *file) {
    size_t offset;
    const option_t *option;
    int index = 0;
    const char *title = NULL;
    fputs(".SH OPTIONS\n", file);
    for (int g = 0; g < COMMAND_GROUPS && command->groups[g].options; g++) {
        const option_group_t *group = &command->groups[g];
        if (group->title && group->title != title)
            fprintf(file, ".SS %s\n", group->title);
        title = group->title;
        for (int i = 0; i < group->count; i++, index++)
            if (!group->options[i].hidden)
                put_option(&group->options[i], file);
    }
    if (title)
        fputs(".SS Help\n", file);
    while ((option = command_option(command, index++, &offset)) != NULL)
        put_option(option, file);
}

static void put_statuses(const command_t *command, FILE *file) {
    fputs(".SH EXIT STATUS\n", file);
    for (int status = 0; status < COMMAND_STATUSES; status++)
        if (command_exit_text(command, status)) {
            fprintf(file, ".TP\n%d\n", status);
            put_line(file, command_exit_text(command, status));
        }
}

/* --- Pages -------------------------------------------------------------------------- */

void man_page_command(const program_t *program, const command_t *command, FILE *file) {
    put_title(program, command, file);
    put_synopsis(program, command, file);
    fputs(".SH DESCRIPTION\n", file);
    put_paragraphs(file, command->description);
    put_options(command, file);
    if (command->notes) {
        fputs(".SH NOTES\n", file);
        put_paragraphs(file, command->notes);
    }
    put_statuses(command, file);
    fprintf(file, ".SH SEE ALSO\n.BR %s (1)\n", program->name);
}

void man_page_program(const program_t *program, FILE *file) {
    put_title(program, NULL, file);
    fprintf(file,
            ".SH SYNOPSIS\n\\fB%s\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR ...] "
            "[\\fIARGUMENT\\fR ...]\n.SH COMMANDS\n",
            program->name);
    for (int s = 0; s < program->num_sections; s++) {
        const command_section_t *section = &program->sections[s];
        fprintf(file, ".SS %s\n", section->title);
        for (int i = 0; i < section->count; i++) {
            fprintf(file, ".TP\n.BR %s\\-", program->name);
            put_text(file, section->commands[i]->name,
                     strlen(section->commands[i]->name));
            fputs(" (1)\n", file);
            put_line(file, section->commands[i]->summary);
        }
    }
    if (program->notes) {
        fputs(".SH NOTES\n", file);
        put_paragraphs(file, program->notes);
    }
}
