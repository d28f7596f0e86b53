/* fulcrum metrics: the quality metrics of recorded games. */
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "eval/cli/eval_commands.h"
#include "eval/metrics/metrics_report.h"
#include "eval/metrics/run_metrics.h"

#include <argp.h>

enum { KEY_CSV = 256, KEY_EXPLAIN };

static const struct argp_option options[] = {
    {"json", 'j', NULL, 0,
     "Print JSON, one object a line for each path: metrics, lengths, leads over time, "
     "first decisions and cells",
     0},
    {"csv", KEY_CSV, NULL, 0, "Print CSV, a line for each path and metric", 0},
    {"explain", KEY_EXPLAIN, NULL, 0,
     "Print each metric's definition, formula, unit, range and source; no games needed",
     0},
    {0}};

typedef struct call {
    cli_words_t words;
    bool json, csv, explain;
} call_t;

static int parse(int key, char *word, struct argp_state *state) {
    call_t *call = state->input;
    switch (key) {
    case 'j':
        call->json = true;
        return 0;
    case KEY_CSV:
        call->csv = true;
        return 0;
    case KEY_EXPLAIN:
        call->explain = true;
        return 0;
    case ARGP_KEY_END:
        if (call->words.count == 0 && !call->explain)
            argp_error(state, "of which file or folder?");
        if (call->words.count > 0 && call->explain)
            argp_error(state, "--explain is about metrics, not about games");
        if (call->json && call->csv)
            argp_error(state, "either --json or --csv");
        return 0;
    default:
        return cli_take_word(&call->words, CLI_MAX_WORDS, key, word, state);
    }
}

static const struct argp parser = {
    .options = options,
    .parser = parse,
    .args_doc = "PATH ...",
    .doc = "Show the quality metrics of the games in a file or in the folder of a run, "
           "with 95 % intervals: length, branching, balance, draws, drama, lead changes, "
           "decisiveness, coverage of the board and more. Several paths are shown side "
           "by side."
           "\vEvaluations are the recorded searches' values. Every game is played again "
           "by the rules. What each metric is: fulcrum metrics --explain",
};

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

int command_metrics(int argc, char **argv) {
    call_t call = {0};
    run_metrics_t runs[CLI_MAX_WORDS];
    metrics_column_t columns[CLI_MAX_WORDS];
    failure_t error;
    int count = 0;
    argp_parse(&parser, argc, argv, 0, NULL, &call);
    if (call.explain)
        metrics_report_explain(stdout);
    while (count < call.words.count &&
           run_metrics_read(&runs[count], call.words.words[count], &error)) {
        columns[count] =
            (metrics_column_t){call.words.words[count], &runs[count].metrics};
        count++;
    }
    bool right = count == call.words.count;
    if (right && count > 0)
        print(&call, columns, count);
    for (int i = 0; i < count; i++)
        run_metrics_clear(&runs[i]);
    return right ? cli_finish_output() : cli_fail(&error);
}
