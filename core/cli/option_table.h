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
 * The table completely describes a command line: option_parse.h parses by it;
 * option_help.h, man_page.h and completion.h generate help, manual pages and shell
 * completion from it. An option's value is stored in a field of the command's struct
 * (option_value.h); a letter means the same option in every command.
 * Threads: tables are constant.
 */
#ifndef CORE_OPTION_TABLE_H
#define CORE_OPTION_TABLE_H

#include "core/base/error.h"
#include "core/base/text.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    OPTION_KIND_FLAG,     /* bool: true if given */
    OPTION_KIND_WHOLE,    /* any integer type */
    OPTION_KIND_REAL,     /* double */
    OPTION_KIND_DURATION, /* double, seconds (duration.h) */
    OPTION_KIND_CHOICE,   /* int or enum: the index in `choices` */
    OPTION_KIND_TEXT,     /* const char * */
    OPTION_KIND_FILE,     /* the same: the path of a file, for shell completion */
    OPTION_KIND_FOLDER,   /* the same: the path of a folder */
    OPTION_KIND_FORM,     /* parsed by `read` */
    OPTION_KIND_HELP,     /* --help */
    OPTION_KIND_VERSION   /* --version */
} option_kind_t;

/* Reads an OPTION_KIND_FORM's value into its field. Returns false if it is invalid, and
 * may set *error if "--name is ALLOWED" is not enough. word: NULL if the value was
 * omitted. */
typedef bool (*option_reader_t)(const char *word, void *field, failure_t *error);

typedef struct option_row {
    const char *name; /* without its dashes */
    char letter;      /* of the short form; 0: there is none */
    option_kind_t kind;
    const char *label; /* of the value in help: "N", "FILE"; NULL: no value */
    size_t offset, size;
    double least, most;  /* OPTION_KIND_WHOLE, OPTION_KIND_REAL */
    const char *choices; /* OPTION_KIND_CHOICE: "pass|loss" */
    option_reader_t read;
    const char *allowed;  /* OPTION_KIND_FORM, in messages: "A:B with A below B" */
    const char *fallback; /* the default, as on the command line; NULL: the field's own */
    bool required;
    bool value_optional; /* OPTION_KIND_FORM: the value may be omitted and follows a = */
    bool hidden;         /* an alias, which help leaves out */
    const char *help;
} option_t;

/* More members may follow the help text: .required = true, .fallback = "400". */
#define OPTION_FIELD(type, field)                                                        \
    .offset = offsetof(type, field), .size = sizeof(((type *)0)->field)
#define OPTION_FLAG(long_name, short_letter, type, field, ...)                           \
    {                                                                                    \
        .name = long_name, .letter = short_letter, .kind = OPTION_KIND_FLAG,             \
        OPTION_FIELD(type, field), .help = __VA_ARGS__                                   \
    }
#define OPTION_WORD(option_kind, long_name, short_letter, value_label, type, field, ...) \
    {                                                                                    \
        .name = long_name, .letter = short_letter, .kind = option_kind,                  \
        .label = value_label, OPTION_FIELD(type, field), .help = __VA_ARGS__             \
    }
#define OPTION_TEXT(...) OPTION_WORD(OPTION_KIND_TEXT, __VA_ARGS__)
#define OPTION_FILE(...) OPTION_WORD(OPTION_KIND_FILE, __VA_ARGS__)
#define OPTION_FOLDER(...) OPTION_WORD(OPTION_KIND_FOLDER, __VA_ARGS__)
#define OPTION_DURATION(...) OPTION_WORD(OPTION_KIND_DURATION, __VA_ARGS__)
#define OPTION_NUMBER(option_kind, long_name, short_letter, value_label, type, field,    \
                      min, max, ...)                                                     \
    {                                                                                    \
        .name = long_name, .letter = short_letter, .kind = option_kind,                  \
        .label = value_label, OPTION_FIELD(type, field), .least = min, .most = max,      \
        .help = __VA_ARGS__                                                              \
    }
#define OPTION_WHOLE(...) OPTION_NUMBER(OPTION_KIND_WHOLE, __VA_ARGS__)
#define OPTION_REAL(...) OPTION_NUMBER(OPTION_KIND_REAL, __VA_ARGS__)
#define OPTION_CHOICE(long_name, short_letter, value_label, type, field, words, ...)     \
    {                                                                                    \
        .name = long_name, .letter = short_letter, .kind = OPTION_KIND_CHOICE,           \
        .label = value_label, OPTION_FIELD(type, field), .choices = words,               \
        .help = __VA_ARGS__                                                              \
    }
#define OPTION_FORM(long_name, short_letter, value_label, type, field, reader, form,     \
                    ...)                                                                 \
    {                                                                                    \
        .name = long_name, .letter = short_letter, .kind = OPTION_KIND_FORM,             \
        .label = value_label, OPTION_FIELD(type, field), .read = reader,                 \
        .allowed = form, .help = __VA_ARGS__                                             \
    }
#define OPTION_COUNT(options) ((int)(sizeof(options) / sizeof(options)[0]))

/* A group of options: a command's own, or options that several commands share. */
typedef struct option_group {
    const char *title; /* in help; NULL: "Options" */
    const option_t *options;
    int count;
    size_t offset; /* of the group's struct within the command's struct */
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
    const char *synopsis; /* arguments and required options, a form a line; NULL: below */
    const char *statuses[COMMAND_STATUSES];  /* exit statuses; NULL: the usual, or none */
    argument_t arguments[COMMAND_ARGUMENTS]; /* up to the first without a label */
    option_group_t groups[COMMAND_GROUPS];   /* up to the first without options */
    option_instead_t instead[COMMAND_INSTEAD]; /* for messages; up to the first unnamed */
    size_t call_bytes;
    const void *defaults; /* the call's initial value; NULL: zeros */
    /* Checks combinations of options after all are read. May be NULL. */
    bool (*check)(const void *call, failure_t *error);
    int (*run)(void *call); /* returns the exit status */
    /* Used instead by the few commands about the program itself. */
    int (*run_for_program)(void *call, const struct program *program);
} command_t;

/* The option with an index from 0, over all groups and the options common to all
 * commands, and the offset of its group's struct; NULL after the last. */
const option_t *command_option(const command_t *command, int index, size_t *offset);

/* Whether the option takes a value. */
bool option_has_value(const option_t *option);

/* "-d, --depth=D" and "GAME [key=value ...] --depth=D". */
void option_write_forms(const option_t *option, text_t *out);
void command_write_synopsis(const command_t *command, text_t *out);

/* The meaning of an exit status, the command's own or the usual one; NULL: not used. */
const char *command_exit_text(const command_t *command, int status);

#endif
