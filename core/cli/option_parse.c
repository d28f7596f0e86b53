#include "core/cli/option_parse.h"

#include "core/cli/call_words.h"
#include "core/cli/named_games.h"
#include "core/config/choices.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM_OPTION "--game" /* program.h */
enum { NAMES_TEXT = 1024, SAID_TEXT = 80, GIVEN_TEXT = 256 };

typedef struct parse {
    const command_t *command;
    void *call;
    char **argv;
    int argc, next; /* next: the first unread word */
    int num_words;  /* read so far; they are at argv[1] ... */
    uint64_t given; /* bit i: option with index i */
    call_kind_t kind;
    failure_t *error;
} parse_t;

/* Reads an option's value into the struct of its group. word: NULL for a flag, and for an
 * omitted optional value. */
static bool read_option(const option_t *option, const char *word, void *group,
                        failure_t *error) {
    failure_t own = {0}; /* of a VALUE_FORM */
    char name[SAID_TEXT], given[GIVEN_TEXT];
    REQUIRE(word || option->kind == VALUE_BOOL || option->value_optional);
    if (value_read(option, group, word, &own))
        return true;
    snprintf(name, sizeof name, "--%s", option->name);
    snprintf(given, sizeof given, "\"%.200s\"", word ? word : "");
    return *own.message ? error_set(error, "%s: %s", name, own.message)
                        : value_refused(option, name, given, error);
}

void option_defaults(const command_t *command, void *call) {
    size_t offset;
    const option_t *option;
    if (command->defaults)
        memcpy(call, command->defaults, command->call_bytes);
    else
        memset(call, 0, command->call_bytes);
    for (int i = 0; (option = command_option(command, i, &offset)) != NULL; i++)
        if (option->fallback)
            value_set_default(option, (char *)call + offset);
}

/* --- Which option ------------------------------------------------------------------- */

static bool takes_keys(const command_t *command) {
    for (int i = 0; i < COMMAND_ARGUMENTS && command->arguments[i].label; i++)
        if (command->arguments[i].kinds & (WORD_KEY | WORD_DOTTED))
            return true;
    return false;
}

/* What to use in place of an option that other commands or programs have, or NULL. */
static const char *instead_of(const command_t *command, const char *name) {
    const option_instead_t *instead = command->instead;
    for (int i = 0; i < COMMAND_INSTEAD && instead[i].name; i++)
        if (strcmp(name, instead[i].name) == 0)
            return instead[i].say;
    return NULL;
}

/* Reports an unknown option, with suggestions. said: as it was given, up to `length`
 * characters of it. */
static int no_option(const parse_t *parse, const char *said, int length) {
    char word[SAID_TEXT], meant[SAID_TEXT], names[NAMES_TEXT], list[NAMES_TEXT];
    text_t meant_out = text_into(meant, sizeof meant);
    text_t names_out = text_into(names, sizeof names);
    text_t list_out = text_into(list, sizeof list);
    size_t offset;
    const option_t *option;
    const char *between = "";
    bool is_long = said[1] == '-';
    bool is_key = is_long && said[length] == '=' && takes_keys(parse->command);
    snprintf(word, sizeof word, "%.*s", length, said);
    for (int i = 0; (option = command_option(parse->command, i, &offset)) != NULL; i++)
        if (!option->hidden) {
            text_add(&names_out, "%s%s", *between ? "|" : "", option->name);
            text_add(&list_out, "%s--%s", between, option->name);
            between = ", ";
        }
    int nearest = is_long ? choice_nearest(names, word + 2) : -1;
    if (nearest >= 0)
        choice_write(names, nearest, &meant_out);
    const char *instead = is_long ? instead_of(parse->command, word + 2) : NULL;
    if (strcmp(word, PROGRAM_OPTION) == 0)
        error_set(parse->error,
                  "unknown option " PROGRAM_OPTION
                  "; a file with a game comes before the "
                  "command: fulcrum " PROGRAM_OPTION " FILE %s ...",
                  parse->command->name);
    else if (instead)
        error_set(parse->error, "unknown option %s; use %s", word, instead);
    else if (nearest >= 0)
        error_set(parse->error, "unknown option %s; did you mean --%s?", word, meant);
    else
        error_set(parse->error, "unknown option %s%s; the options are %s", word,
                  is_key ? " (keys of a game or a configuration have no dashes)" : "",
                  list);
    return -1;
}

/* The index of the option with this name or unambiguous abbreviation; -1 with the error
 * written. */
