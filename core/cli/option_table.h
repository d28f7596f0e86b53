/* option_table.h - a command as a constant table: its help, its arguments, its options.
 * Use: typedef struct call { cli_words_t words; int depth; } call_t;
 *      static const option_t options[] = {
 *          OPTION_WHOLE("depth", 'd', "D", call_t, depth, 1, 100, "Count to depth D",
 *                       .required = true)};
 *      const command_t perft_command = {
 *          .name = "perft", .summary = "count sequences of actions or turns",
 *          .description = "...", .call_bytes = sizeof(call_t), .run = run,
 *          .arguments = {ARGUMENTS_GAME(call_t, words)},
 *          .groups = {{.options = options, .count = OPTION_COUNT(options)}}};
 * The table completely describes a command line: option_parse.h parses by it; help.h and
 * complete.h make help, manual pages and shell completion of it. An option is a typed
 * value (value_spec.h), stored in a field of the command's struct; a letter means the
 * same option in every command.
 */
#ifndef CORE_OPTION_TABLE_H
#define CORE_OPTION_TABLE_H

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/config/value_spec.h"

#include <stdbool.h>
#include <stddef.h>

typedef value_spec_t option_t;

/* More members may follow the help text: .required = true, .fallback = "400". */
#define OPTION(value_kind, long_name, short_letter, value_label, type, field, ...)       \
    {                                                                                    \
        .kind = value_kind, .name = long_name, .letter = short_letter,                   \
        .label = value_label, VALUE_FIELD(type, field), __VA_ARGS__                      \
    }
#define OPTION_FLAG(name, letter, type, field, ...)                                      \
    OPTION(VALUE_BOOL, name, letter, NULL, type, field, .help = __VA_ARGS__)
#define OPTION_TEXT(name, letter, label, type, field, ...)                               \
    OPTION(VALUE_WORD, name, letter, label, type, field, .help = __VA_ARGS__)
#define OPTION_FILE(name, letter, label, type, field, ...)                               \
    OPTION(VALUE_FILE, name, letter, label, type, field, .help = __VA_ARGS__)
#define OPTION_FOLDER(name, letter, label, type, field, ...)                             \
    OPTION(VALUE_FOLDER, name, letter, label, type, field, .help = __VA_ARGS__)
#define OPTION_DURATION(name, letter, label, type, field, ...)                           \
    OPTION(VALUE_DURATION, name, letter, label, type, field, .help = __VA_ARGS__)
#define OPTION_WHOLE(name, letter, label, type, field, min, max, ...)                    \
    OPTION(VALUE_INT, name, letter, label, type, field, .least = min, .most = max,       \
           .help = __VA_ARGS__)
#define OPTION_REAL(name, letter, label, type, field, min, max, ...)                     \
    OPTION(VALUE_REAL, name, letter, label, type, field, .least = min, .most = max,      \
           .help = __VA_ARGS__)
#define OPTION_CHOICE(name, letter, label, type, field, words, ...)                      \
    OPTION(VALUE_CHOICE, name, letter, label, type, field, .choices = words,             \
           .help = __VA_ARGS__)
#define OPTION_FORM(name, letter, label, type, field, reader, form, ...)                 \
    OPTION(VALUE_FORM, name, letter, label, type, field, .read = reader,                 \
           .allowed = form, .help = __VA_ARGS__)
#define OPTION_COUNT(options) ((int)(sizeof(options) / sizeof(options)[0]))

/* A group of options: a command's own, or options that several commands share. */
typedef struct option_group {
    const char *title; /* in help; NULL: "Options" */
    const option_t *options;
    int count;
    size_t offset; /* of the group's struct within the command's struct */
    bool (*check)(const void *group, failure_t *error); /* as the command's; NULL: none */
} option_group_t;

/* Non-option words, in order; borrowed from the caller. */
typedef struct cli_words {
    char **words;
    int count;
} cli_words_t;

/* What a shell offers for a word; several may be joined by |. */
enum {
    WORD_GAME = 1,    /* the name of a game */
    WORD_KEY = 2,     /* key=value of the game on the command line */
    WORD_DOTTED = 4,  /* key=value whose key has a dot, at any place */
    WORD_FILE = 8,    /* the path of a file */
    WORD_FOLDER = 16, /* the path of a folder */
    WORD_COMMAND = 32 /* a command of the program */
};

/* Consecutive words of a command line; several arguments may share one list. */
typedef struct argument {
    const char *label; /* "GAME" */
    unsigned kinds;
    const char *choices; /* the allowed words; NULL: any */
    int least, most;     /* number of words; most 0: any number */
    size_t offset;       /* of a cli_words_t */
    const char *missing; /* the message if there are fewer; NULL: "LABEL is required" */
} argument_t;

#define ARGUMENT(word_label, word_kinds, fewest, greatest, type, field, ...)             \
    {                                                                                    \
        .label = word_label, .kinds = word_kinds, .least = fewest, .most = greatest,     \
        .offset = offsetof(type, field), .missing = __VA_ARGS__                          \
    }
/* GAME [key=value ...] */
#define ARGUMENTS_GAME(type, field)                                                      \
    ARGUMENT("GAME", WORD_GAME, 1, 1, type, field,                                       \
             "no game given: use GAME [key=value ...]; see: fulcrum games"),             \
        ARGUMENT("key=value", WORD_KEY, 0, 0, type, field, NULL)

enum {
    COMMAND_ARGUMENTS = 5,
    COMMAND_GROUPS = 4,
    COMMAND_STATUSES = 4,
    COMMAND_INSTEAD = 4
};

/* An option that does not exist, and what to use instead: {"pairs", "--games=N"}. */
typedef struct option_instead {
    const char *name, *say;
} option_instead_t;

struct program;
typedef struct command {
    const char *name;        /* "perft" */
    const char *summary;     /* one line, as in the list of commands */
    const char *description; /* formatted by text_print_wrapped */
    const char *notes;       /* text after the options, or NULL */
    const char *synopsis;    /* a form per line; NULL: arguments, required options */
    const char *statuses[COMMAND_STATUSES];    /* by exit status; NULL: the usual */
    argument_t arguments[COMMAND_ARGUMENTS];   /* up to the first without a label */
    option_group_t groups[COMMAND_GROUPS];     /* up to the first without options */
    option_instead_t instead[COMMAND_INSTEAD]; /* for messages; up to the first unnamed */
    size_t call_bytes;
    const void *defaults; /* the call's initial value; NULL: zeros */
    /* Checks combinations of options after all are read. May be NULL. */
    bool (*check)(const void *call, failure_t *error);
    int (*run)(void *call);     /* returns the exit status */
    bool without_rules;         /* reads recorded games whose rules are not loaded */
    void (*before_games)(void); /* called before the games that words name are loaded */
    /* Used instead by the few commands about the program itself. */
    int (*run_for_program)(void *call, const struct program *program);
} command_t;

/* The option with an index from 0: those of all groups, then --help, --version and, if
 * the command reads files or folders, --allow-code (VALUE_ELSEWHERE). *offset: of its
 * group's struct. NULL after the last. */
const option_t *command_option(const command_t *command, int index, size_t *offset);

/* "-d, --depth=D", and "GAME [key=value ...] --depth=D". */
void option_write_forms(const option_t *option, text_t *out);
void command_write_synopsis(const command_t *command, text_t *out);

/* The meaning of an exit status, the command's own or the usual one; NULL: not used. */
const char *command_exit_text(const command_t *command, int status);

#endif
