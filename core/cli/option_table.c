#include "core/cli/option_table.h"

static const option_t common[] = {
    {.kind = VALUE_ELSEWHERE, .name = "help", .letter = 'h', .help = "Print this help"},
    {.kind = VALUE_ELSEWHERE,
     .name = "version",
     .letter = 'V',
     .help = "Print the program's version"},
    {.kind = VALUE_ELSEWHERE,
     .name = "allow-code",
     .help = "Compile and load the source of the game that a run, study or bundle keeps"},
};

/* The last is for commands that read files or go on with what is in a folder. */
static int num_common(const command_t *command) {
    unsigned kinds = 0;
    for (int i = 0; i < COMMAND_ARGUMENTS && command->arguments[i].label; i++)
        kinds |= command->arguments[i].kinds;
    bool reads = kinds & (WORD_FILE | WORD_FOLDER);
    for (int g = 0; g < COMMAND_GROUPS && command->groups[g].options; g++)
        for (int i = 0; i < command->groups[g].count; i++)
            reads |= command->groups[g].options[i].kind == VALUE_FOLDER;
    return OPTION_COUNT(common) - !reads;
}

const option_t *command_option(const command_t *command, int index, size_t *offset) {
    for (int g = 0; g < COMMAND_GROUPS && command->groups[g].options; g++) {
        const option_group_t *group = &command->groups[g];
        *offset = group->offset;
        if (index < group->count)
            return &group->options[index];
        index -= group->count;
    }
    *offset = 0;
    return index < num_common(command) ? &common[index] : NULL;
}

void option_write_forms(const option_t *option, text_t *out) {
    if (option->letter)
        text_add(out, "-%c, ", option->letter);
    else
        text_add(out, "    ");
    text_add(out, "--%s", option->name);
    if (option->value_optional)
        text_add(out, "[=%s]", option->label);
    else if (option->label)
        text_add(out, "=%s", option->label);
}

static void write_argument(const argument_t *argument, text_t *out) {
    const char *more = argument->most == 1 ? "" : " ...";
    if (argument->least == 0)
        text_add(out, "[%s%s]", argument->label, more);
    else
        text_add(out, "%s%s", argument->label, more);
}

void command_write_synopsis(const command_t *command, text_t *out) {
    size_t offset;
    const option_t *option;
    const char *between = "";
    if (command->synopsis) {
        text_add(out, "%s", command->synopsis);
        return;
    }
    for (int i = 0; i < COMMAND_ARGUMENTS && command->arguments[i].label; i++) {
        text_add(out, "%s", between);
        write_argument(&command->arguments[i], out);
        between = " ";
    }
    for (int i = 0; (option = command_option(command, i, &offset)) != NULL; i++)
        if (option->required) {
            text_add(out, "%s--%s=%s", between, option->name, option->label);
            between = " ";
        }
}

const char *command_exit_text(const command_t *command, int status) {
    static const char *const usual[COMMAND_STATUSES] = {
        "success", NULL, "usage error, or the command failed", NULL};
    REQUIRE(status >= 0 && status < COMMAND_STATUSES);
    return command->statuses[status] ? command->statuses[status] : usual[status];
}
