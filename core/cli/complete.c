#include "core/cli/complete.h"

#include "core/game/game.h"
#include "core/game/source/game_source.h"

#include <stdlib.h>
#include <string.h>

const char *complete_script(shell_t shell) {
    static const char bash[] =
        "# bash completion for fulcrum: source <(fulcrum completion bash)\n"
        "_fulcrum() {\n"
        "    local IFS=$'\\n' word=${COMP_WORDS[COMP_CWORD]#=} found one\n"
        "    mapfile -t found < <(\"$1\" __complete \"${COMP_WORDS[@]:1:COMP_CWORD}\" "
        "2>/dev/null)\n"
        "    COMPREPLY=()\n"
        "    for one in \"${found[@]}\"; do\n"
        "        [[ $one != :* ]] || compopt -o filenames 2>&-\n"
        "        case $one in\n"
        "        :files) COMPREPLY+=($(compgen -f -- \"$word\")) ;;\n"
        "        :folders) COMPREPLY+=($(compgen -d -- \"$word\")) ;;\n"
        "        :sources) COMPREPLY+=($(compgen -d -- \"$word\"\n"
        "            compgen -f -X '!*.c' -- \"$word\")) ;;\n"
        "        *) COMPREPLY+=(\"${one%%:*}\") ;;\n"
        "        esac\n"
        "    done\n"
        "    [[ ${found[0]} != *=:* ]] || compopt -o nospace 2>&-\n"
        "}\n"
        "complete -F _fulcrum fulcrum\n";
    static const char zsh[] =
        "#compdef fulcrum\n"
        "# zsh completion for fulcrum: source <(fulcrum completion zsh), or install this "
        "as the\n# file _fulcrum in a folder of $fpath.\n"
        "_fulcrum() {\n"
        "    local -a found\n"
        "    found=(${(f)\"$($words[1] __complete ${words[2,CURRENT]} 2>/dev/null)\"})\n"
        "    case ${found[(r):*]} in\n"
        "    :files) compset -P '*='; _files ;;\n"
        "    :folders) compset -P '*='; _files -/ ;;\n"
        "    :sources) _files -g '*.c' ;;\n"
        "    esac\n"
        "    found=(${found:#:*})\n"
        "    case $found[1] in\n"
        "    '') ;;\n"
        "    *=:*) _describe fulcrum found -S '' ;;\n"
        "    *) _describe fulcrum found ;;\n"
        "    esac\n"
        "}\n"
        "if [[ $funcstack[1] == _fulcrum ]]; then _fulcrum \"$@\"; else compdef _fulcrum "
        "fulcrum; fi\n";
    return shell == SHELL_BASH ? bash : zsh;
}

/* A command line to be completed. */
typedef struct line {
    const program_t *program;
    char **words; /* those around a = joined */
    int count;
    size_t given; /* how much of the last word the shell has before what it completes */
    FILE *file;
    bool offered; /* some word */
} line_t;

/* Offers a word, if the last word is its beginning. */
static void offer(line_t *line, const char *word, const char *meaning) {
    const char *last = line->words[line->count - 1];
    if (strncmp(word, last, strlen(last)) != 0)
        return;
    fprintf(line->file, "%s:%.*s\n", word + line->given, (int)strcspn(meaning, ";:"),
            meaning);
    line->offered = true;
}

/* Offers the values of an option or key; before: what precedes them in the word. */
static void offer_values(line_t *line, const value_spec_t *spec, const char *before) {
    if (spec->kind == VALUE_FILE || spec->kind == VALUE_FOLDER)
        fputs(spec->kind == VALUE_FILE ? ":files\n" : ":folders\n", line->file);
    for (int i = 0; spec->kind == VALUE_CHOICE || spec->kind == VALUE_BOOL; i++) {
        char word[256];
        text_t out = text_into(word, sizeof word);
        text_add(&out, "%s", before);
        if (!value_example(spec, i, &out))
            return;
        offer(line, word, "");
    }
}

static void offer_commands(line_t *line) {
    const command_t *command;
    for (int i = 0; (command = program_command(line->program, i)) != NULL; i++)
        offer(line, command->name, command->summary);
}

/* Whether an option is "--depth", "--depth=..." or "-d". */
static bool is_option(const option_t *option, const char *word) {
    size_t length = strlen(option->name);
    return (strncmp(word, "--", 2) == 0 && strncmp(word + 2, option->name, length) == 0 &&
            (!word[2 + length] || word[2 + length] == '=')) ||
           (word[0] == '-' && word[1] == option->letter && option->letter && !word[2]);
}

