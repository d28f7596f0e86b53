/* fulcrum solve: the exact value of a position. */
#include "core/base/duration.h"
#include "core/base/json.h"
#include "core/cli/cli.h"
#include "core/cli/position_call.h"
#include "core/terminal/status_line.h"
#include "eval/cli/eval_commands.h"
#include "eval/solve/solver.h"
#include "selfplay/run/stop.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <omp.h>
#include <stdio.h>

enum { MAX_MB = 1 << 20 };

typedef struct call {
    position_call_t at;
    solver_limits_t limits;
    bool quiet, open; /* open: it was not solved */
} call_t;

#define METHODS "auto|proof|retrograde" /* in the order of solver_method_t */
static const char *const method_names[] = {"auto", "proof", "retrograde"};

static const option_t options[] = {
    OPTION_WHOLE("memory", 'm', "MB", call_t, limits.table_mb, 1, MAX_MB,
                 "Size of the table of positions, or of the table of retrograde analysis",
                 .fallback = "1024"),
    OPTION_CHOICE(
        "method", 'M', "METHOD", call_t, limits.method, METHODS,
        "proof: proof search; retrograde: all positions backwards from the ends of the "
        "game, where they are numbered and fit into memory; auto: both, proof search "
        "first",
        .fallback = "auto"),
    CLI_OPTION_THREADS(call_t, limits.threads,
                       "Threads of retrograde analysis (default: one per processor); "
                       "proof search uses one"),
    OPTION_DURATION("time-limit", 0, "TIME", call_t, limits.seconds,
                    "Give up after TIME: " DURATION_FORMS),
    CLI_OPTION_QUIET(call_t, quiet),
};

/* --- Progress ----------------------------------------------------------------------- */

static bool report(void *context, const solver_progress_t *progress) {
    status_line_t *line = context;
    char proof[64] = "";
    if (stop_asked())
        return false;
    if (!status_line_is_due(line))
        return true;
    if (progress->members)
        snprintf(proof, sizeof proof, ", %.1fM in the proof of the draw",
                 (double)progress->members / 1e6);
    if (progress->region)
        status_line_print(
            line, "retrograde: region %d, %.1fM positions decided, %.0f s%s",
            progress->region, (double)progress->decided / 1e6, progress->seconds, proof);
    else
        status_line_print(line, "%.1fM positions, %.0fk/s, table %.0f %% full, %.0f s%s",
                          (double)progress->nodes / 1e6,
                          (double)progress->nodes / progress->seconds / 1e3,
                          100 * progress->table_fill, progress->seconds, proof);
    return true;
}

/* --- Results ------------------------------------------------------------------------ */

/* null: open, or repetitions are not settled. */
static cJSON *answer_json(answer_t answer) {
    return answer == ANSWER_YES || answer == ANSWER_NO
               ? cJSON_CreateBool(answer == ANSWER_YES)
               : cJSON_CreateNull();
}

static const char *answer_text(answer_t answer) {
    return answer == ANSWER_YES         ? "yes"
           : answer == ANSWER_NO        ? "no"
           : answer == ANSWER_LIKELY_NO ? "probably not (repetitions are not settled)"
                                        : "open";
}

static void print_bound(const solution_t *solution) {
    if (solution->bound > 0)
        printf(", in at most %d %s%s", solution->bound,
               solution->counts_turns ? "turn" : "action", TEXT_PLURAL(solution->bound));
    if (solution->confirmed)
        printf(", neither player can force a win, although positions may repeat");
}

static void print_open(const game_t *game, const state_t *state,
                       const solution_t *solution) {
    size_t needed_mb;
    printf("value     not solved within the limits\n");
    for (int player = 0; player < 2; player++)
        printf("          player %d can force a win: %s\n", player + 1,
               answer_text(solution->wins[player]));
    if (!solver_fits(game, state, solution->table_mb, &needed_mb) && needed_mb > 0)
        printf("          with --memory %zu it can be solved by retrograde analysis\n",
               needed_mb);
}

static void print_text(const game_t *game, const state_t *state,
                       const solution_t *solution) {
    char text[GAME_ACTION_TEXT];
    printf("game      %s %s\n", game->class->name, game->variant_text);
    if (solution->value == VALUE_OPEN) {
        print_open(game, state, solution);
    } else {
        printf("value     %s for player 1", solver_value_names[solution->value]);
        print_bound(solution);
        putchar('\n');
    }
    if (solution->length > 0) {
        game_write_action(game, solution->line[0], text);
        printf("best      %s\nline     ", text);
        for (int i = 0; i < solution->length; i++) {
            game_write_action(game, solution->line[i], text);
            printf(" %s", text);
        }
        printf("%s\n", solution->line_ends ? "" : " ...");
    }
    if (solution->regions > 0)
        printf("backwards %" PRIu64 " position%s in %d region%s\n", solution->positions,
               TEXT_PLURAL(solution->positions), solution->regions,
               TEXT_PLURAL(solution->regions));
    printf("nodes     %" PRIu64 "\n", solution->nodes);
    if (solution->members > 0)
        printf("fortress  %" PRIu64 " position%s\n", solution->members,
               TEXT_PLURAL(solution->members));
    printf("table     %zu MB, %zu of %zu entries used (%.1f %%)\n", solution->table_mb,
           solution->table_used, solution->table_entries,
           100 * (double)solution->table_used / (double)solution->table_entries);
    printf("time      %.2f s\n", solution->seconds);
}

