/* fulcrum report: a study, or a search for the fairest variant, as an HTML page or as
 * CSV. */
#include "core/base/clock.h"
#include "core/base/files/file.h"
#include "core/base/files/output_file.h"
#include "core/base/files/publish.h"
#include "core/base/memory_stream.h"
#include "core/base/table/result.h"
#include "core/cli/cli.h"
#include "eval/cli/eval_commands.h"
#include "eval/fairest/fairest.h"
#include "eval/fairest/fairest_answer.h"
#include "eval/fairest/fairest_result.h"
#include "eval/page/play_page.h"
#include "eval/report/report.h"
#include "eval/report/report_chart.h"
#include "eval/report/report_csv.h"
#include "eval/report/report_frame.h"
#include "eval/report/report_png.h"
#include "eval/study/study_folder.h"
#include "eval/study/study_result.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/stop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PLAY_PAGE "play.html"

typedef struct csv_choice {
    bool wanted;
    const char *folder; /* NULL: the study's own */
} csv_choice_t;

/* With --follow: what the page shows. */
typedef struct shown {
    bool exists, is_complete, is_last;
    uint64_t games;
} shown_t;

typedef struct call {
    cli_words_t words; /* the folder of the study */
    shown_t *shown;    /* NULL: not followed */
    const char *page, *svg, *png;
    csv_choice_t csv;
    bool play, follow;
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
    OPTION_FILE("svg", 0, "FILE.svg", call_t, svg,
                "Write the chart of all variants, and no page"),
    OPTION_FILE("png", 0, "FILE.png", call_t, png,
                "The same as PNG, by rsvg-convert (Debian: librsvg2-bin)"),
    OPTION_FLAG("follow", 0, call_t, follow,
                "Write the page again whenever there are more games, until the study is "
                "complete; the page reloads itself"),
    OPTION_FLAG("play", 0, call_t, play,
                "Also write FOLDER/play.html, a page to play the study's variants, like "
                "that of fulcrum page"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    if ((call->svg || call->png) && (call->csv.wanted || call->page))
        return error_set(error,
                         "--svg and --png write a chart alone: omit --out and --csv, or "
                         "run the command twice");
    if (call->follow && (call->csv.wanted || call->svg || call->png))
        return error_set(error, "--follow writes a page: omit --csv, --svg and --png");
    return !(call->csv.wanted && call->page) ||
           error_set(error, "--csv writes no page: omit --out, or run the command twice");
}

/* --- Output ------------------------------------------------------------------------- */

static bool write_table(const figures_t *table, const char *folder, failure_t *error) {
    char path[FILE_PATH], begins[64], *text = NULL;
    size_t size;
    FILE *file = memory_stream_open(&text, &size);
    figures_csv(table, file);
    memory_stream_close(file);
    snprintf(begins, sizeof begins, "%.*s", (int)strcspn(text, ",\n"), text);
    const output_rule_t rule = {.kind = "table of fulcrum report", .begins = begins};
    bool ok = file_path(path, error, "%s/%s.csv", folder, figures_key(table)) &&
              output_check(path, &rule, error) && publish_file(path, text, size, error);
    free(text);
    return ok;
}

/* FOLDER/variants.csv and so on. */
static bool write_csv(const call_t *call, const result_t *tables, const study_t *study,
                      const char *folder, failure_t *error) {
    char path[FILE_PATH];
    if (!file_path(path, error, "%s/csv", folder))
        return false;
    const char *out = call->csv.folder ? call->csv.folder : path;
    report_csv_t files;
    report_csv_open(&files, tables, study);
    bool ok = publish_folder(out, error);
    for (int i = 0; i < files.count && ok; i++)
        ok = write_table(files.of[i], out, error);
    report_csv_close(&files);
    if (ok)
        printf("%s\n", out);
    return ok;
}

/* Takes ownership of the page; NULL: an error is already set. */
static bool write_page(const char *path, char *page, size_t size,
                       const output_rule_t *rule, failure_t *error) {
    bool ok =
        page && output_check(path, rule, error) && publish_file(path, page, size, error);
    free(page);
    if (ok)
        printf("%s\n", path);
    return ok;
}

static const output_rule_t page_rule = {.kind = "page of fulcrum report",
                                        .begins = REPORT_BEGINS};

#define RELOAD_S 10
#define QUOTE(number) #number
#define RELOAD(seconds) "<meta http-equiv=\"refresh\" content=\"" QUOTE(seconds) "\">\n"

/* The page, with an element that reloads it after the beginning; takes ownership. */
static char *reloading(char *page, size_t *size) {
    static const char begins[] = REPORT_BEGINS, reload[] = RELOAD(RELOAD_S);
    const size_t at = sizeof begins - 1, more = sizeof reload - 1;
    char *text = memory_new(*size + more + 1, 1);
    memcpy(text, page, at);
    memcpy(text + at, reload, more);
    memcpy(text + at + more, page + at, *size - at);
    *size += more;
    free(page);
    return text;
}

/* Whether the page already shows so many games, and need not be written. */
static bool is_shown(const call_t *call, uint64_t games, bool is_complete) {
    shown_t *shown = call->shown;
    if (!shown)
        return false;
    const bool is_same = shown->exists && !shown->is_last && shown->games == games &&
                         shown->is_complete == is_complete;
    shown->exists = true;
    shown->games = games;
    shown->is_complete = is_complete;
    return is_same;
}

/* The same for a page that may be followed. */
static bool write_followed(const call_t *call, const char *path, char *page, size_t size,
                           failure_t *error) {
    if (page && call->shown && !call->shown->is_complete && !call->shown->is_last)
        page = reloading(page, &size);
    return write_page(path, page, size, &page_rule, error);
}

static const output_rule_t play_page_rule = {.kind = "page of fulcrum page",
                                             .begins = PLAY_PAGE_BEGINS};

/* The page's path, if it may be written there. */
static bool find_page(const call_t *call, const char *folder, char path[FILE_PATH],
                      failure_t *error) {
    return file_path(path, error, call->page ? "%s" : "%s/report.html",
                     call->page ? call->page : folder) &&
           (call->csv.wanted || output_check(path, &page_rule, error));
}

/* --- A study ------------------------------------------------------------------------ */

/* A page to play the variants, beside that of the study. */
static bool write_play_page(const study_t *study, const char *folder, failure_t *error) {
    char path[FILE_PATH];
    play_page_t page = {0};
    size_t size = 0;
    for (int i = 0; i < study->num_variants; i++, page.count++) {
        page.games[i] = study->variants[i].game;
        snprintf(page.names[i], PLAY_PAGE_NAME, "%s", study->variants[i].name);
    }
    if (!file_path(path, error, "%s/" PLAY_PAGE, folder) ||
        !output_check(path, &play_page_rule, error))
        return false;
    char *text = play_page_write(&page, &size, error);
    return write_page(path, text, size, &play_page_rule, error);
}

/* Whether there is such a page now, from this command or an earlier one. */
static bool has_play_page(const char *folder) {
    char path[FILE_PATH];
    return file_path(path, NULL, "%s/" PLAY_PAGE, folder) && access(path, F_OK) == 0 &&
           output_check(path, &play_page_rule, NULL);
}

/* As the call wants it, after either is known to be allowed. */
static bool write_chart(const call_t *call, const study_result_t *result,
                        failure_t *error) {
    static const output_rule_t svg_rule = {.kind = "chart of fulcrum report",
                                           .begins = REPORT_CHART_BEGINS},
                               png_rule = {.kind = "PNG picture", .begins = "\x89PNG"};
    char *text = NULL;
    size_t size;
    FILE *file = memory_stream_open(&text, &size);
    report_chart(result, true, file);
    memory_stream_close(file);
    bool ok = (!call->svg || output_check(call->svg, &svg_rule, error)) &&
              (!call->png || output_check(call->png, &png_rule, error)) &&
              (!call->png || report_png(text, size, call->png, error)) &&
              (!call->svg || publish_file(call->svg, text, size, error));
    free(text);
    if (ok && call->png)
        printf("%s\n", call->png);
    if (ok && call->svg)
        printf("%s\n", call->svg);
    return ok;
}

static bool write_report(const call_t *call, const study_t *study, const char *folder,
                         failure_t *error) {
    char path[FILE_PATH];
    size_t size = 0;
    study_result_t *result = study_result_new(study, folder, error);
    if (result && (call->svg || call->png)) {
        const bool is_written = write_chart(call, result, error);
        study_result_free(result);
        return is_written;
    }
    if (result && is_shown(call, study_all_games(result), result->is_complete)) {
        study_result_free(result);
        return true;
    }
    report_t *report = memory_new(1, sizeof *report);
    bool ok = result && find_page(call, folder, path, error) &&
              report_open(report, result, error);
    if (ok && call->csv.wanted) {
        result_t *tables = report_tables(report);
        ok = write_csv(call, tables, study, folder, error);
        result_free(tables);
    } else if (ok) {
        report->play_page = !call->page && has_play_page(folder) ? PLAY_PAGE : NULL;
        char *page = report_page(report, &size, error);
        ok = write_followed(call, path, page, size, error);
    }
    report_close(report);
    free(report);
    study_result_free(result);
    return ok;
}

static bool report_study(const call_t *call, const char *folder, failure_t *error) {
    study_t *study = folder_kind_is(folder, FOLDER_STUDY, error)
                         ? study_folder_load(folder, error)
                         : NULL;
    bool ok = study && (!call->play || write_play_page(study, folder, error)) &&
              write_report(call, study, folder, error);
    study_free(study);
    return ok;
}

/* --- A search for the fairest variant ----------------------------------------------- */

static bool report_fairest(const call_t *call, const char *folder, failure_t *error) {
    char file[FILE_PATH], path[FILE_PATH];
    fairest_t fairest;
    size_t size = 0;
    if (call->play || call->svg || call->png)
        return error_set(error,
                         "%s: is a search for the fairest variant; --play, --svg and "
                         "--png are for studies of a few variants",
                         folder);
    if (!file_path(file, error, "%s/" FAIREST_FILE, folder) ||
        !fairest_load(&fairest, file, NULL, 0, error))
        return false;
    fairest_result_t *result = fairest_result_new(&fairest, folder, error);
    bool ok = result && find_page(call, folder, path, error);
    if (ok && call->csv.wanted) {
        result_t *tables = fairest_answer(result);
        ok = write_csv(call, tables, fairest.study, folder, error);
        result_free(tables);
    } else if (ok && !is_shown(call, result->games, result->is_complete)) {
        char *page = fairest_page(result, NULL, &size);
        ok = write_followed(call, path, page, size, error);
    }
    fairest_result_free(result);
    fairest_clear(&fairest);
    return ok;
}

static bool report_once(const call_t *call, failure_t *error) {
    const char *folder = call->words.words[0];
    const bool is_fairest = folder_kind_of(folder) == FOLDER_FAIREST;
    return (is_fairest ? report_fairest : report_study)(call, folder, error);
}

/* At most a twentieth of the time is spent on pages. The last one does not reload. */
static bool follow(const call_t *call, failure_t *error) {
    shown_t *shown = call->shown;
    stop_on_signals();
    while (!shown->is_complete && !stop_asked()) {
        const double start = clock_seconds();
        if (!report_once(call, error))
            return false;
        (void)fflush(stdout);
        const double next = start + fmax(RELOAD_S, 20 * (clock_seconds() - start));
        while (!shown->is_complete && !stop_asked() && clock_seconds() < next)
            nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    shown->is_last = true;
    return shown->is_complete || report_once(call, error);
}

static int run(void *data) {
    shown_t shown = {0};
    call_t *call = data;
    failure_t error;
    call->shown = call->follow ? &shown : NULL;
    return (call->follow ? follow : report_once)(call, &error) ? cli_finish_output()
                                                               : cli_fail(&error);
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
