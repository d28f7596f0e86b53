/* fulcrum selfplay: plays or resumes a run. */
#include "core/base/files/file.h"
#include "core/base/table/result.h"
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "selfplay/cli/play_options.h"
#include "selfplay/cli/play_sweep.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/config/run_config.h"
#include "selfplay/run/run.h"
#include "selfplay/run/run_folder.h"
#include "selfplay/run/stop.h"
#include "selfplay/run/sweep.h"
#include "selfplay/run/workers/run_workers.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct call {
    cli_words_t words; /* the first: see play_options_read_config */
    games_span_t games;
    play_options_t play;
    char config[FILE_PATH]; /* what messages call it */
} call_t;

static const option_t options[] = {
    OPTION_GAMES(call_t, games,
                 "Play only games FIRST ... END-1 of the run; bounds are multiples of "
                 "shard_games"),
};

/* runs/quickstart for configs/quickstart.json; a run's folder itself */
static void default_folder(const char *word, char folder[FILE_PATH]) {
    int length;
    const char *stem = file_stem(word, &length);
    if (run_folder_is_run(word))
        snprintf(folder, FILE_PATH, "%s", word);
    else
        snprintf(folder, FILE_PATH, "runs/%.*s", length, stem);
}

static void print_closing(const run_t *run, workers_result_t *result) {
    const call_counts_t *counts = &result->counts;
    result_t *closing = result_new();
    char part[80 + RUN_SHORTER];
    text_t out = text_into(part, sizeof part);
    text_add(&out, "Of the files that this call wrote; of all: fulcrum info ");
    text_add_shell_word(&out, run->folder);
    if (result->summary.games > 0) {
        const bool is_all = result->summary.games == run->games;
        summary_figures_t figures = summary_figures(&result->summary);
        figures_row(result_record(closing, NULL, is_all ? NULL : part, summary_columns,
                                  SUMMARY_COLUMNS),
                    &figures);
    }
    result_sentence(
        closing, NULL,
        "%.2f games, %.0f actions, %.0f simulations per second on %d thread%s.",
        (double)counts->games / counts->seconds,
        (double)counts->num_actions / counts->seconds,
        (double)counts->simulations / counts->seconds, result->threads,
        TEXT_PLURAL(result->threads));
    result_sentence(closing, NULL, "%s: %llu file%s written, %llu already there.",
                    run->folder, (unsigned long long)counts->shards_made,
                    TEXT_PLURAL(counts->shards_made),
                    (unsigned long long)result->shards_found);
    if (result->games_journaled > 0)
        result_sentence(closing, NULL, "%llu game%s in the journal.",
                        (unsigned long long)result->games_journaled,
                        result->games_journaled == 1 ? " was" : "s were");
    if (result->games_in_short > 0)
        result_sentence(closing, NULL, "%llu game%s in files that are longer now.",
                        (unsigned long long)result->games_in_short,
                        result->games_in_short == 1 ? " was" : "s were");
    result_print(closing, RESULT_DETAIL, stdout);
    result_free(closing);
}

/* Said even by quiet calls: exit status 0 must not pass for games played. */
static void print_nothing_played(const run_t *run, const workers_result_t *result,
                                 bool quiet) {
    char text[256 + 3 * RUN_SHORTER];
    text_t out = text_into(text, sizeof text);
    uint64_t found = result->shards_found;
    text_add(&out, "%s: ", run->folder);
    if (run->games < run->length.games) {
        if (!run_write_there(run, run->games, &out)) {
            text_add(&out, "; to play the rest: fulcrum selfplay ");
            text_add_shell_word(&out, run->folder);
        }
        run_write_shorter(run, run->games, &out);
    } else
        text_add(&out, "%s%llu file%s of these games %s there already",
                 found == 1 ? "the " : "all ", (unsigned long long)found,
                 TEXT_PLURAL(found), found == 1 ? "is" : "are");
    if (quiet)
        cli_message("%s", text);
    else
        puts(text);
}

static void print_result(const call_t *call, const run_t *run, workers_result_t *result) {
    if (result->stopped)
        cli_message("stopped by %s after %llu game%s; everything played is kept in %s, "
                    "and the same command resumes the run",
                    result->stopped, (unsigned long long)result->counts.games,
                    TEXT_PLURAL(result->counts.games), run->folder);
    bool played = result->counts.seconds > 0;
    if (!played && result->shards_found == 0)
        play_options_say_empty(&call->play, run->folder);
    else if (!played)
        print_nothing_played(run, result, call->play.quiet);
    else if (!call->play.quiet)
        print_closing(run, result);
}

