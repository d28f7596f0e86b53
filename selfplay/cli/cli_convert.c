/* fulcrum convert: converts files of older versions of the program. */
#include "core/cli/cli.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/convert/convert.h"
#include "selfplay/run/stop.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct call {
    cli_words_t words;
    const char *out;
    bool quiet;
} call_t;

static const option_t options[] = {
    OPTION_FILE("out", 'o', "OUT", call_t, out,
                "File or folder to make; must not exist yet", .required = true),
    CLI_OPTION_QUIET(call_t, quiet),
};

static void print_result(const call_t *call, const convert_result_t *result) {
    printf("%s: %s, version %" PRIu64 ", converted from version %" PRIu64 ": %" PRIu64
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
    stop_on_signals();
    if (!convert_path(call->words.words[0], call->out, &result, &error)) {
        cli_fail(&error);
        return stop_asked() ? EXIT_STOPPED : EXIT_WRONG_CALL;
    }
    if (!call->quiet)
        print_result(call, &result);
    return cli_finish_output();
}

const command_t convert_command = {
    .name = "convert",
    .summary = "convert files of older versions to the current version",
    .description =
        "Convert recorded games (a run's folder or a file) or training data of an older "
        "version of the program to the current version. The original is not changed; the "
        "new files are read back, and complete as soon as they have their names.",
    .notes =
        "selfplay/store/FORMAT.md lists the versions, what reads them, and how values "
        "that a version did not record are filled in. A run's journal and logs are not "
        "converted. Network weights are still version 1 and need no conversion.",
    .statuses = {[3] = "stopped before the end; nothing was written"},
    .arguments = {ARGUMENT("RUN-OR-FILE", WORD_FILE, 1, 1, call_t, words,
                           "no run or file given: use RUN --out NEW")},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
