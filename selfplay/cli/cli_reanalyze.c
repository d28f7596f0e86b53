/* fulcrum reanalyze: makes training data from new searches of recorded games. */
#include "core/base/clock.h"
#include "core/cli/cli.h"
#include "mcts/search/agent.h"
#include "selfplay/cli/export_call.h"
#include "selfplay/cli/export_parts.h"
#include "selfplay/cli/selfplay_commands.h"
#include "selfplay/export/export.h"
#include "selfplay/reanalyze/reanalyze.h"
#include "selfplay/run/games_reader.h"
#include "selfplay/store/games_file.h"

typedef struct call {
    cli_words_t run, agent, dotted;
    double share;
    export_call_t export;
} call_t;

static const option_t options[] = {
    OPTION_REAL("share", 0, "P", call_t, share, 0, 1,
                "Search only this share of the positions, drawn by run, game and ply; "
                "the others keep what was recorded",
                .fallback = "1"),
};

/* The header of the first file; the others must have the same game (sources.h). */
static bool read_header(const shard_files_t *files, games_header_t *header,
                        failure_t *error) {
    games_file_t file;
    if (!games_file_open(&file, files->paths[0], NULL, GAMES_FILE_PART, error))
        return false;
    *header = file.header;
    file.header.borrowed = true; /* by `file`: the header outlives it */
    games_file_close(&file);
    return true;
}

static bool read_agent(const call_t *call, game_t *game, agent_t *agent,
                       failure_t *error) {
    const char *where = call->agent.words[0];
    const cli_words_t *dotted = &call->dotted;
    return agent_load(agent, where, dotted->words, dotted->count, error) &&
           reanalysis_check(agent, where, error) &&
           agent_bind(agent, game, where, error) &&
           agent_start_program(agent, game, where, error);
}

static bool reanalyze(call_t *call, const shard_files_t *files, game_t *game,
                      failure_t *error) {
    agent_t agent;
    export_result_t result;
    double start = clock_seconds();
    if (!read_agent(call, game, &agent, error))
        return false;
    reanalysis_t *reanalysis =
        reanalysis_new(&(reanalysis_setting_t){.game = game,
                                               .agent = &agent,
                                               .share = call->share,
                                               .threads = call->export.options.threads,
                                               .quiet = call->export.quiet});
    export_revision_t revision = reanalysis_revision(reanalysis);
    const bool in_parts = call->export.parts > 0;
    bool done = in_parts
                    ? export_parts(&call->export, call->run.words[0], &revision, error)
                    : export_call_make(&call->export, files, &revision, &result, error);
    reanalysis_free(reanalysis);
    if (done && !in_parts)
        export_call_print(&call->export, &result, clock_seconds() - start);
    return done;
}

static int run(void *data) {
    call_t *call = data;
    shard_files_t files = {0};
    games_header_t header = {0};
    failure_t error;
    export_call_listen(&call->export);
    export_call_expect(&call->export, call->run.words[0]);
    bool done = shard_files_add(&files, call->run.words[0], &error) &&
                read_header(&files, &header, &error) &&
                reanalyze(call, &files, header.game, &error);
    games_header_clear(&header);
    shard_files_clear(&files);
    return done ? cli_finish_output() : export_call_fail(&error);
}

static bool check(const void *data, failure_t *error) {
    return export_call_check(&((const call_t *)data)->export, error);
}

static const call_t defaults = {.export = EXPORT_CALL_DEFAULTS};

const command_t reanalyze_command = {
    .name = "reanalyze",
    .summary = "make training data from new searches of recorded games",
    .description =
        "Make training data from recorded games as `fulcrum export` does, with the same "
        "rows in the same order, but with the visits, root value and root proof of a new "
        "search of each position by another agent, such as a later network. Results, "
        "played actions and everything else stay as recorded. selfplay/export/EXPORT.md "
        "describes the file.",
    .synopsis = "RUN-OR-FILE AGENT.json [search.KEY=value ...] --out=OUT.h5\n"
                "RUN AGENT.json [search.KEY=value ...] --parts=N --out=FOLDER",
    .notes = "The search of a position depends only on the agent, run, game and ply, not "
             "on threads. Options that select positions use the recorded searches. An "
             "interrupted command leaves nothing, and the next one starts over; with "
             "--parts, complete files stay.",
    .statuses = {[3] = EXPORT_CALL_STOPPED},
    .check = check,
    .arguments = {ARGUMENT("RUN-OR-FILE", WORD_FILE, 1, 1, call_t, run,
                           "no run or file of games given"),
                  ARGUMENT("AGENT.json", WORD_FILE, 1, 1, call_t, agent,
                           "no agent given: use RUN-OR-FILE AGENT.json"),
                  ARGUMENT("search.KEY=value", WORD_DOTTED, 0, 0, call_t, dotted, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               EXPORT_GROUPS(call_t, export)},
    .call_bytes = sizeof(call_t),
    .defaults = &defaults,
    .run = run,
};
