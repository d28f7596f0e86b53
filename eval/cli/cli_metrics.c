/* fulcrum metrics: the quality metrics of recorded games. */
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "eval/cli/eval_commands.h"
#include "eval/metrics/metrics_report.h"
#include "eval/metrics/run_metrics.h"

#include <stdlib.h>

typedef struct call {
    cli_words_t words;
    bool json, csv, explain;
} call_t;

static const option_t options[] = {
    CLI_OPTION_JSON(
        call_t, json,
        "Print JSON, one object a line for each path: metrics, lengths, leads "
        "over time, first actions and cells"),
    EVAL_OPTION_CSV(call_t, csv, "Print CSV, a line for each path and metric"),
    OPTION_FLAG("explain", 0, call_t, explain,
                "Print each metric's definition, formula, unit, range and source; no "
                "games needed"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    if (call->words.count == 0 && !call->explain)
        return error_set(error, "of which file or folder?");
    if (call->words.count > 0 && call->explain)
        return error_set(error, "--explain is about metrics, not about games");
    return !(call->json && call->csv) || error_set(error, "either --json or --csv");
}

static void print(const call_t *call, const metrics_column_t *columns, int count) {
    if (!call->json && !call->csv)
        metrics_report_text(columns, count, stdout);
    if (call->csv)
        metrics_report_csv_heading(stdout);
    for (int i = 0; i < count; i++)
        if (call->json)
            json_print_line(metrics_report_json(&columns[i]), stdout);
        else if (call->csv)
            metrics_report_csv(&columns[i], stdout);
}

/* Reads and prints every path; the columns point to what was read. */
static int print_all(const call_t *call) {
    size_t most = (size_t)call->words.count;
    run_metrics_t *runs = memory_new(most, sizeof *runs);
    metrics_column_t *columns = memory_new(most, sizeof *columns);
    failure_t error;
    int count = 0;
    while (count < call->words.count &&
           run_metrics_read(&runs[count], call->words.words[count], &error)) {
        columns[count] =
            (metrics_column_t){call->words.words[count], &runs[count].metrics};
        count++;
    }
    bool right = count == call->words.count;
    if (right)
        print(call, columns, count);
    for (int i = 0; i < count; i++)
        run_metrics_clear(&runs[i]);
    free(columns);
    free(runs);
    return right ? cli_finish_output() : cli_fail(&error);
}

static int run(void *data) {
    const call_t *call = data;
    if (!call->explain)
        return print_all(call);
    metrics_report_explain(stdout);
    return cli_finish_output();
}

const command_t metrics_command = {
    .name = "metrics",
    .summary = "show the quality metrics of recorded games, with intervals",
    .description =
        "Show the quality metrics of the games in a file or in the folder of a run, "
        "with 95 % intervals: length, branching, balance, draws, drama, lead changes, "
        "decisiveness, coverage of the board and more. Several paths are shown side "
        "by side.",
    .notes = "Evaluations are the recorded searches' values. Every game is played again "
             "by the rules. What each metric is: fulcrum metrics --explain",
    .synopsis = "PATH ...\n--explain",
    .arguments = {ARGUMENT("PATH", WORD_FILE, 0, 0, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .check = check,
    .run = run,
};
