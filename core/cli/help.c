#include "core/cli/help.h"

#include "core/base/build_info.h"
#include "core/base/text_layout.h"

#include <ctype.h>
#include <string.h>

enum { FORMS_TEXT = 128, SYNOPSIS_TEXT = 512, OPTION_COLUMN = 27, COMMAND_COLUMN = 15 };
#define ANY_NUMBER 1e9 /* a range up to this or more is not shown */

/* A page that is being written. */
typedef struct page {
    FILE *file;
    bool is_man;
} page_t;

/* --- Writing in both forms ---------------------------------------------------------- */

/* Writes characters of a line as roff; text between backquotes is bold. */
static void put_roff(const page_t *page, const char *text, size_t length) {
    bool is_bold = false;
    if (length > 0 && (*text == '.' || *text == '\''))
        fputs("\\&", page->file);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\\')
            fputs("\\e", page->file);
        else if (text[i] == '-')
            fputs("\\-", page->file);
        else if (text[i] == '`')
            fputs((is_bold = !is_bold) ? "\\fB" : "\\fR", page->file);
        else
            fputc(text[i], page->file);
    }
}

/* Writes paragraphs; lines that begin with a blank are not filled. */
static void put_text(const page_t *page, const char *text) {
    if (!page->is_man) {
        text_print_wrapped(page->file, text, 0, 0);
        return;
    }
    bool was_line = false;
    const char *start = text;
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = text + strcspn(text, "\n");
        bool is_line = *text == ' ';
        if (is_line != was_line)
            fputs(is_line ? ".PP\n.nf\n" : ".fi\n", page->file);
        if (!is_line && text != start)
            fputs(".PP\n", page->file);
        put_roff(page, text, (size_t)(end - text));
        fputc('\n', page->file);
        was_line = is_line;
    }
    if (was_line)
        fputs(".fi\n", page->file);
}

static void put_upper(const page_t *page, const char *text) {
    for (; *text; text++)
        fputc(toupper((unsigned char)*text), page->file);
}

/* A heading; in a text only an empty line if it is not `shown`. */
static void put_heading(const page_t *page, const char *title, bool shown) {
    if (page->is_man) {
        fputs(".SH ", page->file);
        put_upper(page, title);
    } else if (shown) {
        fprintf(page->file, "\n%s:", title);
    }
    fputc('\n', page->file);
}

/* A term with its meaning, which begins at a column of the text. */
static void put_item(const page_t *page, const char *term, const char *meaning,
                     int column) {
    if (page->is_man) {
        fputs(".TP\n\\fB", page->file);
        put_roff(page, term + strspn(term, " "), strlen(term + strspn(term, " ")));
        fputs("\\fR\n", page->file);
        put_roff(page, meaning, strlen(meaning));
        fputc('\n', page->file);
        return;
    }
    int used = fprintf(page->file, "  %s", term);
    if (used > column - 2 && column == OPTION_COLUMN) {
        fputc('\n', page->file);
        used = 0;
    }
    text_print_wrapped(page->file, meaning, used, column);
}

/* The title of a manual page. command: NULL for the program's own. */
static void put_title(const page_t *page, const program_t *program,
                      const command_t *command) {
    char name[64];
    const char *summary = command ? command->summary : program->summary;
    snprintf(name, sizeof name, "%s%s%s", program->name, command ? "-" : "",
             command ? command->name : "");
    fputs(".TH ", page->file);
    put_upper(page, name);
    fprintf(page->file, " 1 \"\" \"%s\" \"User Commands\"\n.SH NAME\n", build_program);
    put_roff(page, name, strlen(name));
    fputs(" \\- ", page->file);
    put_roff(page, summary, strlen(summary));
    fputs("\n.SH SYNOPSIS\n", page->file);
}

/* --- One command -------------------------------------------------------------------- */

