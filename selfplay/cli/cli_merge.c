/* fulcrum merge: merges the games of a run into one file. */
#include "core/base/duration.h"
#include "core/base/files/publish.h"
#include "core/cli/cli.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/merge/merge.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/stop.h"
#include "selfplay/run/sweep.h"
#include "selfplay/store/games_header.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

typedef struct call {
    cli_words_t words;
    const char *out;
    double limit_s; /* 0: none */
    merge_options_t options;
} call_t;

static const option_t options[] = {
    OPTION_FILE("out", 'o', "FILE.h5", call_t, out,
                "File to make, of a sweep the folder for a file RUN.h5 of each run; "
                "existing files are not replaced without --force"),
    OPTION_FILE("output", 0, "FILE.h5", call_t, out, "The same", .hidden = true),
    OPTION_FLAG("partial", 0, call_t, options.is_partial,
                "Merge an incomplete run as far as it exists"),
    OPTION_FLAG("force", 'f', call_t, options.is_forced,
                "Replace an existing file, once the new one is complete"),
    CLI_OPTION_THREADS(call_t, options.threads, "Threads (default: all available)"),
    OPTION_DURATION("time-limit", 0, "TIME", call_t, limit_s,
                    "Stop early enough to exit before TIME has passed: " DURATION_FORMS),
    CLI_OPTION_QUIET(call_t, options.quiet),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    return call->out || error_set(error, "--out FILE.h5 is needed: the file to make");
}

static int merge_one(const call_t *call, const cli_words_t *words, const char *out) {
    failure_t error;
    merge_t merge;
    if (!merge_files(&merge, words->words, words->count, out, &call->options, &error)) {
        cli_fail(&error);
        return merge.resumes ? EXIT_STOPPED : EXIT_WRONG_CALL;
    }
    if (!call->options.quiet)
        printf("%s: %" PRIu64 " game%s, %" PRIu64 " position%s of %" PRIu64
               " file%s; %.1f MB, %.1f bytes per position; %.1f s, %.0f games/s, "
               "%.0f positions/s\n",
               out, merge.games, TEXT_PLURAL(merge.games), merge.positions,
               TEXT_PLURAL(merge.positions), merge.files, TEXT_PLURAL(merge.files),
               (double)merge.bytes / 1e6,
               merge.positions ? (double)merge.bytes / (double)merge.positions : 0,
               merge.seconds, (double)merge.games / merge.seconds,
               (double)merge.positions / merge.seconds);
    return cli_finish_output();
}

/* Whether the file has all games of the run. */
static bool is_merged(const char *folder, const char *out) {
    run_t run;
    uint64_t held;
    if (access(out, F_OK) != 0 || !run_view_stored(&run, folder, NULL))
        return false;
    const games_header_t header = run_header(&run);
    const bool ok =
        run_length_look(out, &header, &held, NULL) && held == run.length.games;
    run_close(&run);
    return ok;
}

/* Merges each run of a sweep to OUT/RUN.h5, up to the first that fails; a stopped call is
 * resumed after the files that are complete. */
static int merge_sweep(const call_t *call, const char *folder) {
    sweep_t sweep;
    failure_t error;
    bool ok = sweep_read(&sweep, folder, &error) && publish_folder(call->out, &error);
    int status = ok ? EXIT_DONE : cli_fail(&error);
    for (size_t i = 0; status == EXIT_DONE && i < sweep.count; i++) {
        char path[FILE_PATH], out[FILE_PATH], *word = path;
        ok = sweep_path(&sweep, folder, i, path, &error) &&
             file_path(out, &error, "%s/%s.h5", call->out, sweep.runs[i].name);
        const bool is_empty =
            ok && call->options.is_partial && !run_folder_has_games(path);
        if (is_empty || (ok && is_merged(path, out))) {
            if (!call->options.quiet)
                printf(is_empty ? "%s: is not made: its run has no games yet\n"
                                : "%s: has all games of its run already\n",
                       out);
            continue;
        }
        status = ok ? merge_one(call, &(cli_words_t){&word, 1}, out) : cli_fail(&error);
    }
    sweep_clear(&sweep);
    return status;
}

static int run(void *data) {
    const call_t *call = data;
    stop_within(call->limit_s);
    return call->words.count == 1 && folder_kind_of(call->words.words[0]) == FOLDER_SWEEP
               ? merge_sweep(call, call->words.words[0])
               : merge_one(call, &call->words, call->out);
}

const command_t merge_command = {
    .name = "merge",
    .summary = "merge the games of a run into one file",
    .description = "Merge all games of a run into one file in the format of a shard. "
                   "Every file is checked on the way; if one is damaged, its name is "
                   "printed and nothing is written. Stopped or killed, the same command "
                   "resumes, with the same bytes in the end. Each run of a sweep gets a "
                   "file of its own.",
    .notes = "Files of one run, merged or not, can also be merged, in the order of their "
             "games.",
    .synopsis = "RUN|FILE.h5 ... --out=FILE.h5\nSWEEP --out=FOLDER",
    .statuses = {[3] = "stopped before the end; the same command resumes"},
    .arguments = {ARGUMENT("RUN|FILE.h5", WORD_FILE, 1, 0, call_t, words,
                           "no run given: use RUN --out FILE.h5")},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .check = check,
    .run = run,
};
