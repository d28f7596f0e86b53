/* fulcrum convert: files that older versions of the program wrote. */
#include "core/cli/cli.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/convert/convert.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct call {
    cli_words_t words;
    const char *out;
    bool quiet;
} call_t;

static const option_t options[] = {
    OPTION_FILE("out", 'o', "OUT", call_t, out,
                "The file or folder to make, of a name that nothing has",
                .required = true),
    CLI_OPTION_QUIET(call_t, quiet),
};

static void print_result(const call_t *call, const convert_result_t *result) {
    printf("%s: %s of version %" PRIu64 ", made of version %" PRIu64 ": %" PRIu64
           " file%s",
           call->out, result->what, result->to, result->from, result->files,
           TEXT_PLURAL(result->files));
    if (result->games > 0)
        printf(", %" PRIu64 " game%s, %" PRIu64 " position%s", result->games,
               TEXT_PLURAL(result->games), result->positions,
               TEXT_PLURAL(result->positions));
    putchar('\n');
}

static int run(void *data) {
    const call_t *call = data;
    convert_result_t result;
    failure_t error;
    if (!convert_path(call->words.words[0], call->out, &result, &error))
        return cli_fail(&error);
    if (!call->quiet)
        print_result(call, &result);
    return cli_finish_output();
}

const command_t convert_command = {
    .name = "convert",
    .summary = "write files of older versions once more, as this version writes them",
    .description =
        "Write recorded games (a run's folder or a file) or training data of an older "
        "version of the program once more, as this version writes them. What is there is "
        "not changed; what is made is read back, and whole as soon as it has its name.",
    .notes = "Which versions there were, and what reads them: selfplay/store/FORMAT.md. "
             "What a "
             "version did not record is filled in as said there. A run's journal and "
             "logs stay "
             "behind. Weights of networks are of version 1 still, which is read.",
    .arguments = {ARGUMENT("RUN-OR-FILE", WORD_FILE, 1, 1, call_t, words,
                           "which run or file? Say RUN --out NEW")},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