/* Before anything is written: whether the folder's run has the games of --games. */
static bool check_range(const call_t *call, const run_config_t *config,
                        const char *folder, const workers_order_t *order,
                        failure_t *error) {
    uint64_t games;
    return call->games.end == 0 || (run_fits(config, folder, &games, error) &&
                                    workers_check(config, games, order, error));
}

/* The exit status. */
static int play(const call_t *call, const char *folder, run_config_t *config) {
    workers_order_t order = {.first = call->games.first,
                             .end = call->games.end,
                             .share = call->play.share,
                             .quiet = call->play.quiet};
    workers_result_t result;
    failure_t error;
    run_t run;
    stop_within(call->play.limit_s);
    if (!run_config_bind(config, call->config, &error) ||
        !run_config_start_programs(config, call->config, &error) ||
        !check_range(call, config, folder, &order, &error) ||
        !run_open(&run, config, folder, &error))
        return cli_fail(&error);
    if (order.end == 0)
        order.end = run.games;
    bool ok = workers_play(&run, &order, &result, &error);
    bool stopped = result.stopped != NULL;
    if (ok)
        print_result(call, &run, &result);
    workers_result_clear(&result);
    run_close(&run);
    if (!ok)
        return cli_fail(&error);
    return stopped ? EXIT_STOPPED : cli_finish_output();
}

static int play_one(const call_t *call, const char *text, const char *folder) {
    run_config_t config;
    failure_t error;
    if (!run_config_parse(&config, text, call->config, call->words.words + 1,
                          call->words.count - 1, &error))
        return cli_fail(&error);
    config.threads = play_options_threads(&call->play, config.threads);
    int status = play(call, folder, &config);
    run_config_clear(&config);
    return status;
}

static int play_all(const call_t *call, sweep_t *sweep, const char *folder) {
    failure_t error;
    if (call->games.end == 0)
        return play_sweep(sweep, call->config, folder, &call->play);
    error_set(&error, "--games is for one run, not for a sweep");
    return cli_fail(&error);
}

static int run(void *data) {
    call_t *call = data;
    char default_name[FILE_PATH];
    sweep_t sweep = {0};
    failure_t error;
    default_folder(call->words.words[0], default_name);
    const char *folder = call->play.folder ? call->play.folder : default_name;
    char *text = play_options_read_config(call->words.words[0], call->config, &error);
    bool ok = text && sweep_make(&sweep, text, call->config, call->words.words + 1,
                                 call->words.count - 1, folder, &error);
    int status = !ok                  ? cli_fail(&error)
                 : sweep.num_keys > 0 ? play_all(call, &sweep, folder)
                                      : play_one(call, text, folder);
    sweep_clear(&sweep);
    free(text);
    return status;
}

const command_t selfplay_command = {
    .name = "selfplay",
    .summary = "play the games of a configuration to HDF5 files",
    .description =
        "Play the games of a configuration, self-play or a match, and write them, with "
        "every search's visit counts, to HDF5 files in the run's folder.",
    .notes =
        "GAME stands for its configuration with all defaults. key=value changes a rule, "
        "as in size=5 (see `fulcrum games`), or a key by its dotted path: games=24 "
        "search.simulations=64 (see `fulcrum keys`). Several values of a key, "
        "search.simulations=25,50 (of a text [\"a\",\"b\"]), or in the file "
        "\"configurations\": {\"NAME\": {keys}}, make a sweep: a folder with a run "
        "for every combination, extended by more values. The same command resumes an "
        "interrupted run, with the same games, and so does its folder in place of the "
        "configuration; with more games it extends the run. "
        "Existing files are not played again. SIGTERM, SIGINT, SIGHUP and SIGUSR1 "
        "stop it within seconds; active games are saved at their current position.",
    .statuses = {[3] = "stopped before the end; the same command resumes the run"},
    .arguments = {ARGUMENT("GAME|CONFIG.json|FOLDER", WORD_GAME | WORD_FILE, 1, 1, call_t,
                           words, PLAY_OPTIONS_MISSING),
                  ARGUMENT("key=value", WORD_KEY, 0, 0, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               PLAY_OPTIONS(call_t, play)},
    .call_bytes = sizeof(call_t),
    .run = run,
};
