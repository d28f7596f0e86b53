/* fulcrum train: trains an integer network on exports. */
#include "core/base/files/file.h"
#include "core/base/files/publish.h"
#include "core/cli/cli.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/run/stop.h"
#include "selfplay/train/train_job.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct call {
    cli_words_t words;
    const char *out;
    bool plain; /* without images under symmetries */
    train_job_t job;
} call_t;

static const option_t options[] = {
    OPTION_FOLDER("out", 'o', "FOLDER", call_t, out,
                  "Folder for weights.safetensors, which must not exist there, and "
                  "losses.csv",
                  .required = true),
    OPTION_REAL("passes", 0, "N", call_t, job.passes, 0.001, 1000,
                "Use each row so many times", .fallback = "2"),
    OPTION_WHOLE("steps", 0, "N", call_t, job.least_steps, 1, 1000000000,
                 "But take at least so many steps", .fallback = "400"),
    OPTION_WHOLE("units", 0, "N", call_t, job.options.units, 64, 512,
                 "Units of the network, a multiple of 64", .fallback = "128"),
    OPTION_WHOLE("batch", 0, "N", call_t, job.options.batch, 1, 1000000, "Rows of a step",
                 .fallback = "1024"),
    OPTION_REAL("rate", 0, "R", call_t, job.options.rate, 1e-9, 1,
                "Highest learning rate of Adam", .fallback = "0.002"),
    OPTION_REAL("weight-decay", 0, "D", call_t, job.options.weight_decay, 0, 1000,
                "Share of each weight that a step takes off, in units of its rate",
                .fallback = "1"),
    OPTION_REAL("average", 0, "SHARE", call_t, job.options.average, 0, 0.999999,
                "Share of the mean of the weights that a step keeps",
                .fallback = "0.995"),
    OPTION_REAL("root-share", 0, "SHARE", call_t, job.targets.root_share, 0, 1,
                "Share of the search's value in the value target; the result has the "
                "rest",
                .fallback = "0.5"),
    OPTION_FLAG("later", 0, call_t, job.targets.later,
                "Use value_later in place of the search's value"),
    OPTION_FLAG("plain", 0, call_t, plain,
                "Use rows as they are, not random images of them"),
    CLI_OPTION_SEED(call_t, job.options.seed,
                    "Seed of the first weights and the order of rows", .fallback = "1"),
    CLI_OPTION_THREADS(call_t, job.threads, "Threads (default: all available)"),
    CLI_OPTION_QUIET(call_t, job.quiet),
};

static const call_t defaults = {.job = {.options = TRAIN_OPTIONS, .label = "training"}};

/* Weights are written last: losses alone are of a call that was cut off. */
static bool find_paths(const char *folder, char weights[FILE_PATH],
                       char losses[FILE_PATH], failure_t *error) {
    return file_path(losses, error, "%s/losses.csv", folder) &&
           file_path(weights, error, "%s/weights.safetensors", folder) &&
           (access(weights, F_OK) != 0 ||
            error_set(error, "%s: already exists; choose another --out", weights));
}

static int run(void *data) {
    call_t *call = data;
    char weights[FILE_PATH], losses[FILE_PATH];
    train_done_t done;
    failure_t error;
    stop_on_signals();
    call->job.files = call->words.words;
    call->job.num_files = call->words.count;
    call->job.options.symmetries = !call->plain;
    if (!find_paths(call->out, weights, losses, &error))
        return cli_fail(&error);
    if (!train_job(&call->job, &done, &error)) {
        cli_fail(&error);
        return stop_asked() ? EXIT_STOPPED : EXIT_WRONG_CALL;
    }
    bool ok = publish_folder(call->out, &error) &&
              publish_file(losses, done.losses, strlen(done.losses), &error) &&
              publish_file(weights, done.bytes, done.size, &error);
    if (ok && !call->job.quiet)
        printf("%s: hash 0x%016" PRIx64 ", %" PRIu64 " steps on %zu rows; validation: "
               "policy %.3f (at least %.3f), value %.3f (at least %.3f)\n",
               weights, done.hash, done.steps, done.rows, done.validation.of[LOSS_POLICY],
               done.validation.of[LOSS_POLICY_FLOOR], done.validation.of[LOSS_VALUE],
               done.validation.of[LOSS_VALUE_FLOOR]);
    train_done_clear(&done);
    return ok ? cli_finish_output() : cli_fail(&error);
}

const command_t train_command = {
    .name = "train",
    .summary = "train an integer network on exported games",
    .description =
        "Train an integer network on files of `fulcrum export --features --policy padded "
        "--value result,root`, of the variants of one board. The same files, in the same "
        "order, with "
        "the same options give the same weights, to the bit, on every machine and number "
        "of threads (selfplay/train/TRAIN.md).",
    .statuses = {[3] = "stopped before the end; nothing was written"},
    .arguments = {ARGUMENT("EXPORT.h5", WORD_FILE, 1, 0, call_t, words,
                           "no file of fulcrum export given")},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .defaults = &defaults,
    .run = run,
};