/* Offers options, or the values of one; false: the last word is neither. */
static bool offer_options(line_t *line, const command_t *command) {
    const char *last = line->words[line->count - 1];
    const char *previous = line->count > 2 ? line->words[line->count - 2] : "";
    const option_t *option;
    size_t offset;
    for (int i = 0; (option = command_option(command, i, &offset)) != NULL; i++) {
        char before[128];
        snprintf(before, sizeof before, "--%s=", option->name);
        bool follows = option->label && !option->value_optional &&
                       !strchr(previous, '=') && is_option(option, previous);
        bool within = strchr(last, '=') && is_option(option, last);
        if (follows || within) {
            offer_values(line, option, within ? before : "");
            return true;
        }
    }
    for (int i = 0;
         *last == '-' && (option = command_option(command, i, &offset)) != NULL; i++) {
        char word[128];
        snprintf(word, sizeof word, "--%s%s", option->name,
                 option->label && !option->value_optional ? "=" : "");
        if (!option->hidden)
            offer(line, word, option->help);
    }
    return *last == '-';
}

/* Offers keys of a game, or the values of one. */
static void offer_keys(line_t *line, const game_class_t *class) {
    config_key_t rows[GAME_KEY_ROWS];
    const keyset_t keys = game_class_keys(class, rows);
    const char *last = line->words[line->count - 1];
    const config_key_t *key;
    size_t offset;
    for (int i = 0; (key = keyset_at(&keys, i, &offset)) != NULL; i++) {
        char before[128];
        snprintf(before, sizeof before, "%s=", key->name);
        if (strncmp(last, before, strlen(before)) == 0)
            offer_values(line, key, before);
        else if (!strchr(last, '='))
            offer(line, before, key->help);
    }
}

/* Offers games, or paths of sources, until there is one, then its keys; commands, words
 * of a list, paths. */
static void offer_arguments(line_t *line, const command_t *command) {
    const game_class_t *class = NULL;
    unsigned kinds = 0;
    bool has_game = false;
    for (int i = 1; i + 1 < line->count && !has_game; i++) {
        class = game_class_find(line->words[i], NULL);
        has_game = class || game_source_is(line->words[i]);
    }
    for (int i = 0; i < COMMAND_ARGUMENTS && command->arguments[i].label; i++) {
        const value_spec_t words = {.kind = VALUE_CHOICE,
                                    .choices = command->arguments[i].choices};
        kinds |= command->arguments[i].kinds;
        if (words.choices)
            offer_values(line, &words, "");
    }
    for (int i = 0; kinds & WORD_GAME && !has_game && i < game_class_count; i++)
        offer(line, game_classes[i]->name, game_classes[i]->title);
    if (kinds & WORD_KEY && class)
        offer_keys(line, class);
    if (kinds & WORD_COMMAND)
        offer_commands(line);
    if (kinds & (WORD_FILE | WORD_FOLDER) &&
        (!line->offered || (kinds & WORD_GAME && !has_game)))
        fputs(kinds & WORD_FILE ? ":files\n" : ":folders\n", line->file);
    else if (kinds & WORD_GAME && !has_game && !line->offered)
        fputs(":sources\n", line->file);
}

/* Drops any number of --game FILE before the command. */
static void skip_games(line_t *line) {
    while (line->count > 1 && (strcmp(line->words[0], "--game") == 0 ||
                               strncmp(line->words[0], "--game=", 7) == 0)) {
        int words = line->words[0][6] == '=' ? 1 : 2;
        if (line->count == words)
            return;
        line->words += words;
        line->count -= words;
    }
}

static void complete(line_t *line) {
    skip_games(line);
    const char *first = line->words[0];
    if ((strcmp(first, "--game") == 0 && line->count == 2) ||
        strncmp(first, "--game=", 7) == 0) {
        fputs(":files\n", line->file);
    } else if (line->count == 1) {
        offer_commands(line);
        offer(line, "--game", "Load a game from a C file or a shared object");
        offer(line, "--help", "List the commands");
        offer(line, "--version", "Print the program's version");
    } else {
        const command_t *command = program_find(line->program, first, NULL);
        if (command && !offer_options(line, command))
            offer_arguments(line, command);
    }
}

void complete_print(const program_t *program, char *const *words, int count, FILE *file) {
    line_t line = {.program = program, .file = file};
    char **joined = memory_new((size_t)count + 1, sizeof *joined);
    size_t size = 1;
    for (int i = 0; i < count; i++)
        size += strlen(words[i]) + 1;
    char *room = memory_new(size, 1), *end = room;
    for (int i = 0; i < count; i++) {
        bool joins = line.count > 0 &&
                     (strcmp(words[i], "=") == 0 || strcmp(words[i - 1], "=") == 0);
        if (!joins) {
            end += i > 0;
            joined[line.count++] = end;
        }
        line.given = joins ? (size_t)(end - joined[line.count - 1]) : 0;
        line.given += joins && *words[i] == '=';
        memcpy(end, words[i], strlen(words[i]));
        end += strlen(words[i]);
    }
    line.words = joined;
    if (line.count > 0)
        complete(&line);
    free(room);
    free(joined);
}
