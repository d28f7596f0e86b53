/* cli.h - what the commands of the program share.
 * A command is int command_NAME(int argc, char **argv): argv[0] is "fulcrum NAME"; it
 * parses its options with argp, prints results on standard output and messages on
 * standard error, and returns the exit status. cli_*.c at the end of each room hold them.
 * Threads: for the main thread.
 */
#ifndef CORE_CLI_H
#define CORE_CLI_H

#include "core/base/error.h"
#include "core/game/game.h"

/* Stopped: asked to, and not finished; the same call goes on. */
enum { EXIT_DONE = 0, EXIT_ANSWER_NO = 1, EXIT_WRONG_CALL = 2, EXIT_STOPPED = 3 };

/* One line on standard error: "fulcrum COMMAND: MESSAGE", as argp's are. */
void cli_message(const char *format, ...) PRINTF_LIKE(1, 2);

/* Prints the message as the program's and returns EXIT_WRONG_CALL. */
int cli_fail(const failure_t *error);

/* Standard output could not take everything (a full disk, a closed pipe): the same. */
int cli_finish_output(void);

/* The words of a command line that are not options. */
enum { CLI_MAX_WORDS = 64 };
typedef struct cli_words {
    char *words[CLI_MAX_WORDS];
    int count;
} cli_words_t;

bool cli_words_add(cli_words_t *words, char *word); /* false: there are too many */

/* What an argp parser returns for the keys that it does not know: takes a word that is no
 * option, as long as there are no more than `most`. */
struct argp_state;
int cli_take_word(cli_words_t *words, int most, int key, char *word,
                  struct argp_state *state);

/* The same for words of two kinds: those whose key has a dot, which are no rule variant's,
 * come into a list of their own. */
int cli_take_either(cli_words_t *words, cli_words_t *dotted, int key, char *word,
                    struct argp_state *state);

/* The whole number that --option was given; one that is none, or not from least to most, is
 * argp's error. */
long cli_read_whole(const char *option, const char *word, long least, long most,
                    struct argp_state *state);

/* The same for a span of time (duration.h), in seconds. */
double cli_read_duration(const char *option, const char *word, struct argp_state *state);

/* The game of "GAME key=value ...". */
game_t *cli_game(const cli_words_t *words, failure_t *error);

/* "key=value key=value" as words, in a buffer that they point into. */
void cli_split(char *text, cli_words_t *words);

int command_games(int argc, char **argv);
int command_perft(int argc, char **argv);
int command_moves(int argc, char **argv);
int command_planes(int argc, char **argv);

#endif
