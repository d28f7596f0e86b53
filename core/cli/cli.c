#include "core/cli/cli.h"

#include "core/base/plain_text.h"
#include "core/base/table/result.h"
#include "core/base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cli_message(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    message_list(format, arguments);
    va_end(arguments);
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

game_t *cli_game(const cli_words_t *words, failure_t *error) {
    if (words->count == 0) {
        error_set(error, "no game given: use GAME [key=value ...]; see: fulcrum games");
        return NULL;
    }
    return game_new(words->words[0], words->words + 1, words->count - 1, error);
}

cli_words_t cli_split(char *text, char *room[CLI_MAX_WORDS]) {
    cli_words_t words = {.words = room, .count = text_split(text, room, CLI_MAX_WORDS)};
    REQUIRE(words.count <= CLI_MAX_WORDS);
    return words;
}

/* --- The form of a result ----------------------------------------------------------- */

const option_t cli_form_options[] = {
    CLI_OPTION_JSON(cli_form_t, json, "Print one JSON object"),
    OPTION_FLAG("csv", 'c', cli_form_t, csv, "Print a table as CSV"),
    OPTION_FLAG("long", 0, cli_form_t, is_long, "Print all figures"),
};
_Static_assert(OPTION_COUNT(cli_form_options) == CLI_NUM_FORM_OPTIONS,
               "as the header says");

bool cli_form_check(const void *group, failure_t *error) {
    const cli_form_t *form = group;
    return form->json + form->csv + form->is_long <= 1 ||
           error_set(error, "--json, --csv and --long exclude each other");
}

int cli_print(const cli_form_t *form, result_t *result) {
    result_print(result,
                 form->json      ? RESULT_JSON
                 : form->csv     ? RESULT_CSV
                 : form->is_long ? RESULT_DETAIL
                                 : RESULT_TEXT,
                 stdout);
    result_free(result);
    return cli_finish_output();
}
