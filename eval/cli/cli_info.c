/* fulcrum info: summarizes files of games, runs, and folders of learning. */
#include "core/base/files/file.h"
#include "core/base/table/result.h"
#include "core/cli/cli.h"
#include "core/game/outside_game.h"
#include "core/game/source/recorded_game.h"
#include "eval/cli/eval_commands.h"
#include "eval/learn/learn.h"
#include "eval/match/match_run.h"
#include "eval/stats/sprt.h"
#include "selfplay/run/call_log.h"
#include "selfplay/run/folder_kind.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/run/run.h"
#include "selfplay/run/summary.h"
#include "selfplay/run/sweep.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct call {
    cli_words_t words;
    cli_form_t form;
} call_t;

/* The summary of all files of a path. */
typedef struct gathered {
    games_reader_t reader;
    summary_t summary;
    double games_per_second; /* of all processes together; 0: not known */
} gathered_t;

static void clear(gathered_t *gathered) {
    summary_clear(&gathered->summary);
    games_reader_close(&gathered->reader);
}

/* Games per second of all processes, weighted by their time. */
static double read_rate(const char *folder) {
    const call_counts_t all = call_log_total(folder);
    return all.seconds > 0 ? (double)all.games / all.seconds : 0;
}

static bool gather(gathered_t *gathered, const char *path, failure_t *error) {
    char numbers[TEXT_THOUSANDS];
    games_reader_t *reader = &gathered->reader;
    summary_t *summary = &gathered->summary;
    uint64_t wanted = run_games_wanted(path);
    int64_t count = -1;
    *gathered = (gathered_t){.games_per_second = read_rate(path)};
    if (games_reader_open(reader, path, GAMES_FILE_WHOLE, error)) {
        summary_init(summary, reader->header.game);
        summary_know(summary, &reader->config);
        while ((count = games_reader_next(reader, error)) > 0)
            summary_add(summary, &reader->record, 0);
    } else if (reader->files.count == 0 && wanted > 0) {
        error_set(error, "%s: 0 of %s games are finished; see: fulcrum status", path,
                  text_thousands(wanted, numbers));
    }
    summary->wanted = wanted;
    summary->file_bytes = reader->bytes;
    if (count < 0)
        clear(gathered);
    return count == 0;
}

/* A match may have ended when its test was decided: its intervals are not of a number of
 * games that was fixed. */
static bool note_test(const char *path, failure_t *error) {
    sprt_t test;
    bool has_test = false;
    if (file_is_folder(path) && !match_stored_test(path, &test, &has_test, error))
        return false;
    if (has_test)
        cli_message("%s: a sequential test may have ended this match; an interval that "
                    "holds then is printed by fulcrum match",
                    path);
    return true;
}

/* Says once what the rules of a game are missed for. */
static void note_rules(const game_class_t *class, char noted[OUTSIDE_GAME_NAME]) {
    if (!recorded_game_is(class) || strcmp(noted, class->name) == 0)
        return;
    snprintf(noted, OUTSIDE_GAME_NAME, "%s", class->name);
    cli_message("without the rules of %s, games that are mirrored count as different",
                class->name);
}

/* sweep: that the path is a run of; without keys: none. noted: by note_rules. */
static bool add_path(figures_t *table, const sweep_t *sweep, const char *path,
                     char noted[OUTSIDE_GAME_NAME], failure_t *error) {
    gathered_t gathered;
    char program[sizeof(producer_t) + 8];
    if (!gather(&gathered, path, error))
        return false;
    const games_header_t *header = &gathered.reader.header;
    summary_figures_t figures = summary_figures(&gathered.summary);
    snprintf(program, sizeof program, "%s, %s, %s", header->maker.program,
             header->maker.compiler, header->maker.instructions);
    figures.path = path;
    figures.program = program;
    figures.config = header->config;
    figures.files = gathered.reader.files.count;
    figures.rules_version = header->rules_version;
    figures.games_per_second = gathered.games_per_second;
    figures.has_rate = gathered.games_per_second > 0;
    sweep_cells(sweep, sweep_find(sweep, path), table);
    figures_row(table, &figures);
    if (!note_test(path, error)) {
        clear(&gathered);
        return false;
    }
    note_rules(header->game->class, noted);
    clear(&gathered);
    return true;
}

/* --- Learning ----------------------------------------------------------------------- */

static int show_learning(const call_t *call, const char *folder) {
    learn_plan_t plan;
    failure_t error;
    char path[FILE_PATH];
    if (!file_path(path, &error, "%s/%s", folder, FOLDER_LEARN_FILE) ||
        !learn_plan_load(&plan, path, &error))
        return cli_fail(&error);
    learn_t learn = {.plan = &plan, .folder = folder};
    const int status = learn_view(&learn, &error)
                           ? cli_print(&call->form, learn_result(&learn))
                           : cli_fail(&error);
    learn_clear(&learn);
    learn_plan_clear(&plan);
    return status;
}

/* --- Runs --------------------------------------------------------------------------- */

/* One path as a record with all its figures, several as a table. */
static int run(void *data) {
    call_t *call = data;
    const char *first = call->words.words[0];
    folder_kind_t kind = call->words.count == 1 ? folder_kind_of(first) : FOLDER_OTHER;
    if (kind == FOLDER_LEARN)
        return show_learning(call, first);
    run_tree_t tree = {0};
    sweep_t sweep = {0};
    char noted[OUTSIDE_GAME_NAME] = "";
    failure_t error;
    result_t *result = result_new();
    bool ok = kind != FOLDER_SWEEP || sweep_read(&sweep, first, &error);
    for (int i = 0; ok && i < call->words.count; i++)
        ok = run_tree_add(&tree, call->words.words[i], &error);
    bool is_one = tree.count == 1 && sweep.num_keys == 0;
    figures_t *table = is_one ? result_record(result, NULL, NULL, NULL, 0)
                              : result_table(result, "runs", NULL, NULL, 0);
    sweep_columns(&sweep, table);
    for (int i = 0; i < SUMMARY_COLUMNS; i++)
        figures_column(table, summary_columns[i]);
    call->form.is_long |= is_one && !call->form.json && !call->form.csv;
    for (size_t i = 0; ok && i < tree.count; i++)
        ok = add_path(table, &sweep, tree.paths[i], noted, &error);
    run_tree_clear(&tree);
    sweep_clear(&sweep);
    if (ok)
        return cli_print(&call->form, result);
    result_free(result);
    return cli_fail(&error);
}

const command_t info_command = {
    .name = "info",
    .summary = "summarize runs or files of games",
    .description =
        "Summarize a run or a file of games: results, lengths, configuration, program "
        "version. Several paths are compared in a table, and so are the runs of a study "
        "or a "
        "sweep, whose keys are columns of --csv and --json. "
        "Of a folder of learning: its generations and how strong the best is.",
    .arguments = {ARGUMENT("PATH", WORD_FILE, 1, 0, call_t, words,
                           "no file or folder given")},
    .groups = {CLI_FORM_OPTIONS(call_t, form)},
    .without_rules = true,
    .call_bytes = sizeof(call_t),
    .run = run,
};
