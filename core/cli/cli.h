/* cli.h - definitions shared by the program's commands.
 * A command is a table (option_table.h), const command_t NAME_command, whose run(call)
 * prints results on standard output and messages on standard error, and returns the exit
 * status. Commands are defined in cli_*.c of each layer's cli/ and listed in fulcrum.c.
 * Here: exit statuses, errors, games, results, and options that several commands have.
 */
#ifndef CORE_CLI_H
#define CORE_CLI_H

#include "core/base/error.h"
#include "core/cli/option_table.h"
#include "core/game/game.h"

typedef struct result result_t; /* core/base/table/result.h */

/* Stopped: on request, before the end; the same command resumes. */
enum { EXIT_DONE = 0, EXIT_ANSWER_NO = 1, EXIT_WRONG_CALL = 2, EXIT_STOPPED = 3 };

/* One line on standard error: "fulcrum COMMAND: MESSAGE"; nothing within error_catch. */
void cli_message(const char *format, ...) PRINTF_LIKE(1, 2);

/* Prints the message as the program's and returns EXIT_WRONG_CALL. */
int cli_fail(const failure_t *error);

/* Flushes standard output and returns EXIT_DONE; on a write error (a full disk, a closed
 * pipe) as cli_fail. */
int cli_finish_output(void);

/* The game of the words "GAME key=value ...". */
game_t *cli_game(const cli_words_t *words, failure_t *error);

/* Splits "key=value key=value" into words, which point into the text. */
enum { CLI_MAX_WORDS = 64 };
cli_words_t cli_split(char *text, char *room[CLI_MAX_WORDS]);

/* Options with the same meaning in all commands that have them. */
enum { CLI_MAX_THREADS = 1024 };
#define CLI_MAX_SEED 9007199254740991 /* exact in JSON */
#define CLI_OPTION_JSON(type, field, ...)                                                \
    OPTION_FLAG("json", 'j', type, field, __VA_ARGS__)
#define CLI_OPTION_QUIET(type, field)                                                    \
    OPTION_FLAG("quiet", 'q', type, field,                                               \
                "Print no progress, and no summary of a run or a file that is made")
#define CLI_OPTION_POSITION(type, field)                                                 \
    OPTION_TEXT(                                                                         \
        "position", 'p', "TEXT", type, field,                                            \
        "Use this position, as printed by `fulcrum moves`, instead of the start")
#define CLI_OPTION_THREADS(type, field, ...)                                             \
    OPTION_WHOLE("threads", 't', "N", type, field, 1, CLI_MAX_THREADS, __VA_ARGS__)
#define CLI_OPTION_SEED(type, field, ...)                                                \
    OPTION_WHOLE("seed", 's', "N", type, field, 0, CLI_MAX_SEED, __VA_ARGS__)

/* The form in which a command prints its result (core/base/table/result.h): --json,
 * --csv, or text, with --long in detail. As a group of a command's options:
 * .groups = {{...}, CLI_FORM_OPTIONS(call_t, form)} */
typedef struct cli_form {
    bool json, csv, is_long;
} cli_form_t;
extern const option_t cli_form_options[];
enum { CLI_NUM_FORM_OPTIONS = 3 };
#define CLI_FORM_OPTIONS(type, field)                                                    \
    {                                                                                    \
        .options = cli_form_options, .count = CLI_NUM_FORM_OPTIONS,                      \
        .offset = offsetof(type, field), .check = cli_form_check                         \
    }
bool cli_form_check(const void *form, failure_t *error); /* at most one is given */

/* Prints the result on standard output, releases it and returns the exit status. */
int cli_print(const cli_form_t *form, result_t *result);

extern const command_t games_command;
extern const command_t perft_command;
extern const command_t moves_command;
extern const command_t planes_command;
extern const command_t features_command;
extern const command_t conformance_command;
extern const command_t new_command;
extern const command_t help_command;
extern const command_t version_command;
extern const command_t completion_command;

#endif