static cJSON *line_json(const game_t *game, const solution_t *solution) {
    cJSON *line = cJSON_CreateArray();
    for (int i = 0; i < solution->length; i++) {
        char text[GAME_ACTION_TEXT];
        game_write_action(game, solution->line[i], text);
        cJSON_AddItemToArray(line, cJSON_CreateString(text));
    }
    return line;
}

static void add_json(const game_t *game, const state_t *state, const solution_t *solution,
                     cJSON *json) {
    cJSON *line = line_json(game, solution);
    solver_value_t value = solver_value_to(solution->value, game_player(game, state));
    cJSON_AddBoolToObject(json, "solved", solution->value != VALUE_OPEN);
    cJSON_AddStringToObject(json, "value", solver_value_names[solution->value]);
    if (!game_outcome(game, state).over)
        cJSON_AddStringToObject(json, "value_to_mover", solver_value_names[value]);
    for (int player = 0; player < 2; player++)
        cJSON_AddItemToObject(json, player ? "player_2_wins" : "player_1_wins",
                              answer_json(solution->wins[player]));
    if (solution->bound > 0)
        json_add_number(json, "bound", solution->bound);
    cJSON_AddStringToObject(json, "bound_unit",
                            solution->counts_turns ? "turns" : "actions");
    cJSON_AddBoolToObject(json, "repetitions_settled", solution->confirmed);
    if (solution->length > 0)
        cJSON_AddStringToObject(json, "best", cJSON_GetArrayItem(line, 0)->valuestring);
    cJSON_AddItemToObject(json, "line", line);
    cJSON_AddBoolToObject(json, "line_ends", solution->line_ends);
    cJSON_AddStringToObject(
        json, "method",
        method_names[solution->backwards ? SOLVER_RETROGRADE : SOLVER_PROOF]);
    json_add_number(json, "positions", solution->positions);
    json_add_number(json, "regions", solution->regions);
    json_add_number(json, "nodes", solution->nodes);
    json_add_number(json, "fortress_positions", solution->members);
    json_add_number(json, "table_mb", solution->table_mb);
    json_add_number(json, "table_entries", solution->table_entries);
    json_add_number(json, "table_used", solution->table_used);
    json_add_number(json, "seconds", solution->seconds);
}

/* Whether the requested method can be used. */
static bool check_method(const call_t *call, const game_t *game, const state_t *state,
                         failure_t *error) {
    size_t needed_mb;
    if (call->limits.method != SOLVER_RETROGRADE ||
        solver_fits(game, state, call->limits.table_mb, &needed_mb))
        return true;
    if (needed_mb == 0)
        return error_set(error,
                         "--method retrograde requires numbered positions, and those of "
                         "%s %s are not",
                         game->class->name, game->variant_text);
    return error_set(error,
                     "--method retrograde takes %zu MB here, and --memory gives %zu",
                     needed_mb, call->limits.table_mb);
}

static bool show(void *data, const position_t *position, cJSON *json, failure_t *error) {
    call_t *call = data;
    const game_t *game = position->game;
    status_line_t line;
    solver_limits_t *limits = &call->limits;
    if (!check_method(call, game, &position->state, error))
        return false;
    limits->threads = limits->threads > 0 ? limits->threads : omp_get_max_threads();
    limits->report = report;
    limits->context = &line;
    stop_on_signals();
    status_line_init(&line, call->quiet);
    solver_t *solver = solver_new(game, limits);
    solution_t *solution = solver_solve(solver, &position->state);
    status_line_clear(&line);
    if (json)
        add_json(game, &position->state, solution, json);
    else
        print_text(game, &position->state, solution);
    call->open = solution->value == VALUE_OPEN;
    solution_free(solution);
    solver_free(solver);
    return true;
}

static int run(void *data) {
    const call_t *call = data;
    int status = position_run(data, show, 0);
    if (status != EXIT_DONE || !call->open)
        return status;
    if (stop_asked())
        cli_message("stopped by %s", stop_reason());
    return stop_asked() ? EXIT_STOPPED : EXIT_ANSWER_NO;
}

const command_t solve_command = {
    .name = "solve",
    .summary = "find the exact value of a position, and the best actions",
    .description =
        "Find the exact value of a position with best play (won, drawn or lost for "
        "player 1), the best action, and a line of best actions.",
    .statuses = {[EXIT_DONE] = "solved",
                 [EXIT_ANSWER_NO] = "not solved within the limits",
                 [EXIT_STOPPED] = "stopped by a signal before it was solved"},
    .arguments = {ARGUMENTS_GAME(call_t, at.words)},
    .groups = {{.options = options, .count = OPTION_COUNT(options)},
               POSITION_OPTIONS(call_t, at)},
    .call_bytes = sizeof(call_t),
    .run = run,
};
