#include "core/cli/cli.h"

#include "core/base/duration.h"
#include "core/base/text.h"

#include <argp.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void cli_message(const char *format, ...) {
    va_list arguments;
    fflush(stdout);
    fprintf(stderr, "%s: ", error_program());
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

int cli_fail(const failure_t *error) {
    cli_message("%s", error->message);
    return EXIT_WRONG_CALL;
}

int cli_finish_output(void) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_DONE;
    cli_message("standard output: %s", strerror(errno));
    return EXIT_WRONG_CALL;
}

bool cli_words_add(cli_words_t *words, char *word) {
    if (words->count == CLI_MAX_WORDS)
        return false;
    words->words[words->count++] = word;
    return true;
}

int cli_take_word(cli_words_t *words, int most, int key, char *word,
                  struct argp_state *state) {
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    if (words->count >= most || !cli_words_add(words, word))
        argp_error(state, "too many words: \"%s\" is one more than %d", word, most);
    return 0;
}

int cli_take_either(cli_words_t *words, cli_words_t *dotted, int key, char *word,
                    struct argp_state *state) {
    bool has_dot = key == ARGP_KEY_ARG && word[strcspn(word, ".=")] == '.';
    return cli_take_word(has_dot ? dotted : words, CLI_MAX_WORDS, key, word, state);
}

long cli_read_whole(const char *option, const char *word, long least, long most,
                    struct argp_state *state) {
    const char *end = word;
    long number = least;
    if (!text_read_number(&end, most, &number) || *end || number < least)
        argp_error(state, "--%s is a whole number from %ld to %ld, not \"%s\"", option,
                   least, most, word);
    return number;
}

double cli_read_duration(const char *option, const char *word, struct argp_state *state) {
    double seconds = 0;
    if (!duration_read(word, &seconds))
        argp_error(state, "--%s is a time such as " DURATION_FORMS ", not \"%s\"", option,
                   word);
    return seconds;
}

game_t *cli_game(const cli_words_t *words, failure_t *error) {
    if (words->count == 0) {
        error_set(error, "which game? Say GAME [key=value ...]; see: fulcrum games");
        return NULL;
    }
    return game_new(words->words[0], words->words + 1, words->count - 1, error);
}

void cli_split(char *text, cli_words_t *words) {
    char *save = NULL;
    for (char *word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save))
        REQUIRE(cli_words_add(words, word));
}
