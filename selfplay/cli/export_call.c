#include "selfplay/cli/export_call.h"

#include "core/base/files/output_file.h"
#include "core/base/json.h"
#include "core/base/table/result.h"
#include "core/base/text.h"
#include "core/cli/cli.h"
#include "core/config/choices.h"
#include "core/terminal/terminal.h"
#include "selfplay/cli/play_options.h"
#include "selfplay/config/run_config.h"
#include "selfplay/export/export.h"
#include "selfplay/export/export_file.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/run/run.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* --- Values of options -------------------------------------------------------------- */

static bool read_turns(const char *word, void *field, failure_t *error) {
    export_options_t *to = field;
    long first = 0, end = UINT32_MAX;
    (void)error;
    bool ok = *word == ':' || text_read_number(&word, INT32_MAX, &first);
    ok = ok && *word++ == ':';
    ok = ok && (*word == 0 || (text_read_number(&word, INT32_MAX, &end) && !*word));
    if (!ok || first >= end)
        return false;
    to->first_turn = (uint32_t)first;
    to->end_turn = (uint32_t)end;
    return true;
}

/* Takes the next item of a comma-separated list; false at its end. Items that are too
 * long are truncated, and then match nothing. */
static bool next_part(const char **list, char part[32]) {
    *list += strspn(*list, ",");
    size_t length = strcspn(*list, ",");
    snprintf(part, 32, "%.*s", (int)length, *list);
    *list += length;
    return length > 0;
}

static bool read_without(const char *list, void *field, failure_t *error) {
    static const char names[] = "forced|proven|cut-off|fast";
    export_options_t *to = field;
    bool *const flags[] = {&to->without_forced, &to->without_proven, &to->without_cut_off,
                           &to->without_fast};
    char part[32];
    while (next_part(&list, part)) {
        int which = choice_find(names, part);
        if (which < 0)
            return error_set(error, "each is forced, proven, cut-off or fast, not \"%s\"",
                             part);
        *flags[which] = true;
    }
    return true;
}

/* The share after a value's name, which may occur once. */
static bool read_value_share(const char *share, bool *there, double *to) {
    char *end;
    double value = strtod(share, &end);
    if (*there || end == share || *end || !(value >= 0 && value <= 1))
        return false;
    *there = true;
    *to = value;
    return true;
}

static bool read_values(const char *list, void *field, failure_t *error) {
    export_options_t *to = field;
    char part[32];
    to->value_result = to->value_root = to->value_mix = to->value_later = false;
    while (next_part(&list, part)) {
        if (strcmp(part, "result") == 0)
            to->value_result = true;
        else if (strcmp(part, "root") == 0)
            to->value_root = true;
        else if (!(strncmp(part, "mix:", 4) == 0 &&
                   read_value_share(part + 4, &to->value_mix, &to->mix)) &&
                 !(strncmp(part, "later:", 6) == 0 &&
                   read_value_share(part + 6, &to->value_later, &to->later)))
            return error_set(
                error,
                "takes result, root, one mix:SHARE and one later:SHARE with shares from "
                "0 to 1, separated by commas, not \"%s\"",
                part);
    }
    return to->value_result || to->value_root || to->value_mix || to->value_later ||
           error_set(error, "needs one of result, root, mix:SHARE and later:SHARE");
}

static bool read_share(const char *word, void *field, failure_t *error) {
    char *end;
    double share = strtod(word, &end), *to = field;
    (void)error;
    if (end == word || *end || !(share >= 0 && share <= 1))
        return false;
    *to = share;
    return true;
}

/* --- Options ------------------------------------------------------------------------ */

const option_t export_call_options[] = {
    OPTION_FILE("out", 'o', "OUT.h5", export_call_t, out, "File to make"),
    OPTION_WHOLE(
        "parts", 0, "N", export_call_t, parts, 1, RUN_MAX_GAMES,
        "Make --out a folder with a file for every N games, whole shards, of the run; "
        "the same command adds files while the run grows"),
    OPTION_TASK(export_call_t, share, "With --parts: make task I's part of the files"),
    OPTION_DURATION("time-limit", 0, "TIME", export_call_t, limit_s,
                    "Stop within this time, as under a batch system; with --parts, the "
                    "same command resumes"),
    OPTION_FLAG("force", 'f', export_call_t, options.replace,
                "Replace existing training data"),
    OPTION_FLAG("mixed", 0, export_call_t, options.mixed,
                "Accept a folder with games of several configurations"),
    CLI_OPTION_THREADS(export_call_t, options.threads,
                       "Threads (default: all available)"),
    CLI_OPTION_QUIET(export_call_t, quiet),
    CLI_OPTION_JSON(export_call_t, json, "Print the summary as JSON"),
};

