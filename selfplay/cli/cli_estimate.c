/* fulcrum estimate: estimates the cost of a run, or of a sweep, from a minute of it. */
#include "core/base/duration.h"
#include "core/base/table/result.h"
#include "core/cli/cli.h"
#include "core/config/choices.h"
#include "selfplay/cli/play_options.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/config/run_config.h"
#include "selfplay/estimate/estimate.h"
#include "selfplay/estimate/sample_games.h"
#include "selfplay/run/stop.h"
#include "selfplay/run/sweep.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

typedef struct call {
    cli_words_t words; /* the first: see play_options_read_config */
    double limit_s;
    int tasks, threads;
    cli_form_t form;
    bool quiet;
    char config[FILE_PATH]; /* what messages call it */
} call_t;

enum { MAX_TASKS = 100000 };
#define PRECISION 0.01 /* of the mean length, at which the sample ends early */

static const option_t options[] = {
    OPTION_DURATION("time-limit", 0, "TIME", call_t, limit_s,
                    "Play for at most this long: " DURATION_FORMS " (default: 1m)"),
    CLI_OPTION_THREADS(call_t, threads,
                       "Threads (default: OMP_NUM_THREADS, SLURM_CPUS_PER_TASK, or one "
                       "per processor)"),
    OPTION_WHOLE("tasks", 'n', "N", call_t, tasks, 1, MAX_TASKS,
                 "Number of processes like this one that will play in parallel",
                 .fallback = "1"),
    CLI_OPTION_QUIET(call_t, quiet),
};

/* runs: among which the time is divided. */
static bool estimate_config(const call_t *call, run_config_t *config, size_t runs,
                            run_estimate_t *estimate, failure_t *error) {
    const play_options_t play = {.threads = call->threads};
    int64_t threads = play_options_threads(&play, config->threads);
    double seconds = (call->limit_s > 0 ? call->limit_s : 60) / (double)runs;
    const sample_limits_t limits = {.seconds = seconds,
                                    .precision = PRECISION,
                                    .quiet =
                                        call->quiet || call->form.json || call->form.csv};
    return run_config_bind(config, call->config, error) &&
           run_config_start_programs(config, call->config, error) &&
           estimate_run(estimate, config,
                        threads > 0 ? (int)threads : omp_get_max_threads(), call->tasks,
                        &limits, error);
}

static result_t *estimate_one(const call_t *call, const char *text, failure_t *error) {
    run_config_t config;
    run_estimate_t estimate;
    if (!run_config_parse(&config, text, call->config, call->words.words + 1,
                          call->words.count - 1, error))
        return NULL;
    bool ok = estimate_config(call, &config, 1, &estimate, error);
    run_config_clear(&config);
    if (!ok)
        return NULL;
    result_t *result = result_new();
    figures_row(result_record(result, NULL, NULL, estimate_columns, ESTIMATE_COLUMNS),
                &estimate);
    result_sentence(
        result, NULL,
        "Intervals are of the mean length of games; how fast the machine is, and "
        "what else it does, differs by more from minute to minute.");
    if (estimate.is_rough)
        result_sentence(
            result, NULL, "Rough: %s; a longer --time-limit gives a better estimate.",
            estimate.ended == 0 ? "no game ended, so lengths are those of random playouts"
                                : "few games ended, so actual lengths may be longer");
    return result;
}

/* A row for each run, after the sums of the first columns. */
static result_t *estimate_sweep(const call_t *call, const sweep_t *sweep,
                                failure_t *error) {
    enum { SUMS = 7 };
    const figure_column_t name = {FIGURE_WORD, "run", "Run", NULL, FIGURE_BY_HAND};
    run_estimate_t total = {.tasks = call->tasks, .hours = {0, nan(""), nan("")}}, one;
    result_t *result = result_new(), *runs = result_new();
    figures_t *table = result_table(runs, "runs", NULL, &name, 1);
    bool ok = true;
    sweep_columns(sweep, table);
    for (int i = 0; i < ESTIMATE_COLUMNS; i++) {
        figure_column_t column = estimate_columns[i];
        if (choice_find("hours|games|files|bytes|games_per_second", column.key) < 0)
            column.flags |= FIGURE_DETAIL;
        figures_column(table, column);
    }
    for (size_t i = 0; ok && i < sweep->count; i++) {
        ok = estimate_config(call, sweep->runs[i].config, sweep->count, &one, error);
        if (!ok)
            break;
        figures_add_word(table, sweep->runs[i].name);
        sweep_cells(sweep, i, table);
        figures_row(table, &one);
        total.hours.value += one.hours.value;
        total.hours_in_sequence += one.hours_in_sequence;
        total.games += one.games;
        total.files += one.files;
        total.bytes += one.bytes;
        total.free_bytes = one.free_bytes;
    }
    figures_row(result_record(result, NULL, NULL, estimate_columns, SUMS), &total);
    result_join(result, runs);
    result_free(runs);
    if (ok)
        return result;
    result_free(result);
    return NULL;
}

static int run(void *data) {
    call_t *call = data;
    sweep_t sweep = {0};
    failure_t error;
    stop_on_signals();
    char *text = play_options_read_config(call->words.words[0], call->config, &error);
    bool ok = text && sweep_make(&sweep, text, call->config, call->words.words + 1,
                                 call->words.count - 1, NULL, &error);
    result_t *result = !ok                  ? NULL
                       : sweep.num_keys > 0 ? estimate_sweep(call, &sweep, &error)
                                            : estimate_one(call, text, &error);
    sweep_clear(&sweep);
    free(text);
    if (result)
        return cli_print(&call->form, result);
    (void)cli_fail(&error);
    return stop_asked() ? EXIT_STOPPED : EXIT_WRONG_CALL;
}

const command_t estimate_command = {
    .name = "estimate",
    .summary = "estimate the time, disk and memory of a run",
    .description =
        "Play a run's first games for a minute, without writing them, and estimate what "
        "the whole run will take: games per second, hours, disk and memory. Of a sweep, "
        "the runs share the minute.",
    .notes =
        "key=value changes a key as in `fulcrum selfplay`. The sample ends early "
        "once all games are played, or once their mean length is known to 1 % after "
        "a tenth of the time. The 95 % interval covers only the variation of game "
        "lengths, not other load or other processors; there is none if too few games "
        "have ended, or if their mean length depends on a few long ones.",
    .statuses = {[3] = "stopped; no estimate is printed"},
    .arguments = {ARGUMENT("GAME|CONFIG.json|FOLDER", WORD_GAME | WORD_FILE, 1, 1, call_t,
                           words, PLAY_OPTIONS_MISSING),
                  ARGUMENT("key=value", WORD_KEY, 0, 0, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               CLI_FORM_OPTIONS(call_t, form)},
    .call_bytes = sizeof(call_t),
    .run = run,
};
