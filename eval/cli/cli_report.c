/* fulcrum report: a study as an HTML page or as CSV. */
#include "core/base/files/output_file.h"
#include "core/base/files/publish.h"
#include "core/cli/cli.h"
#include "eval/cli/cli_study_fairest.h"
#include "eval/cli/eval_commands.h"
#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_page.h"
#include "eval/fairest/fairest_result.h"
#include "eval/page/play_page.h"
#include "eval/report/report.h"
#include "eval/report/report_page.h"
#include "eval/report/tables/report_tables.h"
#include "eval/study/study_result.h"
#include "selfplay/run/folder_kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define PLAY_PAGE "play.html"

typedef struct csv_choice {
    bool wanted;
    const char *folder; /* NULL: the study's own */
} csv_choice_t;

typedef struct call {
    cli_words_t words; /* the folder of the study */
    const char *page;
    csv_choice_t csv;
    bool play;
} call_t;

static bool read_csv(const char *word, void *field, failure_t *error) {
    csv_choice_t *csv = field;
    (void)error;
    *csv = (csv_choice_t){true, word};
    return !word || *word;
}

static const option_t options[] = {
    OPTION_FILE("out", 'o', "FILE.html", call_t, page,
                "The page (default: FOLDER/report.html)"),
    OPTION_FORM("csv", 'c', "FOLDER", call_t, csv, read_csv, "a folder",
                "Write the tables as CSV files and no page (default: FOLDER/csv)",
                .value_optional = true),
    OPTION_FLAG("play", 0, call_t, play,
                "Also write FOLDER/play.html, a page to play the study's variants, like "
                "that of fulcrum page"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    return !(call->csv.wanted && call->page) ||
           error_set(error, "--csv writes no page: omit --out, or run the command twice");
}

static bool path_of(const char *folder, const char *name, char path[RUN_PATH],
                    failure_t *error) {
    return snprintf(path, RUN_PATH, "%s/%s", folder, name) < RUN_PATH ||
           error_set(error, "%.100s...: the path is too long", folder);
}

/* The page's path, and whether it may be written there. */
static bool find_page(const call_t *call, const char *folder, char path[RUN_PATH],
                      const char **out, failure_t *error) {
    if (!path_of(folder, "report.html", path, error))
        return false;
    *out = call->page ? call->page : path;
    const output_rule_t rule = {.kind = "page of fulcrum report",
                                .begins = REPORT_BEGINS};
    return output_check(*out, &rule, error);
}

/* Takes ownership of the page; NULL: an error is already set. */
static bool publish_page(char *page, size_t size, const char *out, failure_t *error) {
    bool ok = page && publish_file(out, page, size, error);
    free(page);
    if (ok)
        printf("%s\n", out);
    return ok;
}

static bool write_page(const call_t *call, const report_t *report, const char *folder,
                       failure_t *error) {
    char path[RUN_PATH];
    const char *out;
    size_t size = 0;
    if (!find_page(call, folder, path, &out, error))
        return false;
    char *page = report_page(report, &size, error);
    return publish_page(page, size, out, error);
}

/* A search for the fairest variant has a page of its own kind. */
static bool write_fairest(const call_t *call, const char *folder, failure_t *error) {
    char file[RUN_PATH], path[RUN_PATH];
    const char *out;
    fairest_t fairest;
    size_t size = 0;
    if (call->csv.wanted || call->play)
        return error_set(error,
                         "%s: a search for the fairest variant has only a page; for CSV: "
                         "fulcrum study %s --look --csv",
                         folder, folder);
    if (!path_of(folder, FAIREST_FILE, file, error) ||
        !fairest_load(&fairest, file, NULL, 0, error))
        return false;
    fairest_result_t *result = fairest_result_new(&fairest, folder, error);
    bool ok = result && find_page(call, folder, path, &out, error);
    if (ok) {
        char *page = fairest_page(result, NULL, &size);
        ok = publish_page(page, size, out, error);
    }
    fairest_result_free(result);
    fairest_clear(&fairest);
    return ok;
}

static const output_rule_t play_page_rule = {.kind = "page of fulcrum page",
                                             .begins = PLAY_PAGE_BEGINS};

/* A page to play the variants, beside that of the study. */
static bool write_play_page(const study_t *study, const char *folder, failure_t *error) {
    char path[RUN_PATH];
    play_page_t page = {0};
    size_t size;
    for (int i = 0; i < study->num_variants; i++, page.count++) {
        page.games[i] = study->variants[i].game;
        snprintf(page.names[i], PLAY_PAGE_NAME, "%s", study->variants[i].name);
    }
    if (!path_of(folder, PLAY_PAGE, path, error) ||
        !output_check(path, &play_page_rule, error))
        return false;
    char *text = play_page_write(&page, &size, error);
    bool ok = text && publish_file(path, text, size, error);
    free(text);
    if (ok)
        printf("%s\n", path);
    return ok;
}

static bool write_csv(const call_t *call, const report_t *report, const char *folder,
                      failure_t *error) {
    char path[RUN_PATH];
    if (!path_of(folder, "csv", path, error))
        return false;
    const char *out = call->csv.folder ? call->csv.folder : path;
    if (!report_tables_write_csv(report, out, error))
        return false;
    printf("%s\n", out);
    return true;
}

/* Whether there is such a page now, from this command or an earlier one. */
static bool has_play_page(const char *folder) {
    char path[RUN_PATH];
    return path_of(folder, PLAY_PAGE, path, NULL) && access(path, F_OK) == 0 &&
           output_check(path, &play_page_rule, NULL);
}

static bool write_report(const call_t *call, const study_t *study, const char *folder,
                         failure_t *error) {
    study_result_t *result = study_result_new(study, folder, error);
    report_t *report = memory_new(1, sizeof *report);
    bool ok = result && report_open(report, result, error);
    if (ok) {
        if (!call->page && has_play_page(folder))
            report->play_page = PLAY_PAGE;
        ok = (call->csv.wanted ? write_csv : write_page)(call, report, folder, error);
        report_close(report);
    }
    free(report);
    study_result_free(result);
    return ok;
}

static int run(void *data) {
    const call_t *call = data;
    char file[RUN_PATH];
    failure_t error;
    const char *folder = call->words.words[0];
    if (cli_study_is_fairest(folder))
        return write_fairest(call, folder, &error) ? cli_finish_output()
                                                   : cli_fail(&error);
    study_t *study = memory_new(1, sizeof *study);
    bool ok = folder_kind_is(folder, FOLDER_STUDY, &error) &&
              path_of(folder, STUDY_FILE, file, &error) &&
              study_load(study, file, NULL, 0, &error);
    if (ok) {
        ok = (!call->play || write_play_page(study, folder, &error)) &&
             write_report(call, study, folder, &error);
        study_clear(study);
    }
    free(study);
    return ok ? cli_finish_output() : cli_fail(&error);
}

const command_t report_command = {
    .name = "report",
    .summary = "write a study's report as a page, or as CSV",
    .description = "Write a study's report as one HTML file that needs nothing else.",
    .notes = "The answer comes first: one sentence, five cards per variant, a table, and "
             "what would settle the open questions. Folded below: plots, openings on the "
             "board, games to step through, all figures, and how to repeat the study. A "
             "study that is still being played can be reported, too.",
    .arguments = {ARGUMENT("FOLDER", WORD_FOLDER, 1, 1, call_t, words,
                           "no study given: use the folder that `fulcrum study` wrote")},
    .groups = {{.options = options, .count = OPTION_COUNT(options)}},
    .call_bytes = sizeof(call_t),
    .check = check,
    .run = run,
};
