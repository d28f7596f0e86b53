/* fulcrum metrics: the quality metrics of recorded games. */
#include "core/base/process/task_queue.h"
#include "core/cli/cli.h"
#include "eval/cli/eval_commands.h"
#include "eval/metrics/metrics_result.h"
#include "eval/metrics/run_metrics.h"
#include "eval/study/study_folder.h"
#include "eval/study/study_result.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/games_reader.h"

#include <stdlib.h>

typedef struct call {
    cli_words_t words;
    int threads;
    bool explain;
    cli_form_t form;
} call_t;

static const option_t options[] = {
    CLI_OPTION_THREADS(call_t, threads, "Threads (default: one per processor)"),
    OPTION_FLAG("explain", 0, call_t, explain,
                "Print each metric's definition, formula, unit, range and source; needs "
                "no games"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    if (call->words.count == 0 && !call->explain)
        return error_set(error, "no file or folder given");
    return !(call->words.count > 0 && call->explain) ||
           error_set(error, "--explain takes no files or folders");
}

/* Reads and prints every path; the columns point to what was read. */
static int print_all(const call_t *call, const run_tree_t *paths) {
    run_metrics_t *runs = memory_new(paths->count, sizeof *runs);
    metrics_run_t *columns = memory_new(paths->count, sizeof *columns);
    failure_t error;
    size_t count = 0;
    task_queue_t *queue = task_queue_start(call->threads);
    while (count < paths->count &&
           run_metrics_read(&runs[count], paths->paths[count], queue, &error)) {
        columns[count] =
            (metrics_run_t){.name = paths->paths[count], .metrics = &runs[count].metrics};
        count++;
    }
    task_queue_free(queue);
    int status = count == paths->count
                     ? cli_print(&call->form, metrics_result(columns, (int)count))
                     : cli_fail(&error);
    for (size_t i = 0; i < count; i++)
        run_metrics_clear(&runs[i]);
    free(columns);
    free(runs);
    return status;
}

/* Adds, for each variant of a study, the self-play at the strongest level with games. */
static bool add_study(run_tree_t *paths, const char *folder, failure_t *error) {
    study_t *study = study_folder_load(folder, error);
    study_result_t *result = study ? study_result_new(study, folder, error) : NULL;
    bool ok = result != NULL;
    for (int i = 0; ok && i < study->num_variants; i++)
        for (int j = study->num_strengths - 1; j >= 0; j--)
            if (result->cells[i][j].games > 0) {
                ok = run_tree_add(paths, result->cells[i][j].folder, error);
                break;
            }
    study_result_free(result);
    study_free(study);
    return ok;
}

static int look_at_paths(const call_t *call) {
    run_tree_t paths = {0};
    failure_t error;
    bool ok = true;
    for (int i = 0; ok && i < call->words.count; i++) {
        const char *word = call->words.words[i];
        ok = folder_kind_of(word) == FOLDER_STUDY ? add_study(&paths, word, &error)
                                                  : run_tree_add(&paths, word, &error);
    }
    if (ok && paths.count == 0)
        ok = error_set(&error, "%s: the study has no games", call->words.words[0]);
    int status = ok ? print_all(call, &paths) : cli_fail(&error);
    run_tree_clear(&paths);
    return status;
}

static int run(void *data) {
    const call_t *call = data;
    return call->explain ? cli_print(&call->form, metrics_definitions())
                         : look_at_paths(call);
}

const command_t metrics_command = {
    .name = "metrics",
    .summary = "show the quality metrics of recorded games, with intervals",
    .description =
        "Show the quality metrics of the games in a file or run folder, with 95 % "
        "intervals: length, branching, balance, draws, drama, lead changes, "
        "decisiveness, board coverage and more. Several paths are shown side by side; "
        "a study folder is shown as each variant at its strongest level.",
    .notes =
        "Evaluations are the recorded searches' values. Every game is replayed by the "
        "rules. For definitions: fulcrum metrics --explain",
    .synopsis = "PATH ...\n--explain",
    .arguments = {ARGUMENT("PATH", WORD_FILE, 0, 0, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               CLI_FORM_OPTIONS(call_t, form)},
    .call_bytes = sizeof(call_t),
    .check = check,
    .run = run,
};