const option_t export_position_options[] = {
    OPTION_FORM("turns", 0, "A:B", export_call_t, options, read_turns,
                "A:B with A below B (A: or :B alone will do)",
                "After at least A turns and fewer than B; either may be omitted"),
    OPTION_WHOLE("per-game", 0, "N", export_call_t, options.per_game, 1, 1000000,
                 "At most N positions per game, drawn at random"),
    OPTION_WHOLE("min-visits", 0, "N", export_call_t, options.min_visits, 0, INT32_MAX,
                 "Whose root has at least N visits"),
    OPTION_FORM(
        "without", 0, "LIST", export_call_t, options, read_without, "a list",
        "Omit, separated by commas: forced (one legal action), proven (by the search), "
        "cut-off (games that were cut off), fast (a fast search, or none)"),
};

const option_t export_form_options[] = {
    OPTION_CHOICE("policy", 0, "FORM", export_call_t, options.policy,
                  "sparse|padded|dense",
                  "sparse: legal actions of all rows, concatenated; padded: for "
                  "every row as many as the largest has; dense: all actions",
                  .fallback = "sparse"),
    OPTION_FORM("value", 0, "LIST", export_call_t, options, read_values, "a list",
                "Separated by commas: result, root, mix:SHARE with the root's share from "
                "0 to 1, later:SHARE with the weight of each later root of the game as a "
                "share of the weight before it",
                .fallback = "result,root"),
    OPTION_CHOICE("symmetries", 0, "WHICH", export_call_t, options.symmetries,
                  "none|random|all|maps",
                  "none; random: a random image of each position; all: every image; "
                  "maps: none, but tables from which a learner makes them",
                  .fallback = "none"),
    OPTION_FLAG("planes", 0, export_call_t, options.planes,
                "Include a network's input planes, and its heads "
                "(mcts/evaluate/convolution/NETWORK.md)"),
    OPTION_FLAG("features", 0, export_call_t, options.features,
                "Include an integer network's sparse input features "
                "(mcts/evaluate/integer/INTEGER.md)"),
    OPTION_FLAG("final-board", 0, export_call_t, options.final_board,
                "Include the owner of each cell at the end of the game"),
    OPTION_FORM("validation", 0, "SHARE", export_call_t, options.validation, read_share,
                "a share from 0 to 1", "Share of the games used for validation",
                .fallback = "0.05"),
    OPTION_WHOLE("shuffle", 0, "SEED", export_call_t, options.seed, 0, INT32_MAX,
                 "Seed of the order of rows and of all random choices", .fallback = "1"),
    OPTION_WHOLE("deflate", 0, "LEVEL", export_call_t, options.deflate, 0, 9,
                 "Compression level; 0: none", .fallback = "1"),
    OPTION_WHOLE("memory", 'm', "MB", export_call_t, memory_mib, 1, 1 << 24,
                 "Memory for shuffling rows, in MiB; if they need more, a temporary file "
                 "next to OUT.h5 is used, with the same result",
                 .fallback = "1024"),
};

_Static_assert(OPTION_COUNT(export_call_options) == NUM_EXPORT_CALL_OPTIONS &&
                   OPTION_COUNT(export_position_options) == NUM_EXPORT_POSITION_OPTIONS &&
                   OPTION_COUNT(export_form_options) == NUM_EXPORT_FORM_OPTIONS,
               "as the header says");

/* --- What was made ------------------------------------------------------------------ */