void help_write_option(const option_t *option, text_t *out) {
    const char *between = " (";
    text_add(out, "%s", option->help);
    if (option->kind == VALUE_INT && option->most < ANY_NUMBER &&
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

static void put_synopsis(const page_t *page, const program_t *program,
                         const command_t *command) {
    char synopsis[SYNOPSIS_TEXT];
    text_t out = text_into(synopsis, sizeof synopsis);
    command_write_synopsis(command, &out);
    text_add_char(&out, '\n'); /* a line also if there is nothing */
    const char *before = "Usage:";
    for (char *line = synopsis, *end; (end = strchr(line, '\n')) != NULL;
         line = end + 1) {
        *end = 0;
        if (page->is_man) {
            fprintf(page->file, "%s\\fB%s %s\\fR [OPTION ...] ",
                    line == synopsis ? "" : ".br\n", program->name, command->name);
            put_roff(page, line, strlen(line));
            fputc('\n', page->file);
            continue;
        }
        int column = fprintf(page->file, "%6s %s %s [OPTION ...]", before, program->name,
                             command->name);
        text_print_wrapped(page->file, line, column, 9);
        before = "or:";
    }
}

static void put_option(const page_t *page, const option_t *option) {
    char forms[FORMS_TEXT], help[HELP_OPTION_TEXT];
    text_t forms_out = text_into(forms, sizeof forms);
    text_t help_out = text_into(help, sizeof help);
    option_write_forms(option, &forms_out);
    help_write_option(option, &help_out);
    if (!option->hidden)
        put_item(page, forms, help, OPTION_COLUMN);
}

/* A command's own options are grouped with shared ones that have no title. */
static void put_options(const page_t *page, const command_t *command) {
    size_t offset;
    const option_t *option;
    int index = 0;
    const char *title = NULL;
    put_heading(page, "Options", true);
    for (int g = 0; g < COMMAND_GROUPS && command->groups[g].options; g++) {
        const option_group_t *group = &command->groups[g];
        if (group->title && group->title != title)
            put_heading(page, group->title, true);
        title = group->title;
        for (int i = 0; i < group->count; i++, index++)
            put_option(page, &group->options[i]);
    }
    if (title)
        put_heading(page, "Help", false);
    while ((option = command_option(command, index++, &offset)) != NULL)
        put_option(page, option);
}

static void put_statuses(const page_t *page, const command_t *command) {
    put_heading(page, "Exit status", true);
    for (int status = 0; status < COMMAND_STATUSES; status++) {
        char digit[] = {(char)('0' + status), 0};
        if (command_exit_text(command, status))
            put_item(page, digit, command_exit_text(command, status), 5);
    }
}

void help_print_command(const program_t *program, const command_t *command,
                        help_form_t form, FILE *file) {
    const page_t page = {file, form == HELP_MAN};
    if (page.is_man)
        put_title(&page, program, command);
    put_synopsis(&page, program, command);
    put_heading(&page, "Description", false);
    put_text(&page, command->description);
    put_options(&page, command);
    if (command->notes) {
        put_heading(&page, "Notes", false);
        put_text(&page, command->notes);
    }
    put_statuses(&page, command);
    if (page.is_man)
        fprintf(file, ".SH SEE ALSO\n.BR %s (1)\n", program->name);
}

/* --- The program -------------------------------------------------------------------- */

void help_print_program(const program_t *program, help_form_t form, FILE *file) {
    const page_t page = {file, form == HELP_MAN};
    if (page.is_man)
        put_title(&page, program, NULL);
    fprintf(file, "%s%s COMMAND [OPTION ...] [ARGUMENT ...]\n",
            page.is_man ? "" : "Usage: ", program->name);
    if (!page.is_man)
        fprintf(file, "\n%s: %s.\n", program->name, program->summary);
    for (int s = 0; s < program->num_sections; s++) {
        const command_section_t *section = &program->sections[s];
        put_heading(&page, section->title, true);
        for (int i = 0; i < section->count; i++)
            put_item(&page, section->commands[i]->name, section->commands[i]->summary,
                     COMMAND_COLUMN);
    }
    if (program->notes) {
        put_heading(&page, "Notes", false);
        put_text(&page, program->notes);
    }
    if (!page.is_man)
        fprintf(file, "\nSee `%s help COMMAND` for a command's options.\n",
                program->name);
}

void help_print_version(FILE *file) {
    fprintf(file, "%s, %s, %s, %s\n", build_program, build_compiler, build_instructions,
            build_type);
}
