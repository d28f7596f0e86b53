#include "core/cli/call_words.h"

#include "core/config/choices.h"

#include <string.h>

/* The argument with an index; NULL after the last. */
static const argument_t *argument_at(const command_t *command, int index) {
    const argument_t *argument = &command->arguments[index];
    return index < COMMAND_ARGUMENTS && argument->label ? argument : NULL;
}

static bool is_dotted(const char *word) {
    return word[strcspn(word, ".=")] == '.' && strchr(word, '=');
}

/* Moves words whose key has a dot to the end, in their order; returns their number. */
static int put_dotted_last(char **words, int count) {
    int dotted = 0;
    for (int i = 0; i < count - dotted;) {
        char *word = words[i];
        if (!is_dotted(word)) {
            i++;
            continue;
        }
        memmove(&words[i], &words[i + 1], (size_t)(count - i - 1) * sizeof *words);
        words[count - 1] = word;
        dotted++;
    }
    return dotted;
}

/* Adds the words from `start` to the list of an argument. */
static bool give(const argument_t *argument, char **start, int count, void *call,
                 failure_t *error) {
    cli_words_t *list = (cli_words_t *)(void *)((char *)call + argument->offset);
    for (int i = 0; i < count && argument->choices; i++)
        if (choice_find(argument->choices, start[i]) < 0) {
            const value_spec_t spec = {.kind = VALUE_CHOICE,
                                       .choices = argument->choices};
            char given[64];
            snprintf(given, sizeof given, "\"%.60s\"", start[i]);
            return value_refused(&spec, argument->label, given, error);
        }
    for (int i = 0; i < count && argument->kinds & (WORD_FILE | WORD_FOLDER); i++)
        if (!*start[i])
            return error_set(error, "%s is a path, not \"\"", argument->label);
    if (count > 0 && list->count == 0)
        list->words = start;
    list->count += count;
    return true;
}

static bool is_missing(const argument_t *argument, failure_t *error) {
    return argument->missing ? error_set(error, "%s", argument->missing)
                             : error_set(error, "%s is required", argument->label);
}

/* Words that later arguments need are left to them, unless there are too few for all. */
static int take_how_many(const argument_t *argument, int left, int later) {
    int least = argument->least < left ? argument->least : left;
    int taken = left - later > least ? left - later : least;
    return argument->most > 0 && taken > argument->most ? argument->most : taken;
}

bool call_words_share(const command_t *command, char **words, int count, void *call,
                      failure_t *error) {
    const argument_t *argument;
    int needed = 0, dotted = 0;
    for (int i = 0; (argument = argument_at(command, i)) != NULL; i++) {
        *(cli_words_t *)(void *)((char *)call + argument->offset) = (cli_words_t){0};
        needed += argument->least;
        if (argument->kinds == WORD_DOTTED) {
            dotted = put_dotted_last(words, count);
            count -= dotted;
        }
    }
    for (int i = 0; (argument = argument_at(command, i)) != NULL; i++) {
        bool is_last = argument->kinds == WORD_DOTTED;
        int left = is_last ? dotted : count,
            later = is_last ? 0 : needed - argument->least;
        int taken = take_how_many(argument, left, later);
        if (taken < argument->least)
            return is_missing(argument, error);
        char **start = is_last ? words + count : words;
        if (!give(argument, start, taken, call, error))
            return false;
        if (is_last)
            continue;
        needed -= argument->least;
        words += taken;
        count -= taken;
    }
    return count == 0 || error_set(error, "unexpected argument \"%s\"", words[0]);
}