#define MADE(field) FIGURE_FIELD(export_result_t, field)
static const figure_column_t columns[] = {
    {FIGURE_COUNT, "runs", "Runs", NULL, MADE(sources)},
    {FIGURE_COUNT, "games_read", "Games read", NULL, MADE(games_read)},
    {FIGURE_COUNT, "games_wanted", "of the runs'",
     "Games of the runs, if some are missing.", MADE(games_wanted),
     FIGURE_IF(export_result_t, games_wanted)},
    {FIGURE_COUNT, "positions_read", "Positions read", NULL, MADE(positions_read)},
    {FIGURE_COUNT, "max_legal", "Most legal actions", NULL, MADE(max_legal)},
    {FIGURE_BYTES, "file_bytes", "File", NULL, MADE(file_bytes)},
    {FIGURE_BYTES, "raw_bytes", "Before compression", NULL, MADE(raw_bytes)},
    {FIGURE_YES_NO, "through_file", "Through a file", "Rows did not fit in memory.",
     MADE(through_file)},
    {FIGURE_COUNT, "positions_reanalyzed", "Searched again", NULL,
     MADE(positions_revised), FIGURE_IF(export_result_t, positions_revised)},
    {FIGURE_COUNT, "simulations", "Simulations", NULL, MADE(simulations),
     FIGURE_IF(export_result_t, positions_revised)},
};

typedef struct group {
    uint64_t games, positions, legal;
} group_t;
#define GROUP(field) FIGURE_FIELD(group_t, field)
static const figure_column_t group_columns[] = {
    {FIGURE_COUNT, "games", "Games", NULL, GROUP(games)},
    {FIGURE_COUNT, "positions", "Positions", NULL, GROUP(positions)},
    {FIGURE_COUNT, "legal", "Legal actions", NULL, GROUP(legal)},
};

void export_call_print(const export_call_t *call, const export_result_t *made,
                       double seconds) {
    if (call->quiet && !call->json)
        return;
    result_t *result = result_new();
    result_sentence(result, NULL, "%s was made in %.1f s.", call->out, seconds);
    result_json(result, "out", cJSON_CreateString(call->out));
    figures_row(result_record(result, NULL, NULL, columns, OPTION_COUNT(columns)), made);
    for (int i = 0; i < GROUP_COUNT; i++)
        figures_row(
            result_record(result, export_group_names[i],
                          i == GROUP_TRAIN ? "To train on" : "For validation",
                          group_columns, OPTION_COUNT(group_columns)),
            &(group_t){made->games[i], made->sizes[i].rows, made->sizes[i].legal});
    result_json(result, "seconds", json_number(seconds));
    result_json(result, "options", export_options_json(&call->options));
    result_print(result, call->json ? RESULT_JSON : RESULT_TEXT, stdout);
    result_free(result);
}

/* Recorded games are never replaced, not even with --force. */
static bool check_out(const export_call_t *call, const shard_files_t *files,
                      failure_t *error) {
    const output_rule_t rule = {.kind = "file of training data",
                                .is_own = export_file_is_one,
                                .inputs = files->paths,
                                .num_inputs = files->count,
                                .needs_force = true,
                                .is_forced = call->options.replace};
    return call->out ? output_check(call->out, &rule, error)
                     : error_set(error, "--out OUT.h5 is required");
}

/* Warns if the requested validation set is empty. */
static void warn_of_no_validation(const export_call_t *call,
                                  const export_result_t *result) {
    if (call->options.validation > 0 && result->games[GROUP_VALIDATION] == 0)
        cli_message("%s: no game fell to validation, at a share of %g of %llu game%s: "
                    "use more games, or a larger --validation (0: none wanted)",
                    call->out, call->options.validation,
                    (unsigned long long)result->games_read,
                    TEXT_PLURAL(result->games_read));
}

bool export_call_check(const export_call_t *call, failure_t *error) {
    return call->parts > 0 || call->share.count == 1 ||
           error_set(error, "--task: needs --parts, as one file is made by one process");
}

void export_call_listen(const export_call_t *call) {
    terminal_catch_signals();
    if (call->limit_s > 0)
        alarm((unsigned)fmax(1, 0.9 * call->limit_s));
}

int export_call_fail(const failure_t *error) {
    (void)cli_fail(error);
    return terminal_interrupted() ? EXIT_STOPPED : EXIT_WRONG_CALL;
}

void export_call_expect(export_call_t *call, const char *path) {
    const uint64_t games = run_games_wanted(path);
    call->games_wanted += games;
    call->has_files |= games == 0;
}

bool export_call_make(export_call_t *call, const shard_files_t *files,
                      const export_revision_t *revision, export_result_t *result,
                      failure_t *error) {
    call->options.memory = (size_t)call->memory_mib << 20;
    bool made = check_out(call, files, error) &&
                export_files(files, call->out, &call->options, revision, result, error);
    if (made && !call->has_files && call->games_wanted > result->games_read)
        result->games_wanted = call->games_wanted;
    if (made)
        warn_of_no_validation(call, result);
    return made;
}