static int find_long(const parse_t *parse, const char *said) {
    const char *name = said + 2;
    size_t length = strcspn(name, "="), offset, found_offset = 0;
    const option_t *option, *found = NULL;
    int index = -1;
    for (int i = 0; (option = command_option(parse->command, i, &offset)) != NULL; i++) {
        if (length == 0 || strncmp(option->name, name, length) != 0)
            continue;
        if (option->name[length] == 0)
            return i;
        bool is_alias = found && found->kind == option->kind &&
                        found_offset + found->offset == offset + option->offset;
        if (found && !is_alias) {
            error_set(parse->error, "--%.*s could be --%s or --%s", (int)length, name,
                      found->name, option->name);
            return -1;
        }
        found = option;
        found_offset = offset;
        index = i;
    }
    bool is_program_option = strlen(PROGRAM_OPTION) == 2 + length &&
                             strncmp(said, PROGRAM_OPTION, 2 + length) == 0;
    return found && !is_program_option ? index : no_option(parse, said, 2 + (int)length);
}

static int find_letter(const parse_t *parse, char letter) {
    const char said[] = {'-', letter, 0};
    size_t offset;
    const option_t *option;
    for (int i = 0; (option = command_option(parse->command, i, &offset)) != NULL; i++)
        if (option->letter == letter)
            return i;
    return no_option(parse, said, 2);
}

/* --- Options and values ------------------------------------------------------------- */

static bool needs_value(const parse_t *parse, const option_t *option) {
    char allowed[NAMES_TEXT];
    text_t out = text_into(allowed, sizeof allowed);
    value_write_allowed(option, &out);
    return error_set(parse->error, "--%s needs a value: %s, %s", option->name,
                     option->label, allowed);
}

/* Reads the option with an index; value: the value in the same word, or NULL. */
static bool take_option(parse_t *parse, int index, const char *value) {
    size_t offset;
    const option_t *option = command_option(parse->command, index, &offset);
    parse->given |= UINT64_C(1) << index;
    if (!option->label && value)
        return error_set(parse->error, "--%s takes no value, not \"%s\"", option->name,
                         value);
    if (option->kind == VALUE_ELSEWHERE && !option->letter) {
        named_games_allow_code();
        return true;
    }
    if (option->kind == VALUE_ELSEWHERE) {
        parse->kind = option->letter == 'h' ? CALL_HELP : CALL_VERSION;
        return true;
    }
    if (option->label && !value && !option->value_optional) {
        if (parse->next == parse->argc)
            return needs_value(parse, option);
        value = parse->argv[parse->next++];
    }
    return read_option(option, value, (char *)parse->call + offset, parse->error);
}

static bool take_long(parse_t *parse, const char *said) {
    int index = find_long(parse, said);
    const char *value = strchr(said, '=');
    return index >= 0 && take_option(parse, index, value ? value + 1 : NULL);
}

/* Letters of one word: flags, of which the last may be an option with its value. */
static bool take_letters(parse_t *parse, const char *letters) {
    while (*letters && parse->kind == CALL_RUN) {
        size_t offset;
        int index = find_letter(parse, *letters++);
        if (index < 0)
            return false;
        bool ends = command_option(parse->command, index, &offset)->label != NULL;
        if (!take_option(parse, index, ends && *letters ? letters : NULL))
            return false;
        if (ends)
            return true;
    }
    return true;
}

static bool take_all(parse_t *parse) {
    bool only_words = false;
    while (parse->next < parse->argc && parse->kind == CALL_RUN) {
        char *said = parse->argv[parse->next++];
        if (only_words || said[0] != '-' || said[1] == 0)
            parse->argv[1 + parse->num_words++] = said;
        else if (strcmp(said, "--") == 0)
            only_words = true;
        else if (!(said[1] == '-' ? take_long(parse, said)
                                  : take_letters(parse, said + 1)))
            return false;
    }
    return true;
}

static bool check_required(const parse_t *parse) {
    size_t offset;
    const option_t *option;
    for (int i = 0; (option = command_option(parse->command, i, &offset)) != NULL; i++)
        if (option->required && !(parse->given >> i & 1))
            return error_set(parse->error, "--%s %s is required: %c%s", option->name,
                             option->label, tolower((unsigned char)option->help[0]),
                             option->help + 1);
    return true;
}

call_kind_t option_parse(const command_t *command, int argc, char **argv, void *call,
                         uint64_t *given, failure_t *error) {
    parse_t parse = {command, call, argv, argc, 1, 0, 0, CALL_RUN, error};
    if (!take_all(&parse))
        return CALL_WRONG;
    *given = parse.given;
    if (parse.kind != CALL_RUN)
        return parse.kind;
    bool ok = call_words_share(command, argv + 1, parse.num_words, call, error) &&
              check_required(&parse);
    for (int i = 0; ok && i < COMMAND_GROUPS; i++)
        ok = !command->groups[i].check ||
             command->groups[i].check((char *)call + command->groups[i].offset, error);
    ok = ok && (!command->check || command->check(call, error));
    return ok ? CALL_RUN : CALL_WRONG;
}
