/* fulcrum report: a study as a page, and as CSV. */
#include "core/base/publish.h"
#include "core/cli/cli.h"
#include "eval/cli/eval_commands.h"
#include "eval/report/report.h"
#include "eval/report/report_page.h"
#include "eval/report/tables/report_tables.h"
#include "eval/study/study_result.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct call {
    cli_words_t words; /* the folder of the study */
    const char *page, *csv;
    bool has_csv;
} call_t;

static const struct argp_option options[] = {
    {"out", 'o', "FILE.html", 0, "The page (default: FOLDER/report.html)", 0},
    {"csv", 'c', "FOLDER", OPTION_ARG_OPTIONAL,
     "Write the tables as CSV, a file each, and no page (default: FOLDER/csv)", 0},
    {0}};

static int parse(int key, char *word, struct argp_state *state) {
    call_t *call = state->input;
    switch (key) {
    case 'o':
        call->page = word;
        return 0;
    case 'c':
        call->csv = word;
        call->has_csv = true;
        return 0;
    case ARGP_KEY_END:
        if (call->words.count == 0)
            argp_error(state, "which study? Say the folder that `fulcrum study` filled");
        if (call->has_csv && call->page)
            argp_error(state, "--csv writes no page: leave --out away, or call twice");
        return 0;
    default:
        return cli_take_word(&call->words, 1, key, word, state);
    }
}

static const struct argp parser = {
    .options = options,
    .parser = parse,
    .args_doc = "FOLDER",
    .doc =
        "Make a page of a study: one HTML file that needs nothing else."
        "\v"
        "The answer comes first; then plots, openings on the board, games to play "
        "through, all figures, and what repeats the study. A study that is still being "
        "played can be looked at, too. Plots want gnuplot (Debian: gnuplot-nox); without "
        "it the page has none and says so.",
};

static bool path_of(const char *folder, const char *name, char path[RUN_PATH],
                    failure_t *error) {
    return snprintf(path, RUN_PATH, "%s/%s", folder, name) < RUN_PATH ||
           error_set(error, "%.100s...: the path is too long", folder);
}

static bool write_page(const call_t *call, const report_t *report, const char *folder,
                       failure_t *error) {
    char path[RUN_PATH];
    size_t size;
    if (!path_of(folder, "report.html", path, error))
        return false;
    const char *out = call->page ? call->page : path;
    char *page = report_page(report, &size, error);
    bool right = page && publish_file(out, page, size, error);
    free(page);
    if (right && !report->has_plots)
        cli_message("gnuplot cannot be run, so the page has no plots; install it "
                    "(Debian: gnuplot-nox)");
    if (right)
        printf("%s\n", out);
    return right;
}

static bool write_csv(const call_t *call, const report_t *report, const char *folder,
                      failure_t *error) {
    char path[RUN_PATH];
    if (!path_of(folder, "csv", path, error))
        return false;
    const char *out = call->csv ? call->csv : path;
    if (!report_tables_write_csv(report, out, error))
        return false;
    printf("%s\n", out);
    return true;
}

static bool write_report(const call_t *call, const study_t *study, const char *folder,
                         failure_t *error) {
    study_result_t *result = study_result_new(study, folder, error);
    report_t *report = memory_new(1, sizeof *report);
    bool right = result && report_open(report, result, error);
    if (right) {
        right = (call->has_csv ? write_csv : write_page)(call, report, folder, error);
        report_close(report);
    }
    free(report);
    study_result_free(result);
    return right;
}

int command_report(int argc, char **argv) {
    call_t call = {0};
    char file[RUN_PATH];
    failure_t error;
    argp_parse(&parser, argc, argv, 0, NULL, &call);
    const char *folder = call.words.words[0];
    study_t *study = memory_new(1, sizeof *study);
    bool right = path_of(folder, STUDY_FILE, file, &error) &&
                 study_load(study, file, NULL, 0, &error);
    if (right) {
        right = write_report(&call, study, folder, &error);
        study_clear(study);
    }
    free(study);
    return right ? cli_finish_output() : cli_fail(&error);
}
