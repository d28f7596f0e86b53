/* fulcrum estimate: estimates a run's cost from a minute of it. */
#include "core/base/duration.h"
#include "core/base/table/result.h"
#include "core/cli/cli.h"
#include "selfplay/cli/play_options.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/config/run_config.h"
#include "selfplay/estimate/estimate.h"
#include "selfplay/estimate/sample_games.h"
#include "selfplay/run/stop.h"

#include <omp.h>

typedef struct call {
    cli_words_t words; /* the first is the configuration file */
    double limit_s;
    int tasks, threads;
    cli_form_t form;
    bool quiet;
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

static bool estimate_config(const call_t *call, run_config_t *config,
                            run_estimate_t *estimate, failure_t *error) {
    const play_options_t play = {.threads = call->threads};
    int64_t threads = play_options_threads(&play, config->threads);
    const sample_limits_t limits = {.seconds = call->limit_s > 0 ? call->limit_s : 60,
                                    .precision = PRECISION,
                                    .quiet =
                                        call->quiet || call->form.json || call->form.csv};
    stop_on_signals();
    return run_config_bind(config, call->words.words[0], error) &&
           run_config_start_programs(config, call->words.words[0], error) &&
           estimate_run(estimate, config,
                        threads > 0 ? (int)threads : omp_get_max_threads(), call->tasks,
                        &limits, error);
}

static int run(void *data) {
    const call_t *call = data;
    run_config_t config;
    run_estimate_t estimate;
    failure_t error;
    if (!run_config_load(&config, call->words.words[0], call->words.words + 1,
                         call->words.count - 1, &error))
        return cli_fail(&error);
    bool ok = estimate_config(call, &config, &estimate, &error);
    run_config_clear(&config);
    if (!ok) {
        (void)cli_fail(&error);
        return stop_asked() ? EXIT_STOPPED : EXIT_WRONG_CALL;
    }
    result_t *result = result_new();
    figures_row(result_record(result, NULL, NULL, estimate_columns, ESTIMATE_COLUMNS),
                &estimate);
    if (estimate.is_rough)
        result_sentence(
            result, NULL, "Rough: %s; a longer --time-limit gives a better estimate.",
            estimate.ended == 0 ? "no game ended, so lengths are those of random playouts"
                                : "few games ended, so actual lengths may be longer");
    return cli_print(&call->form, result);
}

static bool check(const void *data, failure_t *error) {
    return cli_form_check(&((const call_t *)data)->form, error);
}

const command_t estimate_command = {
    .name = "estimate",
    .summary = "estimate the time, disk and memory of a run",
    .description =
        "Play a run's first games for a minute, without writing them, and estimate what "
        "the whole run will take: games per second, hours, disk and memory.",
    .notes =
        "key=value changes a key as in `fulcrum selfplay`. The sample ends early "
        "once all games are played, or once their mean length is known to 1 % after "
        "a tenth of the time. The 95 % interval covers only the variation of game "
        "lengths, not other load or other processors; there is none if too few games "
        "have ended, or if their mean length depends on a few long ones.",
    .statuses = {[3] = "stopped; no estimate is printed"},
    .arguments = {ARGUMENT("CONFIG.json", WORD_FILE, 1, 1, call_t, words,
                           "no configuration given: use CONFIG.json; examples: configs/"),
                  ARGUMENT("key=value", 0, 0, 0, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               CLI_FORM_OPTIONS(call_t, form)},
    .check = check,
    .call_bytes = sizeof(call_t),
    .run = run,
};
