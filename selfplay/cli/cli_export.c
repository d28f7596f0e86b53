/* fulcrum export: makes training data from recorded games. */
#include "core/base/clock.h"
#include "core/base/table/result.h"
#include "core/cli/cli.h"
#include "selfplay/cli/export_call.h"
#include "selfplay/cli/export_parts.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/export/export.h"
#include "selfplay/export/export_columns.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/run/sweep.h"

typedef struct call {
    cli_words_t words;
    bool columns;
    export_call_t export;
} call_t;

static const option_t options[] = {
    OPTION_FLAG("columns", 0, call_t, columns, "List the datasets, and make nothing"),
};

static bool check(const void *data, failure_t *error) {
    const call_t *call = data;
    if (call->export.parts > 0 && call->words.count > 1)
        return error_set(error, "--parts takes one run");
    if (!export_call_check(&call->export, error))
        return false;
    return call->columns || call->words.count > 0 ||
           error_set(error, "no runs or files of games given");
}

static int list_columns(const call_t *call) {
    result_t *result = result_new();
    export_columns_table(result);
    return cli_print(&(cli_form_t){.json = call->export.json}, result);
}

static bool add_one(call_t *call, shard_files_t *files, const char *path,
                    failure_t *error) {
    export_call_expect(&call->export, path);
    return shard_files_add(files, path, error);
}

/* All runs that have games, by name; the others should have them, too. */
static bool add_sweep(call_t *call, shard_files_t *files, const char *folder,
                      failure_t *error) {
    run_tree_t runs = {0};
    sweep_t sweep = {0};
    bool ok = run_tree_add(&runs, folder, error) && sweep_read(&sweep, folder, error);
    for (size_t i = 0; ok && i < runs.count; i++)
        ok = add_one(call, files, runs.paths[i], error);
    if (ok && sweep.count > runs.count)
        call->export.games_wanted +=
            (sweep.count - runs.count) * sweep_most_games(&sweep, folder);
    run_tree_clear(&runs);
    sweep_clear(&sweep);
    return ok;
}

static int run(void *data) {
    call_t *call = data;
    shard_files_t files = {0};
    export_result_t result;
    failure_t error;
    if (call->columns)
        return list_columns(call);
    export_call_listen(&call->export);
    if (call->export.parts > 0)
        return export_parts(&call->export, call->words.words[0], NULL, &error)
                   ? cli_finish_output()
                   : export_call_fail(&error);
    double start = clock_seconds();
    bool done = true;
    for (int i = 0; done && i < call->words.count; i++)
        done = (folder_kind_of(call->words.words[i]) == FOLDER_SWEEP
                    ? add_sweep
                    : add_one)(call, &files, call->words.words[i], &error);
    done = done && export_call_make(&call->export, &files, NULL, &result, &error);
    shard_files_clear(&files);
    if (!done)
        return export_call_fail(&error);
    export_call_print(&call->export, &result, clock_seconds() - start);
    return cli_finish_output();
}

static const call_t defaults = {.export = EXPORT_CALL_DEFAULTS};

const command_t export_command = {
    .name = "export",
    .summary = "make training data from recorded games",
    .description =
        "Make training data from recorded games: positions, policies and values from the "
        "point of view of the player to move, shuffled across all games, split into "
        "training and validation by game. Of a sweep, all runs, which must be of one "
        "variant. selfplay/export/EXPORT.md describes the file.",
    .synopsis = "RUN-OR-FILE ... --out=OUT.h5\nRUN --parts=N --out=FOLDER\n--columns",
    .statuses = {[3] = EXPORT_CALL_STOPPED},
    .check = check,
    .arguments = {ARGUMENT("RUN-OR-FILE", WORD_FILE, 0, 0, call_t, words, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               EXPORT_GROUPS(call_t, export)},
    .call_bytes = sizeof(call_t),
    .defaults = &defaults,
    .run = run,
};
