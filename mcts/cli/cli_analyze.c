/* fulcrum analyze: searches one position, with a live display on a terminal. */
#include "core/base/clock.h"
#include "core/base/json.h"
#include "core/base/memory_stream.h"
#include "core/cli/position_call.h"
#include "core/terminal/terminal.h"
#include "mcts/cli/mcts_commands.h"
#include "mcts/evaluate/process/process_evaluator.h"
#include "mcts/search/agent.h"
#include "mcts/search/analysis.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_TIME_MS = 5000 };
#define REDRAW_SECONDS 0.25

typedef struct call {
    position_call_t at;
    cli_words_t dotted; /* search.KEY=value */
    long multipv;
    const char *player; /* an agent's file; NULL: none */
} call_t;

static const option_t options[] = {
    OPTION_WHOLE("multipv", 0, "N", call_t, multipv, 1, GAME_MAX_LEGAL,
                 "Show the N best actions", .fallback = "10"),
    OPTION_FILE("player", 0, "FILE", call_t, player,
                "Search as this agent does: a file like those in configs/agents/, or a "
                "network's weights"),
};

typedef struct settings {
    search_config_t search;
    search_parallel_t parallel;
} settings_t;

static const config_key_t rows[] = {
    KEY_SET(&search_keys, offsetof(settings_t, search)),
    KEY_SET(&search_parallel_keys, offsetof(settings_t, parallel))};
static const keyset_t settings_keys = {rows, KEYSET_COUNT(rows)};

static bool read_player(const call_t *call, settings_t *settings, failure_t *error) {
    agent_t agent;
    if (!agent_load(&agent, call->player, call->dotted.words, call->dotted.count, error))
        return false;
    *settings = (settings_t){agent.search, agent.parallel};
    return !agent_is_engine(&agent) ||
           error_set(error, "%s: is an outside program, whose search is its own",
                     call->player);
}

/* A search without a limit gets a time limit; that of an agent has its own. */
static bool read_settings(const call_t *call, settings_t *settings, failure_t *error) {
    if (call->player)
        return read_player(call, settings, error);
    cJSON *json = json_from_arguments(call->dotted.words, call->dotted.count, error);
    if (!json)
        return false;
    keyset_set_defaults(&settings_keys, settings);
    search_config_set_time(&settings->search, json, DEFAULT_TIME_MS);
    bool ok = keyset_read_json(&settings_keys, settings, json, COMMAND_LINE, "", error) &&
              search_config_check(&settings->search, COMMAND_LINE, error) &&
              search_parallel_check(&settings->parallel, &settings->search, COMMAND_LINE,
                                    error);
    cJSON_Delete(json);
    return ok;
}

static void draw(analysis_t *analysis) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = memory_stream_open(&text, &size);
    analysis_form_t form = {.live = true, .colour = true, .rows = terminal_rows()};
    analysis_look(analysis);
    analysis_write_text(analysis, &form, file);
    memory_stream_close(file);
    terminal_draw(text);
    free(text);
}

static void search_live(analysis_t *analysis, bool live) {
    terminal_t terminal = {0};
    bool drawn = live && terminal_open(&terminal);
    double last = 0;
    while (!search_run_piece(analysis->search)) {
        failure_t failed;
        if (terminal_interrupted() || terminal_key(&terminal) ||
            process_evaluator_failed(&failed))
            break;
        double now = drawn ? clock_seconds() : 0;
        if (drawn && now - last >= REDRAW_SECONDS) {
            draw(analysis);
            last = now;
        }
    }
    terminal_close(&terminal);
}

static bool show(void *data, const position_t *position, cJSON *json, failure_t *error) {
    const call_t *call = data;
    const game_t *game = position->game;
    const char *where = call->player ? call->player : COMMAND_LINE;
    settings_t settings;
    if (!read_settings(call, &settings, error) ||
        !search_config_bind(&settings.search, game, where, error) ||
        !evaluator_choice_start(&settings.search.evaluator, game, where, error))
        return false;
    analysis_t *analysis = analysis_new(game, &settings.search, &settings.parallel,
                                        &position->state, call->multipv);
    analysis_form_t form = {.colour = terminal_has_colour()};
    terminal_catch_signals();
    search_live(analysis, !json);
    analysis_look(analysis);
    bool ok = !process_evaluator_failed(error);
    if (ok && json)
        analysis_add_json(analysis, json);
    else if (ok)
        analysis_write_text(analysis, &form, stdout);
    analysis_free(analysis);
    return ok;
}

static int run(void *call) {
    return position_run(call, show, POSITION_UNFINISHED);
}

const command_t analyze_command = {
    .name = "analyze",
    .summary = "search a position, with a live display",
    .description =
        "Search a position until the search ends, a key is pressed or Ctrl-C, then print "
        "a report; on a terminal the report is updated during the search. Without "
        "search.simulations, search.max_nodes or search.time_ms the search takes 5 "
        "seconds; search.time_ms=0 alone continues until it is stopped or reaches the "
        "maximum number of simulations, 67,083,263. With --json there is no display.",
    .notes =
        "Keys without a dot belong to the rule variant (fulcrum games), those with a dot "
        "to the search (fulcrum keys). Values are the expected score of the player to "
        "move in percent; 100 is a win. Visits show how much search an action received. "
        "The random numbers are always the same, so a search not ended by the clock is "
        "reproducible.",
    .arguments = {ARGUMENTS_GAME(call_t, at.words),
                  ARGUMENT("search.KEY=value", WORD_DOTTED, 0, 0, call_t, dotted, NULL)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               POSITION_OPTIONS(call_t, at)},
    .instead = {{"simulations", "search.simulations=N"}, {"time", "search.time_ms=N"}},
    .call_bytes = sizeof(call_t),
    .run = run,
};
